// SPDX-License-Identifier: Apache-2.0
// Recordings of large pictures: who ends one does not wait for the disk. WW_PICTURE_SIDE: pixels along a side.
#include <atomic>
#include <thread>

#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "tests/support/folders.h"
#include "tests/unit/isaac/linked_cell.h"
#include "tests/unit/isaac/stalled_log.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

class TestIsaacRecording : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aRecordingEndsBesideAllElse() {
    const ScratchFolder folder;
    const std::string place = folder.path("log").toStdString();
    LinkedCell cell;
    cell.begin();
    ISAAC_DONE(cell.start({}, false));
    QVERIFY(!cell.link->endLogLater());
    ISAAC_DONE(cell.link->startLog(place));
    constexpr int kPictures = 4;
    const int given = qEnvironmentVariableIntValue("WW_PICTURE_SIDE"), side = given > 0 ? given : 3000;  // of 36 MB
    const auto count = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    const std::string pixels(4 * count, '\0');
    for (int i = 0; i < kPictures; ++i) {
      ISAAC_GOT(Message picture,
                depthMessage({{side, side, 1, PixelType::kFloat32, bytes(pixels)}, {1, 1, 1, 1}, 0, 1}));
      picture.channel = "depth";
      ISAAC_DONE(cell.link->send(std::move(picture)));
    }
    QElapsedTimer timer;
    timer.start();
    auto ending = cell.link->endLogLater();
    const qint64 waited = timer.elapsed();
    QVERIFY(ending && ending->folder == place);
    QVERIFY2(waited < 100, qPrintable(QString::number(waited)));
    QVERIFY(cell.link->report().log.empty());
    QVERIFY(ending->log->taken() >= kPictures);
    // The link goes on meanwhile, and may go before it.
    ISAAC_DONE(cell.link->startLog(place + "2"));
    cell.link.reset();
    ISAAC_DONE(ending->done.get());
    qInfo("%lld ms until all was on the disk", static_cast<long long>(timer.elapsed()));
    QCOMPARE(ending->log->written(), ending->log->taken());
    ISAAC_GOT(const CaskReader log, CaskReader::open(place));
    const auto depth = std::ranges::find(log.channels(), std::string("depth"), &LogChannel::name);
    QVERIFY(depth != log.channels().end() && depth->entries.size() == kPictures);
    ISAAC_GOT(const Message last, log.message(*depth, depth->entries.back()));
    QCOMPARE(last.buffers.at(0)->size(), pixels.size());
  }

  // The disk stands still, and one message waits for room in the very moment when the recording ends.
  void whatWasSentWhenARecordingEndsIsInIt() {
    if (!StalledLog::isPossible()) QSKIP("python3-lmdb is not there");
    const ScratchFolder folder;
    const std::string place = folder.path("log").toStdString();
    LinkedCell cell;
    cell.begin();
    ISAAC_DONE(cell.start({}, false));
    ISAAC_DONE(cell.link->startLog(place));
    constexpr int kSide = 4096;  // 64 MiB: four wait, and the next one waits for room
    constexpr std::uint64_t kUntilFull = 4, kInAll = 9;
    const isaac::Buffer pixels = bytes(std::string(std::size_t{4} * kSide * kSide, '\0'));
    ISAAC_GOT(Message picture, depthMessage({{kSide, kSide, 1, PixelType::kFloat32, pixels}, {1, 1, 1, 1}, 0, 1}));
    picture.channel = "still";
    std::atomic<std::uint64_t> sent = 0;
    std::jthread sender;
    StalledLog disk;  // released before the sender is waited for, whatever fails
    QVERIFY(disk.stall(QString::fromStdString(place)));
    sender = std::jthread([&] {
      for (; sent < kInAll; ++sent)
        if (!cell.link->send(picture).ok()) return;
    });
    const auto seen = [&] {
      for (const usecase::SeenChannel& one : cell.link->channels())
        if (one.last.channel == "still") return one.count;
      return std::uint64_t{0};
    };
    std::uint64_t under_way = 0;
    QVERIFY(comes([&] {
      under_way = seen();
      QThread::msleep(300);
      return under_way > kUntilFull && under_way == seen() && under_way == sent + 1;
    }));
    QVERIFY(under_way < kInAll);
    auto ending = cell.link->endLogLater();
    QVERIFY(ending);
    // Who sends goes on, though nothing can be written yet.
    QVERIFY(comes([&] { return sent == kInAll; }));
    QVERIFY(ending->done.wait_for(std::chrono::seconds(0)) != std::future_status::ready);
    disk.release();
    ISAAC_DONE(ending->done.get());
    ISAAC_GOT(const CaskReader log, CaskReader::open(place));
    QVERIFY(log.notes().empty());
    const auto still = std::ranges::find(log.channels(), std::string("still"), &LogChannel::name);
    QVERIFY(still != log.channels().end());
    QCOMPARE(still->entries.size(), under_way);
    for (const LogEntry& entry : still->entries) {
      ISAAC_GOT(const Message one, log.message(*still, entry));
      QCOMPARE(one.buffers.at(0)->size(), pixels->size());
    }
  }

  // What is on its way to be told keeps the log that it was sent into.
  void aHeldLogEndsWhenItIsLetGo() {
    const ScratchFolder folder;
    const std::string place = folder.path("log").toStdString();
    LinkedCell cell;
    cell.begin();
    ISAAC_DONE(cell.start({}, false));
    ISAAC_DONE(cell.link->startLog(place));
    usecase::LogHold held = cell.link->holdLog();
    auto ending = cell.link->endLogLater();
    QVERIFY(held && ending && !cell.link->holdLog());
    const auto edge = [](const char* name) {
      Message out = messageOf(PoseEdge{"world", name, Pose()});
      out.channel = "by_hand";
      return out;
    };
    ISAAC_DONE(cell.link->offer(edge("later")));
    ISAAC_DONE(cell.link->offer(edge("before"), held));
    QVERIFY(ending->done.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready);
    held.reset();
    ISAAC_DONE(ending->done.get());
    ISAAC_GOT(const CaskReader log, CaskReader::open(place));
    const auto by_hand = std::ranges::find(log.channels(), std::string("by_hand"), &LogChannel::name);
    QVERIFY(by_hand != log.channels().end());
    QCOMPARE(by_hand->entries.size(), std::size_t{1});
    ISAAC_GOT(const Message one, log.message(*by_hand, by_hand->entries[0]));
    QCOMPARE(poseEdgeOf(one)->rhs, std::string("before"));
  }

  // Of all that is there, at rest or not, whoever tells where it is.
  void aRecordingBeginsWithTheWholeState() {
    for (const Role role : {Role::kSimulator, Role::kApplication}) {
      const ScratchFolder folder;
      const std::string place = folder.path("log").toStdString();
      LinkedCell cell;
      cell.scenery.add("post", geometry::Box{Vec3(1, 1, 1)}, Pose::translation(1, 2, 3));
      cell.begin();
      usecase::LinkOptions options;
      options.role = role;
      ISAAC_DONE(cell.start(options, false));
      QThread::msleep(200);  // all has been told before
      ISAAC_DONE(cell.link->startLog(place));
      const std::uint64_t wanted = role == Role::kSimulator ? 4 : 1;  // two edges, bodies and the tree; the tree
      QVERIFY(comes([&] { return cell.link->report().logged >= wanted; }));
      ISAAC_DONE(cell.link->endLog());
      ISAAC_GOT(const CaskReader log, CaskReader::open(place));
      const auto trees = std::ranges::find(log.channels(), std::string("pose_tree"), &LogChannel::name);
      QVERIFY(trees != log.channels().end());
      ISAAC_GOT(const Message tree, log.message(*trees, trees->entries[0]));
      ISAAC_GOT(const std::vector<TreeNode> nodes, poseTreeOf(tree));
      QCOMPARE(nodes.size(), std::size_t{3});
      QVERIFY(std::ranges::any_of(
          nodes, [](const TreeNode& node) { return node.name == "post" && node.world_t_node.p == Vec3(1, 2, 3); }));
    }
  }
};

QTEST_GUILESS_MAIN(TestIsaacRecording)
#include "test_isaac_recording.moc"
