// SPDX-License-Identifier: Apache-2.0
// Sensors in the window: added from the menu, what they look at in the view, their live picture.
#include <QCheckBox>
#include <QComboBox>
#include <QLocale>
#include <cmath>

#include "app/editor/sensor_desk.h"
#include "app/editor/sight_desk.h"
#include "core/sensing/sensor.h"
#include "core/session/edit_builders.h"
#include "core/session/pose_builders.h"
#include "core/session/program_builders.h"
#include "core/session/user_data.h"
#include "core/usecase/programs/plan_program.h"
#include "resources/samples/samples.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/sensor_window.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/chip.h"
#include "worldwright/v1/program.pb.h"

using namespace ww;
using namespace ww::editor;

class TestSensorPicture : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aCameraFromTheMenuShowsWhatItLooksAt();
  void theFrustumIsThatOfItsPicture();
  void theFrustumOfARoundLensEndsWhereThatDoes();
  void thePictureFollowsWhatMoves();
  void aPinnedPictureStays();
  void boxesLieOverThePicture();
  void aSensorGoesWithTheFrameThatWasActive();
  void theRaysOfAScannerEndWhereTheyMeetSomething();
  void pointsStandInTheViewAndInNoPicture();
  void whatHidesAnObjectIsTold();
  void whatIsSeenWhileAProgramRuns();
  void theCalibrationIsSaved();

 private:
  world::WorldPtr now() { return window_->bridge().snapshot().world; }
  ObjectId add(const char* what) {
    window_->selection().clear();
    run((std::string("add.sample.") + what).c_str());
    return wait(what);
  }
  ObjectId wait(const char* what) {
    (void)QTest::qWaitFor([&] { return bool{now()->aliasNamed(what)}; }, 20000);
    return now()->aliasNamed(what);
  }
  // A box in front of the camera, which looks along x.
  ObjectId boxBefore(ObjectId camera, double away) {
    const Pose at = now()->rootT(camera) * Pose::translation(away, 0, 0.015);
    window_->bridge().commit(QStringLiteral("make"),
                             session::createPrimitive(world::kRootObject, world::kRootEntity, "target",
                                                      geometry::Box{{0.2, 0.2, 0.2}}, {0.9f, 0.1f, 0.1f, 1.0f}, at));
    return now()->childNamed(world::kRootObject, "target");
  }
  ui::Chip* chip() {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->property("about").toString() == QStringLiteral("sensor")) return chip;
    return nullptr;
  }
  const ui::SensorCanvas& canvas() { return window_->sensors().picture()->canvas(); }
  QRgb middle() {
    const QImage& image = canvas().image();
    return image.isNull() ? 0u : image.pixel(image.width() / 2, image.height() / 2);
  }
  std::vector<ui::scene::Measure> lines() {
    return window_->viewHost().view()->marks().measures(ui::scene::MeasureOf::kSensor);
  }
  static void chooseSight(ui::SightBar* sight, const char* name) {
    auto* box = sight->findChild<QComboBox*>(QStringLiteral("sightObject"));
    QVERIFY2(box->findText(QLatin1String(name)) > 0, name);
    box->setCurrentIndex(box->findText(QLatin1String(name)));
  }
  void openPicture() {
    QTRY_VERIFY(chip()->isVisible());
    QTest::mouseClick(chip(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window_->sensors().picture() && !canvas().image().isNull(), 20000);
  }
};

void TestSensorPicture::aCameraFromTheMenuShowsWhatItLooksAt() {
  QVERIFY(!chip()->isVisible());
  const ObjectId camera = add("camera");
  QVERIFY(bool{camera});
  boxBefore(camera, 1.0);
  window_->selection().select({camera});
  openPicture();
  QTRY_VERIFY_WITH_TIMEOUT(qRed(middle()) > 60 && qGreen(middle()) < 40, 20000);
  window_->selection().clear();
  QTRY_VERIFY(!chip()->isVisible());
  QVERIFY(lines().empty());
  QVERIFY(canvas().image().isNull());
}

void TestSensorPicture::theFrustumIsThatOfItsPicture() {
  const ObjectId camera = add("camera");
  window_->selection().select({camera});
  QTRY_VERIFY_WITH_TIMEOUT(!lines().empty(), 20000);
  // The edges from the eye: 60 degrees from side to side, 640 to 480.
  const Pose housing = now()->rootT(camera);
  int edges = 0;
  for (const ui::scene::Measure& line : lines()) {
    const Vec3 way = housing.q.conjugate() * (line.p_b - line.p_a);
    if ((housing.inverse() * line.p_a - Vec3(0.017, 0, 0.015)).norm() > 1e-9) continue;
    ++edges;
    QVERIFY(std::abs(std::abs(way.y()) / way.x() - std::tan(M_PI / 6)) < 1e-9);
    QVERIFY(std::abs(std::abs(way.z()) / way.x() - std::tan(M_PI / 6) * 0.75) < 1e-9);
  }
  QCOMPARE(edges, 4);
}

