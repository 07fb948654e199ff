// SPDX-License-Identifier: Apache-2.0
// Colour and depth of 640 x 480 are streamed while things move in the window: how long its turns take meanwhile.
#include <QElapsedTimer>
#include <QTimer>

#include "app/editor/isaac_desk.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/types.h"
#include "core/session/pose_builders.h"
#include "resources/samples/samples.h"
#include "tests/gui/editor/isaac_page_test.h"
#include "ui/bridge/watchdog.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::editor;

class TestIsaacWatchdog : public IsaacPageTest {
  Q_OBJECT
 public:
  explicit TestIsaacWatchdog(ui::Watchdog& dog) : dog_(dog) {}
 private Q_SLOTS:
  void cleanup() { dog_.setFrameSource({}); }
  void theWindowIsAtHandWhileACameraIsStreamed();

 private:
  ui::Watchdog& dog_;
};

void TestIsaacWatchdog::theWindowIsAtHandWhileACameraIsStreamed() {
  constexpr std::uint64_t kFrames = 60;
  auto& session = window_->bridge().session();
  session.replace(samples::makeSample("pick_and_place", session.store()).value());
  QTRY_VERIFY(world()->find("robot"));
  const ObjectId robot = world()->find("robot");
  run("add.sample.camera");
  QTRY_VERIFY_WITH_TIMEOUT(bool{world()->aliasNamed("camera")}, 20000);
  const ObjectId camera = world()->aliasNamed("camera");
  const Pose ahead = world()->rootT({robot}) * Pose{Vec3(2.5, 0, 0.8), Quat(0, 0, 0, 1)};
  window_->bridge().commit(QStringLiteral("place"),
                           session::setPoses(*world(), {{{camera}, {world::kRootObject}, ahead}}));
  QTRY_VERIFY(world()->rootT({camera}).p == ahead.p);
  switchOn();
  const auto reader = connected();
  ui::IsaacSettings settings = exchange().settings();
  settings.sensors = {QString::fromStdString(world()->display({camera}))};
  settings.rate = 30.0;
  exchange().setSettings(settings);
  const auto stream = [&] {
    const auto& streams = exchange().report().streams;
    return streams.empty() ? usecase::StreamState() : streams.front();
  };
  std::map<std::string, std::uint64_t> came;
  const auto read = [&] {
    while (const auto message = reader->next(0.0)) {
      ++came[message->channel];
      if (const auto picture = isaac::pictureOf(*message); picture.ok() && picture->picture.cols != 640)
        ++came["of another size"];
    }
  };
  QTRY_VERIFY_WITH_TIMEOUT(stream().frames > 2, 30000);
  // The robot goes to and fro, as a motion that is played.
  QTimer mover;
  mover.setInterval(20);
  QElapsedTimer elapsed;
  const JointVector joints = world()->object(robot)->jointPositions();
  connect(&mover, &QTimer::timeout, this, [&] {
    JointVector now = joints;
    now[0] += 0.5 * std::sin(0.002 * static_cast<double>(elapsed.elapsed()));
    window_->poseLayer().setJoints(robot, now);
  });
  dog_.setFrameSource([this] { return ui::ViewProbe(*window_->viewHost().view()).frameTotals(); });
  const std::uint64_t before = stream().frames;
  elapsed.start();
  dog_.reset();
  mover.start();
  QTRY_VERIFY_WITH_TIMEOUT((read(), stream().frames >= before + kFrames), 120000);
  mover.stop();
  const double seconds = 0.001 * static_cast<double>(elapsed.elapsed());
  const std::uint64_t frames = stream().frames - before, late = stream().late;
  std::fprintf(stderr,
               "%llu pictures of 640 x 480 in %.1f s beside the window (%.1f a second of 30, %llu left out in all, the "
               "last took %.1f ms); outside frames at most %.1f ms of CPU a turn; %s\n",
               static_cast<unsigned long long>(frames), seconds, static_cast<double>(frames) / seconds,
               static_cast<unsigned long long>(late), 1000.0 * stream().seconds, dog_.worstOutsideFrameMs(),
               qPrintable(dog_.summary()));
  QVERIFY(came["color"] > kFrames / 2 && came["depth"] > kFrames / 2);
  QCOMPARE(came["of another size"], std::uint64_t{0});
  QVERIFY2(dog_.worstOutsideFrameMs() < ui::Watchdog::Limits().cpu_outside_frame_ms, qPrintable(dog_.summary()));
  // Where nothing else has the processors.
  if (qEnvironmentVariableIsSet("WW_SPEED")) QVERIFY(static_cast<double>(frames) / seconds >= 10.0);
  window_->poseLayer().clear();
}

int main(int argc, char** argv) {
  qputenv("QT3D_RENDERER", "opengl");
  ui::Watchdog dog;
  dog.setPrintAbove(-1);
  ui::WatchedApplication app(argc, argv, &dog);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("messages test"));
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  TestIsaacWatchdog test(dog);
  return QTest::qExec(&test, argc, argv);
}
#include "test_isaac_watchdog.moc"
