// SPDX-License-Identifier: Apache-2.0
// A log that is shown: where its things are is worked out beside the Qt thread, for the newest time alone.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "cell.h"
#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/spatial.h"
#include "core/session/edit_builders.h"
#include "ui/bridge/isaac_file.h"
#include "ui/bridge/isaac_log.h"

using namespace ww;
using namespace ww::ui;
using ww::test::Cell;

namespace {

constexpr int kSteps = 40;

// Two boxes that the log moves, and one that it does not know.
struct Row : Cell {
  Row() {
    post = addBox("post", {0.1, 0.1, 0.1}, Pose::translation(0, 0, 0));
    crate = addBox("crate", {0.1, 0.1, 0.1}, Pose::translation(0, 2, 0));
    part = addBox("part", {0.1, 0.1, 0.1}, Pose::translation(0, 4, 0));
  }
  ObjectId post, crate, part;
};

struct Desk {
  explicit Desk(const Cell& cell)
      : bridge(std::make_shared<session::WorldSession>(cell.world, cell.store)), log(bridge, layer, jobs) {}
  // The post goes from 0 to 2 m in two seconds, the crate as far along y.
  void open() {
    const QString folder = dir.filePath(QStringLiteral("run"));
    const auto out = isaac::CaskWriter::create(folder.toStdString());
    QVERIFY(out.ok());
    for (int i = 0; i <= kSteps; ++i) {
      isaac::Message told = isaac::messageOf(isaac::BodyGroup{
          "world", {{"post", Pose::translation(0.05 * i, 0, 0)}, {"crate", Pose::translation(0, 2 + 0.05 * i, 0)}}});
      told.channel = "bodies";
      told.uuid = isaac::newUuid();
      told.pubtime_ns = i * 50'000'000ll;
      QVERIFY((*out)->write(told).ok());
    }
    QVERIFY((*out)->close().ok());
    log.open(folder);
    QTRY_VERIFY_WITH_TIMEOUT(log.isOpen(), 20000);
  }
  double x(ObjectId id) const {
    const auto at = layer.objects().find(id);
    return at == layer.objects().end() ? NAN : at->second.p.x();
  }
  bool settles() {
    return QTest::qWaitFor([&] { return log.isUpToDate(); }, 20000);
  }

  QTemporaryDir dir;
  SessionBridge bridge;
  PoseLayer layer;
  JobBridge jobs;
  IsaacLog log;
};

}  // namespace

class TestIsaacLog : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void theNewestTimeIsShown() {
    const Row row;
    Desk d(row);
    d.open();
    d.log.setShown(true);
    // Nothing is worked out in the call itself.
    QVERIFY(d.log.isShown() && !d.log.isUpToDate() && d.layer.empty());
    QVERIFY(d.settles());
    QCOMPARE(d.x(row.post), 0.0);
    QCOMPARE(d.log.thingsShown(), std::size_t{2});
    QSignalSpy drawn(&d.layer, &PoseLayer::changed);
    for (int i = 0; i <= 2000; ++i) d.log.setTime(0.001 * i);
    QCOMPARE(drawn.count(), 0);
    QVERIFY(d.settles());
    QCOMPARE(d.x(row.post), 2.0);
    QVERIFY2(drawn.count() < 2000, qPrintable(QString::number(drawn.count())));
  }

  void whatIsNoLongerWantedIsNotShown() {
    const Row row;
    Desk d(row);
    d.open();
    d.log.setShown(true);
    QVERIFY(d.settles());
    d.log.setTime(1.0);
    d.log.setShown(false);
    QVERIFY(d.layer.empty() && d.log.isUpToDate());
    QTest::qWait(100);
    QVERIFY(d.layer.empty() && d.log.thingsShown() == 0);
    // Somebody else shows something while it is worked out.
    d.log.setShown(true);
    d.log.setTime(1.5);
    d.layer.setRootTObject(row.part, Pose::translation(7, 0, 0));
    QVERIFY(!d.log.isShown());
    QTest::qWait(100);
    QVERIFY(d.x(row.part) == 7.0 && std::isnan(d.x(row.post)));
    // It ends while something is asked.
    d.log.setShown(true);
    for (int i = 0; i < 100; ++i) d.log.setTime(0.02 * i);
  }

  // What another shows, and what of the log was shown last, is there at once.
  void besideAnotherNothingIsGoneMeanwhile() {
    const Row row;
    Desk d(row);
    d.open();
    d.log.setBeside(true);
    d.log.setShown(true);
    QVERIFY(!d.log.isRecordedKnown());
    QVERIFY(d.settles());
    QVERIFY(d.log.isRecordedKnown() && d.log.recordedOfMotion().empty());
    d.log.setTime(1.0);
    QVERIFY(d.settles());
    model::Overrides theirs;
    theirs.objects[row.crate] = Pose::translation(9, 0, 0);
    d.layer.set(theirs);
    QVERIFY(d.x(row.crate) == 9.0 && d.x(row.post) == 1.0);
    QVERIFY(d.settles());
    QVERIFY(d.x(row.crate) == 9.0 && d.x(row.post) == 1.0);
    QVERIFY(d.log.recordedOfMotion() == std::vector<ObjectId>{row.crate});
    QCOMPARE(d.log.recorded().objects.at(row.crate).p.y(), 3.0);
    QCOMPARE(d.log.planned().objects.at(row.crate).p.x(), 9.0);
    d.log.setBeside(false);
    QVERIFY(d.log.recordedOfMotion().empty() && d.settles());
    QCOMPARE(d.layer.objects().at(row.crate).p.y(), 3.0);
  }

  // The world of the answer may have gone.
  void whatHasGoneIsNotShown() {
    const Row row;
    Desk d(row);
    d.open();
    d.log.setShown(true);
    d.log.setTime(1.0);
    QVERIFY(d.bridge.commit(QStringLiteral("remove"), session::deleteObject(row.post, true)));
    QVERIFY(d.settles());
    QVERIFY(std::isnan(d.x(row.post)) && d.layer.objects().contains(row.crate));
  }

  // What is saved of a message of an unknown type can be opened again.
  void anUnknownTypeIsReadBack() {
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("odd.jsonl"));
    isaac::Message odd;
    odd.channel = "odd";
    odd.type_id = 0x1234567890abcdef;
    odd.uuid = isaac::newUuid();
    odd.segments = {{0x0102030405060708, 0}};
    odd.buffers.push_back(std::make_shared<const std::string>("data"));
    QVERIFY(writeMessageFile(path, odd).ok());
    const auto read = messagesInFile(path);
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->size(), std::size_t{1});
    const isaac::Message& back = read->front();
    QVERIFY(back.type_id == odd.type_id && back.segments == odd.segments && back.channel == "odd");
    QVERIFY(back.buffers.size() == 1 && *back.buffers[0] == "data");
  }
};

QTEST_MAIN(TestIsaacLog)
#include "test_isaac_log.moc"