// It leaves the corners dark, and shows the upper edge.
void TestSensorPicture::theFrustumOfARoundLensEndsWhereThatDoes() {
  const ObjectId camera = add("camera");
  std::string name;
  for (const world::EntityPtr& entity : now()->peek(camera)->entities)
    if (entity->kind == world::EntityKind::kSensor) name = entity->name;
  window_->bridge().commit(QStringLiteral("lens"),
                           session::setUserText(camera, sensing::fisheyeKey(name), "equidistant 0 0.4"));
  window_->selection().select({camera});
  QTRY_VERIFY_WITH_TIMEOUT(!lines().empty(), 20000);
  const Pose housing = now()->rootT(camera);
  int edges = 0;
  for (const ui::scene::Measure& line : lines()) {
    const Vec3 way = housing.q.conjugate() * (line.p_b - line.p_a);
    if ((housing.inverse() * line.p_a - Vec3(0.017, 0, 0.015)).norm() > 1e-9) continue;
    ++edges;
    const double aside = std::atan2(way.tail<2>().norm(), way.x());
    QVERIFY2(std::abs(aside - 0.4) < 1e-4, qPrintable(QString::number(aside)));
  }
  QCOMPARE(edges, 4);
  QVERIFY(lines().size() > 20);
}

void TestSensorPicture::thePictureFollowsWhatMoves() {
  const ObjectId camera = add("camera"), target = boxBefore(camera, 1.0);
  window_->selection().select({camera});
  openPicture();
  QTRY_VERIFY_WITH_TIMEOUT(qRed(middle()) > 60 && qGreen(middle()) < 40, 20000);
  window_->poseLayer().setRootTObject(target, now()->rootT(camera) * Pose::translation(1.0, 3.0, 0));
  QTRY_VERIFY_WITH_TIMEOUT(qGreen(middle()) > 60, 20000);
  window_->poseLayer().clear();
  QTRY_VERIFY_WITH_TIMEOUT(qGreen(middle()) < 40, 20000);
}

// Whoever moves the box that it looks at has to select that.
void TestSensorPicture::aPinnedPictureStays() {
  const ObjectId camera = add("camera"), target = boxBefore(camera, 1.0);
  window_->selection().select({camera});
  openPicture();
  QTRY_VERIFY_WITH_TIMEOUT(qRed(middle()) > 60 && qGreen(middle()) < 40, 20000);
  QTest::mouseClick(window_->sensors().picture()->pinBox(), Qt::LeftButton);
  const EntityId sensor = window_->sensors().watch().sensor();
  window_->selection().select({target});
  QTest::qWait(100);
  QCOMPARE(window_->sensors().watch().sensor().value, sensor.value);
  QVERIFY(qRed(middle()) > 60 && chip()->isVisible() && !lines().empty());
  window_->poseLayer().setRootTObject(target, now()->rootT(camera) * Pose::translation(1.0, 3.0, 0));
  QTRY_VERIFY_WITH_TIMEOUT(qGreen(middle()) > 60, 20000);
  window_->poseLayer().clear();
  // Off, it is with what is selected again; so it is when the window is closed, or the sensor goes.
  QTest::mouseClick(window_->sensors().picture()->pinBox(), Qt::LeftButton);
  QTRY_VERIFY(canvas().image().isNull() && !chip()->isVisible());
  window_->selection().select({camera});
  QTRY_VERIFY_WITH_TIMEOUT(!canvas().image().isNull(), 20000);
  QTest::mouseClick(window_->sensors().picture()->pinBox(), Qt::LeftButton);
  window_->selection().select({target});
  QVERIFY(
      window_->bridge().commit(QStringLiteral("gone"), session::deleteObjects(std::vector<ObjectId>{camera}, true)));
  QTRY_VERIFY(!window_->sensors().watch().isPinned() && lines().empty());
  QVERIFY(!window_->sensors().picture()->pinBox()->isChecked());
}

void TestSensorPicture::boxesLieOverThePicture() {
  const ObjectId camera = add("depth_camera");
  boxBefore(camera, 1.0);
  window_->selection().select({camera});
  openPicture();
  QCOMPARE(canvas().boxCount(), std::size_t{0});
  auto* picture = window_->findChild<ui::SensorWindow*>();
  picture->findChild<QCheckBox*>()->setChecked(true);
  QTRY_COMPARE_WITH_TIMEOUT(canvas().boxCount(), std::size_t{1}, 20000);
  const QRgb before = middle();
  picture->findChild<QComboBox*>()->setCurrentIndex(2);
  QTRY_VERIFY_WITH_TIMEOUT(middle() != before, 20000);
}

