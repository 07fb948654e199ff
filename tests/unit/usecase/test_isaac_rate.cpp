// SPDX-License-Identifier: Apache-2.0
// Colours and depth of 640 x 480 thirty times a second, without a window, while a robot moves. What must hold is judged
// where WW_SPEED says that nothing else has the processors.
#include "resources/samples/samples.h"
#include "tests/unit/isaac/linked_cell.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

constexpr double kRate = 30.0, kSeconds = 5.0;

// Looks at the robot from 2.5 m before it.
Pose beforeTheRobot() {
  Eigen::Matrix3d axes;
  axes.col(0) = Vec3::UnitY();
  axes.col(1) = -Vec3::UnitZ();
  axes.col(2) = -Vec3::UnitX();
  return {Vec3(2.5, 0.0, 0.8), Quat(axes)};
}

}  // namespace

class TestIsaacRate : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void coloursAndDepthThirtyTimesASecond() {
    LinkedCell cell;
    cell.scenery.w = samples::makeSample("pick_and_place", *cell.scenery.store).value();
    const ObjectId robot = cell.scenery.w.find("robot");
    QVERIFY(robot);
    cell.scenery.addSensor("watch", cameraComponent(640, 480, 1.0), cell.scenery.w.rootT({robot}) * beforeTheRobot());
    cell.begin();
    usecase::LinkOptions options;
    options.streams = {{"watch", kRate}};
    options.threads = 2;
    ISAAC_DONE(cell.start(options));
    const auto stream = [&] {
      const auto streams = cell.link->report().streams;
      return streams.empty() ? usecase::StreamState() : streams.front();
    };
    QVERIFY(cell.next("depth") && comes([&] { return stream().frames > 5; }));
    (void)cell.reader->take();

    const JointVector joints = cell.scenery.w.object(robot)->jointPositions();
    const usecase::StreamState before = stream();
    std::map<std::string, int> came;
    QElapsedTimer timer, moved;
    timer.start();
    moved.start();
    while (static_cast<double>(timer.elapsed()) < 1000.0 * kSeconds) {
      if (const auto message = cell.reader->next(0.005)) ++came[message->channel];
      if (moved.elapsed() < 20) continue;
      moved.restart();
      model::Overrides shown;
      shown.joints[robot] = joints;
      shown.joints[robot][0] += 0.5 * std::sin(0.002 * static_cast<double>(timer.elapsed()));
      cell.link->show(shown);
    }
    const double seconds = 0.001 * static_cast<double>(timer.elapsed());
    const usecase::StreamState after = stream();
    const std::uint64_t measured = after.frames - before.frames, left_out = after.late - before.late;
    const double rate = came["depth"] / seconds;
    qInfo("%.1f pictures of each a second of %.0f, %llu left out; the last took %.1f ms on two threads", rate, kRate,
          static_cast<unsigned long long>(left_out), 1000.0 * after.seconds);
    QVERIFY(after.failure.ok());
    QVERIFY(std::abs(came["color"] - came["depth"]) <= 1);
    // What could not be measured in time is counted.
    QVERIFY(std::abs(static_cast<double>(measured + left_out) - kRate * seconds) <= 4.0);
    QCOMPARE(cell.link->report().receivers.at(0).dropped, std::uint64_t{0});
    if (qEnvironmentVariableIsSet("WW_SPEED")) QVERIFY2(rate >= 29.5, qPrintable(QString::number(rate)));
  }
};

QTEST_GUILESS_MAIN(TestIsaacRate)
#include "test_isaac_rate.moc"
