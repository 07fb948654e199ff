// SPDX-License-Identifier: Apache-2.0
// A force-torque sensor in the window: what it measures at rest, of what hangs on it, and while physics plays.
#include <QLabel>
#include <cmath>

#include "app/editor/physics_desk.h"
#include "app/editor/sensor_desk.h"
#include "core/session/edit_builders.h"
#include "core/session/object_properties.h"
#include "tests/gui/editor/window_test.h"
#include "ui/bridge/physics.h"
#include "ui/panels/force_page.h"
#include "ui/panels/sensor_window.h"
#include "ui/widgets/chip.h"

using namespace ww;
using namespace ww::editor;

class TestForceSensor : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void whatHangsOnItIsWeighed();

 private:
  world::WorldPtr now() { return window_->bridge().snapshot().world; }
  ui::Chip* chip() {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->property("about").toString() == QStringLiteral("sensor")) return chip;
    return nullptr;
  }
  const ui::SensorWindow& readings() { return *window_->sensors().picture(); }
  QString figure(const char* name) {
    for (auto* label : readings().force().findChildren<QLabel*>())
      if (label->accessibleName() == QLatin1String(name)) return label->text();
    return {};
  }
  void savePicture(const char* name) {
    const QString folder = qEnvironmentVariable("WW_PICTURES");
    if (!folder.isEmpty()) window_->sensors().picture()->grab().save(folder + QLatin1Char('/') + QLatin1String(name));
  }
};

void TestForceSensor::whatHangsOnItIsWeighed() {
  run("add.sample.force_torque_sensor");
  QTRY_VERIFY_WITH_TIMEOUT(bool{now()->aliasNamed("force_torque_sensor")}, 20000);
  const ObjectId sensor = now()->aliasNamed("force_torque_sensor");
  window_->selection().select({sensor});
  // Nothing carries it: that is said, with what to do.
  QTRY_VERIFY_WITH_TIMEOUT(chip()->isVisible() && chip()->text().contains(QStringLiteral("nothing")), 20000);
  QTest::mouseClick(chip(), Qt::LeftButton);
  QTRY_VERIFY(window_->sensors().picture() && window_->sensors().picture()->isVisible());
  QTRY_VERIFY2(readings().words().contains(QStringLiteral("hangs on nothing")), qPrintable(readings().words()));
  QVERIFY(figure("Force along z") == QStringLiteral("-") && !readings().canvas().isVisible());
  // It stands, and weighs itself: 0.3 kg.
  window_->bridge().commit(QStringLiteral("stand"), session::setSimulation(sensor, {.is_static = true}));
  QTRY_COMPARE_WITH_TIMEOUT(figure("Force along z"), QStringLiteral("-2.943 N"), 20000);
  // A box of 2 kg hangs on it, 0.2 m along x: 22.563 N down, and 0.2 m times 19.62 N about y.
  const Pose at = now()->rootT(sensor) * Pose::translation(0.2, 0, 0.1);
  window_->bridge().commit(
      QStringLiteral("make"),
      session::createPrimitive(sensor, now()->peek(sensor)->rootEntity(), "weight", geometry::Box{Vec3::Constant(0.1)},
                               {0.8f, 0.4f, 0.2f, 1.0f}, now()->rootT(sensor).inverse() * at));
  // A new box has 1 kg; how the figures are to be read is said below them.
  QTRY_COMPARE_WITH_TIMEOUT(figure("Force along z"), QStringLiteral("-12.75 N"), 20000);
  QVERIFY2(figure("How the figures are to be read").contains(QStringLiteral("in the axes of")),
           qPrintable(figure("How the figures are to be read")));
  const ObjectId weight = now()->childNamed(sensor, "weight");
  const auto link = now()->entity(now()->peek(weight)->rootEntity());
  window_->bridge().commit(QStringLiteral("weigh"),
                           session::setLinkPhysics(*now(), link->id, *session::physicsOfShape(*link, 2.0)));
  QTRY_COMPARE_WITH_TIMEOUT(figure("Force along z"), QStringLiteral("-22.56 N"), 20000);
  QCOMPARE(figure("Whole force"), QStringLiteral("22.56 N"));
  QCOMPARE(figure("Torque about y"), QStringLiteral("3.924 Nm"));
  QVERIFY2(readings().words().contains(QStringLiteral("at rest; 2.3 kg")), qPrintable(readings().words()));
  savePicture("force_at_rest.png");
  // While physics plays, readings come by themselves; a second box falls on the first and is felt.
  window_->bridge().commit(
      QStringLiteral("make"),
      session::createPrimitive(world::kRootObject, world::kRootEntity, "falling", geometry::Box{Vec3::Constant(0.05)},
                               {0.2f, 0.4f, 0.8f, 1.0f}, at * Pose::translation(0, 0, 0.3)));
  const auto falling = now()->entity(now()->peek(now()->childNamed(world::kRootObject, "falling"))->rootEntity());
  window_->bridge().commit(QStringLiteral("weigh"),
                           session::setLinkPhysics(*now(), falling->id, *session::physicsOfShape(*falling, 1.0)));
  ui::Physics& physics = window_->physics().physics();
  physics.play();
  QTRY_VERIFY_WITH_TIMEOUT(readings().words().contains(QStringLiteral("s of physics")), 60000);
  QTRY_COMPARE_WITH_TIMEOUT(figure("Force along z"), QStringLiteral("-32.37 N"), 60000);
  QTRY_VERIFY_WITH_TIMEOUT(readings().force().trace(false).count() > 30, 60000);
  QVERIFY(readings().force().trace(false).most() > 32.0);
  savePicture("force_in_physics.png");
  physics.stop();
  QTRY_COMPARE_WITH_TIMEOUT(figure("Force along z"), QStringLiteral("-22.56 N"), 20000);
  // Another sensor has its picture again.
  run("add.sample.camera");
  QTRY_VERIFY_WITH_TIMEOUT(bool{now()->aliasNamed("camera")}, 20000);
  window_->selection().select({now()->aliasNamed("camera")});
  QTRY_VERIFY_WITH_TIMEOUT(readings().canvas().isVisible() && !readings().canvas().image().isNull(), 20000);
}

int main(int argc, char** argv) { return runWindowTest<TestForceSensor>(argc, argv); }
#include "test_force_sensor.moc"