void TestSensorPicture::aSensorGoesWithTheFrameThatWasActive() {
  const ObjectId stand = add("pedestal");
  QVERIFY(window_->bridge().commit(
      QStringLiteral("frame"),
      session::createFrame(stand, now()->object(stand)->rootEntity(), "mount", Pose::translation(0.1, 0.2, 0.7))));
  const FrameId mount = now()->frameNamed(stand, "mount");
  window_->selection().select({mount});
  run("add.sample.camera");
  const ObjectId camera = wait("camera");
  QVERIFY(bool{camera});
  QVERIFY(positionDistance(now()->rootT(camera), now()->rootT(mount)) < 1e-12);
  QVERIFY(now()->object(camera)->parent == stand);
}

void TestSensorPicture::theRaysOfAScannerEndWhereTheyMeetSomething() {
  const ObjectId scanner = add("laser_scanner");
  const Pose at = now()->rootT(scanner);
  window_->bridge().commit(QStringLiteral("make"), session::createPrimitive(world::kRootObject, world::kRootEntity,
                                                                            "wall", geometry::Box{{0.2, 9.0, 9.0}}, {},
                                                                            at * Pose::translation(2.1, 0, 0)));
  window_->selection().select({scanner});
  QTRY_VERIFY_WITH_TIMEOUT(lines().size() > 50, 20000);
  const auto ahead = [&] {
    double farthest = 0.0;
    for (const auto& line : lines()) farthest = std::max(farthest, (at.inverse() * line.p_b).x());
    return farthest;
  };
  QTRY_VERIFY2_WITH_TIMEOUT(std::abs(ahead() - 2.0) < 1e-4, qPrintable(QString::number(ahead())), 20000);
}

// Of the scanner they are seen in the view, stay while something else is selected, and no camera sees them.
void TestSensorPicture::pointsStandInTheViewAndInNoPicture() {
  const ObjectId camera = add("camera"), scanner = add("laser_scanner");
  const Pose at = now()->rootT(camera);
  window_->bridge().commit(
      QStringLiteral("make"),
      session::createPrimitive(world::kRootObject, world::kRootEntity, "wall", geometry::Box{{0.2, 9.0, 9.0}},
                               {0.2f, 0.2f, 0.2f, 1.0f}, at * Pose::translation(3.0, 0, 0)));
  const ObjectId wall = now()->childNamed(world::kRootObject, "wall");
  window_->selection().select({camera});
  openPicture();
  const QImage before = canvas().image();
  window_->selection().select({scanner});
  auto* picture = window_->sensors().picture();
  QTRY_VERIFY_WITH_TIMEOUT(picture->pointsBox()->isEnabled(), 20000);
  QCOMPARE(window_->sensors().pointsShown(), std::size_t{0});
  QTest::mouseClick(picture->pointsBox(), Qt::LeftButton, {}, QPoint(8, picture->pointsBox()->height() / 2));
  QVERIFY(picture->pointsBox()->isChecked());
  QTRY_VERIFY_WITH_TIMEOUT(window_->sensors().pointsShown() > 50, 20000);
  const std::size_t many = window_->sensors().pointsShown();
  // Another one has a tick of its own, and a picture without them.
  window_->selection().select({camera});
  QTRY_VERIFY(!picture->pointsBox()->isChecked());
  QCOMPARE(window_->sensors().pointsShown(), many);
  QTRY_VERIFY_WITH_TIMEOUT(!canvas().image().isNull(), 20000);
  QCOMPARE(canvas().image(), before);
  // They follow what moves: without the wall there are fewer.
  window_->poseLayer().setRootTObject(wall, at * Pose::translation(3000.0, 0, 0));
  QTRY_VERIFY_WITH_TIMEOUT(window_->sensors().pointsShown() < many, 20000);
  window_->poseLayer().clear();
  QTRY_COMPARE_WITH_TIMEOUT(window_->sensors().pointsShown(), many, 20000);
  window_->selection().select({scanner});
  QTRY_VERIFY(picture->pointsBox()->isChecked());
  window_->bridge().commit(QStringLiteral("gone"), session::deleteObjects(std::vector{scanner}, true));
  QTRY_COMPARE_WITH_TIMEOUT(window_->sensors().pointsShown(), std::size_t{0}, 20000);
}

