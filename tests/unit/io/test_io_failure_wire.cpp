// SPDX-License-Identifier: Apache-2.0
// What the worker tells goes to the broker as data; what a worker that was taken over tells does no harm.
#include <QtTest>
#include <set>

#include "core/base/failure.h"
#include "core/io/failure_wire.h"
#include "core/io/failures.h"
#include "core/io/finding.h"
#include "worldwright/v1/worker.pb.h"

using namespace ww;
using namespace ww::io;
namespace pb = worldwright::v1;

namespace {

Status there(const Status& status) {
  pb::WorkerFailure wire, read;
  toWire(status, wire);
  if (!read.ParseFromString(wire.SerializeAsString())) qFatal("the message cannot be read");
  return fromWire(read);
}

pb::WorkerFailure withRow(const char* code) {
  pb::WorkerFailure wire;
  wire.set_code(3);
  wire.set_title("as told");
  wire.mutable_row()->set_code(code);
  return wire;
}

void addName(pb::WorkerRow& row, const std::string& key, const std::string& name) {
  row.add_args()->set_key(key);
  row.mutable_args(row.args_size() - 1)->set_name(name);
}

}  // namespace

class TestIoFailureWire : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rowsHaveTheirCodesOnce() {
    std::set<std::string_view> codes;
    for (const FailureRow* row : failures::all()) {
      QVERIFY2(codes.insert(row->code).second && row->code.starts_with("io."), row->code.data());
      QVERIFY2(!QString(row->hint).contains("--"), row->code.data());
      QVERIFY2(!QString(row->in_window).contains("--"), row->code.data());
    }
    QVERIFY(codes.size() > 100);
  }

  void aFailureKeepsItsRowItsArgumentsAndItsCause() {
    const std::vector<std::string> known = {"cup.stl", "table.stl"};
    const Status cause = withNearest(fail(failures::kFileMissing, {{"file", arg::Name{"cap.stl"}}}), "cap.stl", known);
    const Status sent =
        fail(failures::kMeshMissing, {{"mesh", arg::Name{"cap.stl"}}, {"link", arg::Name{"hand"}}}, cause);
    const Status read = there(sent);
    QCOMPARE(read.line(), sent.line());
    QCOMPARE(read.subject, sent.subject);
    QVERIFY(read.failure && read.failure->row == &failures::kMeshMissing);
    QCOMPARE(std::get<arg::Name>(*read.failure->find("link")).text, std::string("hand"));
    QCOMPARE(read.failure->causes.size(), std::size_t{1});
    QVERIFY(read.failure->causes[0].failure->row == &failures::kFileMissing);
    QCOMPARE(read.failure->causes[0].failure->near, std::vector<std::string>{"cup.stl"});
  }

  void aCountThatOnlyChoosesAWordArrivesToo() {
    const arg::Place place{"r.urdf", 1, 0};
    const Status sent = fail(failures::kUrdfNoMaterial,
                             {{"place", place}, {"materials", arg::Names{{"redd"}}}, {"count", arg::Count{1}}});
    QCOMPARE(there(sent).title, std::string("r.urdf:1: nothing in the file says what colour 'redd' is, and what names "
                                            "it has none"));
  }

  void figuresPlacesAndContextsArriveToo() {
    const Status sent = fail(failures::kXmlTooDeep, {{"line", arg::Count{7}}, {"most", arg::Count{100}}}).in("a.sdf");
    QCOMPARE(there(sent).title, std::string("a.sdf: line 7: elements are nested more than 100 deep"));
    const Status large = there(fail(failures::kFileTooLarge, {{"most", arg::Bytes{64u << 20}}}));
    QCOMPARE(std::get<arg::Bytes>(*large.failure->find("most")).count, std::uint64_t{64u << 20});
    const arg::Place place{"r.urdf", 12, 0};
    const Status no_name = fail(failures::kUrdfNoName, {{"place", place}, {"element", arg::Words{"link"}}});
    pb::WorkerDiagnostic wire;
    toWire(finding(Diagnostic::Severity::kWarning, "shape", no_name, "link"), wire);
    const Diagnostic read = fromWire(wire);
    QCOMPARE(read.message, std::string("r.urdf:12: this link has no name"));
    QCOMPARE(read.file, std::string("r.urdf"));
    QCOMPARE(read.line, 12);
    QCOMPARE(std::get<arg::Place>(*read.failure->find("place")).line, 12);
  }

  void stagesContextsAndLinesArriveAsData() {
    const Phrase stage = phrase("meshing {part}", {{"part", phrase("link {name}", {{"name", arg::Name{"hand"}}})}});
    pb::WorkerPhrase wire;
    toWire(stage, wire);
    const Phrase read = fromWire(wire);
    QVERIFY(read.is_ours);
    QCOMPARE(plain(read), std::string("meshing link 'hand'"));
    Status sent = within(fail(failures::kXmlTooDeep, {{"line", arg::Count{7}}, {"most", arg::Count{100}}}), stage);
    sent = withDetails(std::move(sent), {stage, Phrase("words of a file")});
    const Status arrived = there(sent);
    QCOMPARE(arrived.title, sent.title);
    QVERIFY(arrived.failure->contexts.front().is_ours && !arrived.failure->details.back().is_ours);
    // As deep as a reader likes: it is cut.
    Phrase deep = stage;
    for (int i = 0; i < 40; ++i) deep = phrase("in {what}", {{"what", deep}});
    toWire(deep, wire);
    QVERIFY(plain(fromWire(wire)).size() < 100);
  }

  // Names in files are any bytes, and a message has to be UTF-8.
  void namesThatAreNoUtf8AreCleaned() {
    const Status read = there(fail(failures::kDynamicsLeftOut, {{"joint", arg::Name{"j\xff\x1b[31m"}}}));
    QCOMPARE(std::get<arg::Name>(*read.failure->find("joint")).text, std::string("j??[31m"));
  }

  void rowsThatNobodyHasAreTexts() {
    for (const char* code : {"io.no-such-row", "", "session.nothing-to-undo"}) {
      const Status read = fromWire(withRow(code));
      QVERIFY(!read.failure);
      QCOMPARE(read.title, std::string("as told"));
      QVERIFY(read.code == Code::kInvalidArgument);
    }
  }

  void whatTheRowSaysCountsAndNotWhatIsTold() {
    pb::WorkerFailure wire = withRow("io.dynamics-left-out");
    wire.set_code(13);
    addName(*wire.mutable_row(), "joint", "j");
    const Status read = fromWire(wire);
    QVERIFY(read.code == Code::kInvalidArgument);
    QCOMPARE(read.title, std::string("damping or friction of joint 'j' is below 0; it is left out"));
  }

  void floodsAreCut() {
    pb::WorkerFailure wire = withRow("io.dynamics-left-out");
    pb::WorkerRow& row = *wire.mutable_row();
    for (int i = 0; i < 1000; ++i) addName(row, "joint", std::string(100'000, 'j'));
    for (int i = 0; i < 1000; ++i) addName(row, "other" + std::to_string(i), "x");
    for (int i = 0; i < 1000; ++i) row.add_near("near"), row.add_contexts()->set_text("context");
    pb::WorkerFailure* deep = &wire;
    for (int i = 0; i < 40; ++i) {
      deep = deep->mutable_row()->add_causes();
      *deep = withRow("io.no-object");
    }
    const Status read = fromWire(wire);
    QVERIFY(read.failure);
    QCOMPARE(read.failure->args.size(), std::size_t{1});
    QVERIFY(read.failure->near.size() <= 3 && read.failure->contexts.size() <= 8);
    int depth = 0;
    for (const Status* at = &read; at->failure && !at->failure->causes.empty(); at = &at->failure->causes[0]) ++depth;
    QVERIFY(depth <= 4);
    QVERIFY2(read.title.size() < 2000, std::to_string(read.title.size()).c_str());
  }

  void argumentsOfAnotherKindAreHarmless() {
    pb::WorkerFailure wire = withRow("io.xml-too-deep");
    pb::WorkerArg& line = *wire.mutable_row()->add_args();
    line.set_key("line");
    line.mutable_place()->set_line(-5);
    wire.mutable_row()->add_args()->set_key("most");
    const Status read = fromWire(wire);
    QCOMPARE(std::get<arg::Place>(*read.failure->find("line")).line, 0);
    QVERIFY(read.title.find("deep") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestIoFailureWire)
#include "test_io_failure_wire.moc"
