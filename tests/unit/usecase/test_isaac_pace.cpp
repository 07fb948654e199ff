// SPDX-License-Identifier: Apache-2.0
// When what is streamed is measured, and how long who sends by hand waits.
#include <cmath>
#include <future>
#include <numeric>

#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "tests/support/folders.h"
#include "tests/unit/isaac/linked_cell.h"
#include "tests/unit/isaac/stalled_log.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

class TestIsaacPace : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Whatever each measurement comes too late by, the thousandth beat is where it belongs.
  void beatsDoNotDrift() {
    LinkedCell cell;
    cell.scenery.addSensor("watch", cameraComponent(8, 6, 1.0), Pose::translation(0, 0, 2));
    cell.begin();
    const usecase::ShownWorld shown{cell.session->snapshot().world, {}, std::make_shared<model::ModelKeeper>()};
    usecase::SensorStreams streams({{"watch", 30.0}});
    constexpr double kStart = 1000.0;
    double time_s = kStart;
    for (int i = 0; i < 1000; ++i) {
      QVERIFY(streams.isDue(time_s));
      QCOMPARE(streams.measure(shown, time_s, {}).size(), std::size_t{2});
      const double due = streams.nextDue();
      QVERIFY2(std::abs(due - (kStart + (i + 1) / 30.0)) < 1e-6, qPrintable(QString::number(due, 'f', 6)));
      time_s = due + 0.001 * (i * 7 % 30);
    }
    // What was switched on late has left out nothing before.
    QCOMPARE(streams.states().at(0).late, std::uint64_t{0});
    QCOMPARE(streams.states().at(0).frames, std::uint64_t{1000});
    QVERIFY(std::isinf(usecase::SensorStreams({}).nextDue()));
  }

  // It is not looked for every few milliseconds whether something is due: that would be missing for what is measured.
  void itIsMeasuredOnTheBeat() {
    LinkedCell cell;
    cell.scenery.addSensor("watch", cameraComponent(8, 6, 1.0), Pose::translation(0, 0, 2));
    cell.begin();
    constexpr double kRate = 30.0;
    usecase::LinkOptions options;
    options.streams = {{"watch", kRate, usecase::kTellDepth}};
    options.collisions = false;
    ISAAC_DONE(cell.start(options));
    std::vector<double> times;
    while (times.size() < 90) {
      const auto message = cell.next("depth");
      QVERIFY(message);
      times.push_back(1e-9 * static_cast<double>(message->acqtime_ns));
    }
    const std::uint64_t late = cell.link->report().streams.at(0).late;
    // Behind the earliest of all, in beats: how far each is from the nearest one.
    std::vector<double> behind;
    double earliest = 1.0;
    for (const double t : times) {
      const double beats = (t - times.front()) * kRate;
      behind.push_back((beats - std::round(beats)) / kRate);
      earliest = std::min(earliest, behind.back());
    }
    for (double& b : behind) b -= earliest;
    std::ranges::sort(behind);
    const double middle = behind[behind.size() / 2], span = times.back() - times.front();
    qInfo("%.2f ms behind the beat in the middle, %.2f at most; %.3f a second, %llu left out", 1000 * middle,
          1000 * behind.back(), static_cast<double>(times.size() - 1 + late) / span,
          static_cast<unsigned long long>(late));
    QVERIFY(middle < 0.001);
    QVERIFY(std::abs(static_cast<double>(times.size() - 1 + late) / span - kRate) < 0.5);
  }

  // Beside a recording that waits for the disk, a person is told so in half a second, and nothing has gone.
  void whoSendsByHandDoesNotWaitForTheDisk() {
    if (!StalledLog::isPossible()) QSKIP("python3-lmdb is not there");
    const ScratchFolder folder;
    LinkedCell cell;
    cell.begin();
    ISAAC_DONE(cell.start());
    ISAAC_DONE(cell.link->startLog(folder.path("log").toStdString()));
    Message edge = messageOf(PoseEdge{"world", "idea", Pose()});
    edge.channel = "idea";
    ISAAC_DONE(cell.link->offer(edge));
    QVERIFY(comes([&] { return cell.link->report().logged > 0; }));
    StalledLog disk;
    QVERIFY(disk.stall(folder.path("log")));
    // More than the recording lets wait: the last one waits itself.
    constexpr int kSide = 3000, kPictures = 12;
    const auto pixels = bytes(std::string(4u * kSide * kSide, '\0'));
    auto filling = std::async(std::launch::async, [&] {
      Status done;
      for (int i = 0; i < kPictures && done.ok(); ++i) {
        auto picture = depthMessage({{kSide, kSide, 1, PixelType::kFloat32, pixels}, {1, 1, 1, 1}, 0, 1}).value();
        picture.channel = "depth";
        done = cell.link->send(std::move(picture));
      }
      return done;
    });
    Status told;
    QVERIFY(comes([&] { return !(told = cell.link->offer(edge)).ok(); }));
    QCOMPARE(codeOf(told), std::string("isaac.queue-full"));
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(codeOf(cell.link->offer(edge)), std::string("isaac.queue-full"));
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    disk.release();
    ISAAC_DONE(filling.get());
    ISAAC_DONE(cell.link->offer(edge));
    ISAAC_DONE(cell.link->endLog());
  }

  // What touched in the world before is told of the next one, too: its things may have the same ids.
  void anotherWorldTellsWhatTouchesInIt() {
    LinkedCell cell;
    cell.scenery.add("post", geometry::Box{Vec3(1, 1, 1)}, Pose::translation(0, 0, 0.2));
    cell.begin();
    ISAAC_DONE(cell.start());
    QVERIFY(cell.next("collision"));
    while (cell.next("collision", 0.5)) continue;  // once more for a reader that came late
    const world::World same = *cell.session->snapshot().world;
    cell.session->replace(same);
    const auto told = cell.next("collision");
    QVERIFY(told);
    ISAAC_GOT(const CollisionEvent event, collisionOf(*told));
    QVERIFY(event.name == "post" || event.other_name == "post");
  }
};

QTEST_GUILESS_MAIN(TestIsaacPace)
#include "test_isaac_pace.moc"