// Whether an object is seen, and what hides it, also while that moves.
void TestSensorPicture::whatHidesAnObjectIsTold() {
  const ObjectId camera = add("camera"), target = boxBefore(camera, 1.0);
  const Pose at = now()->rootT(camera);
  window_->bridge().commit(QStringLiteral("make"), session::createPrimitive(world::kRootObject, world::kRootEntity,
                                                                            "curtain", geometry::Box{{0.05, 0.6, 0.6}},
                                                                            {}, at * Pose::translation(0.5, 3, 0)));
  const ObjectId curtain = now()->childNamed(world::kRootObject, "curtain");
  window_->selection().select({camera});
  openPicture();
  auto* sight = window_->sensors().picture()->sight();
  QVERIFY(sight->told().isEmpty());
  chooseSight(sight, "target");
  QVERIFY(sight->watched() == target);
  QTRY_VERIFY2_WITH_TIMEOUT(sight->told() == QStringLiteral("target is seen, 100 % of it"), qPrintable(sight->told()),
                            20000);
  window_->poseLayer().setRootTObject(curtain, at * Pose::translation(0.5, 0, 0.015));
  QTRY_VERIFY2_WITH_TIMEOUT(sight->told().startsWith(QLatin1String("target is hidden by curtain")),
                            qPrintable(sight->told()), 20000);
  window_->poseLayer().setRootTObject(target, at * Pose::translation(-2, 0, 0));
  QTRY_VERIFY2_WITH_TIMEOUT(sight->told() == QStringLiteral("target is outside the picture"), qPrintable(sight->told()),
                            20000);
  window_->poseLayer().clear();
  window_->bridge().commit(QStringLiteral("gone"), session::deleteObjects(std::vector{target}, true));
  QTRY_VERIFY(sight->told().isEmpty() && !sight->watched());
}

void TestSensorPicture::whatIsSeenWhileAProgramRuns() {
  auto& session = window_->bridge().session();
  session.replace(samples::makeSample("pick_and_place", session.store()).value());
  const ObjectId camera = add("camera");
  const Pose above = now()->rootT(now()->find("robot")) * Pose{Vec3(2.5, 0, 0.8), Quat(0, 0, 0, 1)};
  window_->bridge().commit(QStringLiteral("place"),
                           session::setPoses(*now(), {{{camera}, {world::kRootObject}, above}}));
  worldwright::v1::Program program;
  program.set_name("idle");
  program.add_steps()->mutable_wait()->set_seconds(0.5);
  QVERIFY(window_->bridge().commit(QStringLiteral("program"), session::setProgram(program)));
  window_->selection().select({camera});
  openPicture();
  auto* sight = window_->sensors().picture()->sight();
  chooseSight(sight, "robot");
  QTRY_VERIFY_WITH_TIMEOUT(sight->told().startsWith(QLatin1String("robot is seen")), 20000);
  auto* when = window_->sensors().picture()->findChild<QComboBox*>(QStringLiteral("sightWhen"));
  QCOMPARE(when->count(), 2);
  when->setFocus();
  QTest::keyClick(when, Qt::Key_Down);
  // It was never planned: that is said.
  QTRY_VERIFY2_WITH_TIMEOUT(sight->told().contains(QLatin1String("not planned")), qPrintable(sight->told()), 20000);
  const auto planned = usecase::planProgram(*now(), "idle", {});
  QVERIFY2(planned.ok(), planned.status().line().c_str());
  QVERIFY(window_->bridge().commit(QStringLiteral("plan"), session::setProgramPlan("idle", *planned->plan)));
  QTRY_VERIFY2_WITH_TIMEOUT(sight->told().contains(QLatin1String(" s: robot is seen")), qPrintable(sight->told()),
                            20000);
  QVERIFY2(sight->told().startsWith(QLocale().toString(0.0, 'f', 2)), qPrintable(sight->told()));
}

void TestSensorPicture::theCalibrationIsSaved() {
  const ObjectId camera = add("camera");
  window_->selection().select({camera});
  openPicture();
  auto* desk = window_->sensors().picture()->findChild<SightDesk*>();
  const QString ros = folder_.filePath(QStringLiteral("lens.yaml")), cv = folder_.filePath(QStringLiteral("lens.yml"));
  desk->saveCalibration(ros);
  desk->saveCalibration(cv);
  const auto text = [](const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  };
  QVERIFY2(text(ros).contains("image_width: 640"), text(ros).constData());
  QVERIFY2(text(cv).startsWith("%YAML") && text(cv).contains("camera_matrix"), text(cv).constData());
  desk->saveCalibration(folder_.filePath(QStringLiteral("nowhere/lens.yaml")));
  QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("nowhere/lens.yaml"))));
}

int main(int argc, char** argv) { return runWindowTest<TestSensorPicture>(argc, argv); }
#include "test_sensor_picture.moc"
