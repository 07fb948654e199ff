// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <QtTest>

#include "core/rpc/client_name.h"
#include "core/rpc/failures.h"
#include "core/rpc/import_notes.h"
#include "core/rpc/listen.h"
#include "core/rpc/server.h"
#include "core/rpc/wire_status.h"
#include "google/rpc/status.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"
#include "intrinsic/util/status/extended_status.pb.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::rpc;

namespace {

int bindTo(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  const void* raw = &address;
  return ::bind(fd, static_cast<const sockaddr*>(raw), sizeof(address)) == 0 && ::listen(fd, 1) == 0 ? fd : -1;
}

constexpr FailureRow kOuter{.code = "test.outer",
                            .canonical = Code::kInvalidArgument,
                            .title = "{part} cannot be put on {place}",
                            .at_command = "give --other"};
constexpr FailureRow kInner{.code = "test.inner",
                            .canonical = Code::kDataLoss,
                            .title = "{file} has no end",
                            .hint = "export it again",
                            .at_command = "give --repair"};

}  // namespace

// The parts that need no connection.
class TestRpcParts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void addressesAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("ok");
    QTest::addColumn<bool>("local");
    QTest::newRow("v4") << "127.0.0.1:50051" << true << true;
    QTest::newRow("v4 other loopback") << "127.3.0.1:0" << true << true;
    QTest::newRow("v6") << "[::1]:0" << true << true;
    QTest::newRow("name") << "localhost:0" << true << true;
    QTest::newRow("unix") << "unix:/tmp/x" << true << true;
    QTest::newRow("any") << "0.0.0.0:1" << true << false;
    QTest::newRow("any v6") << "[::]:1" << true << false;
    QTest::newRow("other name") << "localhost.example.org:1" << true << false;
    QTest::newRow("looks like it") << "127.0.0.1.example.org:1" << true << false;
    QTest::newRow("no port") << "127.0.0.1" << false << false;
    QTest::newRow("no host") << ":80" << false << false;
    QTest::newRow("bad port") << "127.0.0.1:http" << false << false;
    QTest::newRow("large port") << "127.0.0.1:65536" << false << false;
    QTest::newRow("bare v6") << "::1:80" << false << false;
    QTest::newRow("no path") << "unix:" << false << false;
  }
  void addressesAreRead() {
    QFETCH(QString, text);
    QFETCH(bool, ok);
    QFETCH(bool, local);
    const auto address = parseListen(text.toStdString());
    QCOMPARE(address.ok(), ok);
    if (ok) QCOMPARE(address->local_only, local);
    else QCOMPARE(address.status().code, Code::kInvalidArgument);
  }

  void aSocketReplacesADeadOneOnly() {
    const test::ScratchFolder folder;
    const std::string path = folder.file("s");
    {
      auto socket = SocketFile::prepare(path);
      QVERIFY(socket.ok());
      const int fd = bindTo(socket->bindPath());
      QVERIFY(fd >= 0);
      QVERIFY(socket->publish().ok());
      struct stat info {};
      QCOMPARE(::stat(path.c_str(), &info), 0);
      QCOMPARE(info.st_mode & 0777U, 0600U);
      QCOMPARE(SocketFile::prepare(path).status().code, Code::kAlreadyExists);
      ::close(fd);
      QVERIFY(SocketFile::prepare(path).ok());  // dead now
    }
    QVERIFY(::access(path.c_str(), F_OK) != 0);
    folder.write(QStringLiteral("s"), "a file");
    QCOMPARE(SocketFile::prepare(path).status().code, Code::kAlreadyExists);
    QCOMPARE(SocketFile::prepare(folder.file("no/such/folder")).status().code, Code::kInvalidArgument);
    QCOMPARE(SocketFile::prepare("/tmp/" + std::string(200, 'x')).status().code, Code::kInvalidArgument);
  }

  void clientsHaveReadableNames() {
    QCOMPARE(peerAddress("ipv4:127.0.0.1:40312"), std::string("127.0.0.1:40312"));
    QCOMPARE(peerAddress("ipv6:%5B::1%5D:7"), std::string("[::1]:7"));
    QCOMPARE(peerAddress("unix:"), std::string("unix"));
    QCOMPARE(nameFromAgent("grpc-python/1.51.1 grpc-c/29.0.0 (linux; chttp2)", "127.0.0.1:40312"),
             std::string("grpc-python client 127.0.0.1:40312"));
    QCOMPARE(nameFromAgent("", "unix"), std::string("client unix"));
    QCOMPARE(nameFromAgent("\x01\xff", "unix"), std::string("client unix"));
    QVERIFY(checkClientName("cell_py 2").ok());
    QVERIFY(!checkClientName("").ok());
    QVERIFY(!checkClientName("a\n").ok());
    QVERIFY(!checkClientName(std::string(65, 'a')).ok());
  }

  void manyCollisionsAreToldAsFarAsTheyFit() {
    using intrinsic_proto::motion_planning::v1::MotionPipelineError;
    const auto told = std::make_shared<MotionPipelineError>();
    auto& error = *told->add_motion_planning_error();
    error.add_segment_id(3);
    for (int i = 0; i < 40; ++i)
      error.mutable_collision_error()->add_collision_debug()->set_error_message(std::string(150, 'x'));
    const google::rpc::Status status = toRpcStatus(fail(Code::kFailedPrecondition, "the start collides"), {told});
    QVERIFY(status.ByteSizeLong() <= 4200);
    QCOMPARE(status.details_size(), 2);
    MotionPipelineError found;
    QVERIFY(status.details(1).UnpackTo(&found));
    QCOMPARE(found.motion_planning_error(0).segment_id(0), 3);
    const auto& left = found.motion_planning_error(0).collision_error().collision_debug();
    QVERIFY2(left.size() > 10 && left.size() < 40, qPrintable(QString::number(left.size())));
    QVERIFY(left[0].error_message() == std::string(150, 'x'));
    const std::string rest = "x (left out here: " + std::to_string(40 - left.size()) + " more)";
    QVERIFY2(left.rbegin()->error_message().ends_with(rest), left.rbegin()->error_message().c_str());
  }

  void errorsCarryDetailsThatFit() {
    const google::rpc::Status small =
        toRpcStatus(fail(Code::kNotFound, "there is no object 'a'").withHint("look again").about("a"));
    QCOMPARE(small.message(), std::string("there is no object 'a': look again"));
    intrinsic_proto::status::ExtendedStatus extended;
    QVERIFY(small.details(0).UnpackTo(&extended));
    QCOMPARE(extended.title(), std::string("there is no object 'a'"));
    QCOMPARE(extended.user_report().instructions(), std::string("look again"));
    std::string text;
    for (int i = 0; i < 5000; ++i) text += "\xc3\xa9";
    const auto detail = std::make_shared<google::rpc::Status>();
    detail->set_message(text);
    const google::rpc::Status large =
        toRpcStatus(fail(Code::kInternal, text).withHint(text).withMessage(text).about(text), {detail});
    QVERIFY(large.ByteSizeLong() <= 4200);
    QCOMPARE(large.details_size(), 1);
    QVERIFY(QString::fromStdString(large.message()).toStdString() == large.message());  // whole characters
    QVERIFY(large.message().ends_with("..."));
  }

  // For programs the kind of failure and its arguments, and for all what it comes from.
  void failuresCarryTheirCodeArgumentsAndCauses() {
    const Status cause = fail(kInner, {{"file", arg::Place{"a.stl", 7}}});
    const Status status =
        fail(kOuter, {{"part", arg::Node{"cell/part", 3}}, {"place", arg::Name{"two\nlines"}}}, cause);
    intrinsic_proto::status::ExtendedStatus extended;
    QVERIFY(toRpcStatus(status).details(0).UnpackTo(&extended));
    QCOMPARE(extended.status_code().component(), std::string("worldwright"));
    QCOMPARE(extended.debug_report().message(),
             std::string("failure: test.outer\nsubject: cell/part\npart: cell/part\nplace: two lines"));
    QCOMPARE(extended.context_size(), 1);
    QCOMPARE(extended.context(0).title(), std::string("a.stl:7 has no end"));
    QCOMPARE(extended.context(0).status_code().code(), 15u);
    QVERIFY(extended.context(0).debug_report().message().starts_with("failure: test.inner\n"));
    // Clients know no options of the command line.
    QCOMPARE(extended.user_report().instructions(), std::string("export it again"));
    QCOMPARE(extended.context(0).user_report().instructions(), std::string("export it again"));
    QVERIFY(toRpcStatus(status).message().find("--") == std::string::npos);
  }

  void causesAreLeftOutWhereThereIsNoRoom() {
    const std::string text(5000, 'x');
    Status status = fail(kInner, {{"file", arg::Name{text}}});
    for (int i = 0; i < 10; ++i) status = fail(kOuter, {{"part", arg::Name{text}}, {"place", arg::Name{text}}}, status);
    QVERIFY(toRpcStatus(status).ByteSizeLong() <= 4200);
  }

  // Where the server put the file means nothing to a client.
  void theFolderOfAFileIsNotTold() {
    auto written = ScratchFile::write("a.stl", "solid");
    QVERIFY(written.ok());
    const ScratchFile& file = **written;
    const std::string path = file.path().string();
    const Status inner = fail(kInner, {{"file", arg::Place{path}}});
    const Status told =
        withoutFolder(fail(kOuter, {{"part", arg::Name{path}}, {"place", arg::Words{path}}}, inner), file);
    const std::string folder = file.path().parent_path().string();
    QVERIFY2(toRpcStatus(told).SerializeAsString().find(folder) == std::string::npos, "no path of the server");
    const Diagnostics found{
        {Diagnostic::Severity::kWarning, "mesh-missing", path + ": b.stl was not found", {}, {}, 0, {}},
        {Diagnostic::Severity::kInfo, "note", "not worth a word", {}, {}, 0, {}}};
    QCOMPARE(importNotes(found, file), std::vector<std::string>{"mesh-missing: a.stl: b.stl was not found"});
    QCOMPARE(importNotes(Diagnostics(50, found.front()), file).back(), std::string("and 38 more warnings"));
  }

  void secretsAreReadFromFiles() {
    const test::ScratchFolder folder;
    folder.write(QStringLiteral("token"), "abc def\r\n \n");
    folder.write(QStringLiteral("empty"), "\n");
    folder.write(QStringLiteral("large"), QByteArray(70000, 'x'));
    const Status missing = readSecret(folder.file("missing")).status();
    QVERIFY(missing.failure && missing.failure->row == &failures::kSecretUnreadable);
    QCOMPARE(missing.subject, folder.file("missing"));
    QCOMPARE(readSecret(folder.file("token")).value(), std::string("abc def"));
    QCOMPARE(readSecret(folder.file("empty")).status().code, Code::kInvalidArgument);
    QCOMPARE(readSecret(folder.file("large")).status().code, Code::kInvalidArgument);
    QCOMPARE(readSecret(folder.file("none")).status().code, Code::kNotFound);
    QCOMPARE(readSecret("/tmp").status().code, Code::kNotFound);
  }
};

QTEST_GUILESS_MAIN(TestRpcParts)
#include "test_rpc_parts.moc"
