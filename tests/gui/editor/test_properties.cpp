// SPDX-License-Identifier: Apache-2.0
// What the properties say of the selected node, and what they refuse.
#include "core/world/updates/editor.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/joints_panel.h"
#include "ui/panels/properties_panel.h"

using namespace ww;

class TestProperties : public editor::WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aRefusedLimitStaysMarked();
  void anAttachmentIsShownAndTakenBack();
  void theSizeInTheWorldFollows();
  void theSizeOfALargeMeshComesLater();
  void undoInANameThatNobodyTypedInIsTheWorlds();
};

void TestProperties::undoInANameThatNobodyTypedInIsTheWorlds() {
  window_->addSampleObject(QStringLiteral("arm6"));
  const auto* joints = window_->findChild<ui::JointsPanel*>();
  QTRY_COMPARE_WITH_TIMEOUT(joints->rows().size(), std::size_t{6}, 20000);
  const ObjectId robot = joints->object();
  const Pose before = world()->rootT(robot);
  QVERIFY(window_->bridge().commit(
      QStringLiteral("Move"), session::setPose(robot, world::kRootObject, before * Pose::translation(0.1, 0.0, 0.0))));
  window_->selection().select({robot});
  QLineEdit* name = window_->findChild<ui::PropertiesPanel*>()->nameEdit();
  QTRY_VERIFY(name->isVisible() && !name->text().isEmpty());
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  name->setFocus();
  QTRY_VERIFY(name->hasFocus());
  const auto moved = [&] { return (world()->rootT(robot).p - before.p).norm(); };
  const auto isOn = [this](const char* id) { return window_->actions().action(QLatin1String(id))->isEnabled(); };
  QTRY_VERIFY(isOn("edit.undo"));
  QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier);
  QTRY_VERIFY(moved() < 1e-12);
  QTRY_VERIFY(isOn("edit.redo"));
  QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QTRY_VERIFY(moved() > 0.09);
  // What is being typed there is taken back first.
  const QString known = name->text();
  QTest::keyClicks(name, QStringLiteral("abc"));
  QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(name->text(), known);
  QVERIFY(moved() > 0.09);
}

void TestProperties::aRefusedLimitStaysMarked() {
  window_->addSampleObject(QStringLiteral("arm6"));
  auto* joints = window_->findChild<ui::JointsPanel*>();
  QTRY_COMPARE_WITH_TIMEOUT(joints->rows().size(), std::size_t{6}, 20000);
  const ObjectId robot = joints->object();
  const std::string name = world()->object(robot)->movingJointName(1);
  QVERIFY(
      window_->bridge().commit(QStringLiteral("Jog"), session::setJoint(robot, name, 13.5 * 3.14159265358979 / 180.0)));
  window_->selection().select({robot});
  const double limit = world()->object(robot)->movingJoint(1).application.lower;
  const auto field = [&]() -> ui::QuantityField* {
    for (auto* f : window_->findChild<ui::PropertiesPanel*>()->findChildren<ui::QuantityField*>())
      if (f->isVisible() &&
          f->edit()->accessibleName() == QStringLiteral("Lower limit of %1").arg(QString::fromStdString(name)))
        return f;
    return nullptr;
  };
  QTRY_VERIFY(field());
  auto* lower = field();
  const auto type = [](ui::QuantityField* f, const char* text) {
    f->edit()->setFocus();
    f->edit()->selectAll();
    QTest::keyClicks(f->edit(), QLatin1String(text));
    QTest::keyClick(f->edit(), Qt::Key_Return);
    QTest::qWait(30);
  };
  type(lower, "20");
  QCOMPARE(world()->object(robot)->movingJoint(1).application.lower, limit);
  QVERIFY(lower->hasError());
  QVERIFY2(lower->edit()->accessibleDescription().contains(QStringLiteral("13.5 \u00b0")),
           qPrintable(lower->edit()->accessibleDescription()));
  QCOMPARE(lower->edit()->text(), QStringLiteral("20"));
  QVERIFY2(noticeTexts().filter(QStringLiteral("rad")).isEmpty(), "the reason stands at the field, in its units");
  type(lower, "-300");
  QVERIFY(lower->hasError());
  type(lower, "10");
  QVERIFY(std::abs(world()->object(robot)->movingJoint(1).application.lower - 10 * 3.14159265358979 / 180.0) < 1e-9);
  // A step that is refused shows the world's value again.
  for (int i = 0; i < 5; ++i) {
    QTRY_VERIFY((lower = field()));
    QTest::keyClick(lower->edit(), Qt::Key_Up);
    QTest::qWait(60);
  }
  QTRY_VERIFY((lower = field()));
  QVERIFY(lower->hasError());
  QVERIFY(std::abs(lower->value() - world()->object(robot)->movingJoint(1).application.lower) < 1e-12);
}

void TestProperties::anAttachmentIsShownAndTakenBack() {
  run("add.box");
  const ObjectId box = world()->childNamed(world::kRootObject, "box");
  QVERIFY(window_->bridge().commit(
      QStringLiteral("f"), session::createFrame(world::kRootObject, world()->root().rootEntity(), "place", {})));
  const FrameId place = world()->frameNamed(world::kRootObject, "place");
  auto* panel = window_->findChild<ui::PropertiesPanel*>();
  const auto says = [panel](const char* words) {
    for (const auto* label : panel->findChildren<QLabel*>())
      if (label->isVisible() && label->text() == QLatin1String(words)) return true;
    return false;
  };
  const auto button = [panel](const char* words) -> QPushButton* {
    for (auto* b : panel->findChildren<QPushButton*>())
      if (b->isVisible() && b->text() == QLatin1String(words)) return b;
    return nullptr;
  };
  window_->selection().select({box});
  QTRY_VERIFY(says("On: world") && !button("Detach"));
  QVERIFY(window_->bridge().commit(QStringLiteral("Attach"), session::reparentObjectToFrame(box, place)));
  QTRY_VERIFY(says("On: world, attached to place"));
  QTest::mouseClick(button("Go to place"), Qt::LeftButton);
  QCOMPARE(window_->selection().active(), std::optional<world::NodeRef>(place));
  window_->selection().select({box});
  QTRY_VERIFY(button("Detach"));
  const Pose before = world()->rootT(box);
  QTest::mouseClick(button("Detach"), Qt::LeftButton);
  QTRY_VERIFY(says("On: world") && !button("Detach"));
  QVERIFY(window_->bridge().commit(QStringLiteral("Move"),
                                   session::setPose(place, world::kRootObject, Pose::translation(1, 1, 1))));
  QVERIFY(positionDistance(before, world()->rootT(box)) < 1e-12);
}

void TestProperties::theSizeInTheWorldFollows() {
  const auto add = [&](const char* name, const geometry::Primitive& shape) {
    window_->bridge().commit(
        QStringLiteral("Add"),
        session::createPrimitive(world::kRootObject, world()->root().rootEntity(), name, shape, {}, {}));
    return world()->childNamed(world::kRootObject, name);
  };
  const ObjectId part = add("part", geometry::Box{Vec3(0.08, 0.04, 0.04)}), ball = add("ball", geometry::Sphere{0.05});
  auto* panel = window_->findChild<ui::PropertiesPanel*>();
  const auto size = [panel] {
    for (const auto* label : panel->findChildren<ui::WorldSize*>())
      if (label->isVisible()) return label->text();
    return QString();
  };
  const auto turn = [&](ObjectId object, double angle) {
    QVERIFY(window_->bridge().commit(
        QStringLiteral("Turn"),
        session::setPose(object, world::kRootObject, Pose::fromRpy(Vec3::Zero(), 0, 0, angle))));
  };
  constexpr double kPi = 3.14159265358979323846;
  window_->selection().select({part});
  QTRY_COMPARE(size(), QStringLiteral("Size in the world: 80 x 40 x 40 mm"));
  turn(part, kPi / 2);
  QTRY_COMPARE(size(), QStringLiteral("Size in the world: 40 x 80 x 40 mm"));
  turn(part, kPi / 4);
  QTRY_COMPARE(size(), QStringLiteral("Size in the world: 84.9 x 84.9 x 40 mm"));
  window_->selection().select({ball});
  turn(ball, kPi / 4);
  QTRY_COMPARE(size(), QStringLiteral("Size in the world: 100 x 100 x 100 mm"));
}

void TestProperties::theSizeOfALargeMeshComesLater() {
  run("add.box");
  const ObjectId box = world()->childNamed(world::kRootObject, "box");
  auto mesh = std::make_shared<geometry::Mesh>();
  for (int i = 0; i < 200'000; ++i) mesh->vertices.emplace_back(0.001 * (i % 1001), 0.0005 * (i % 501), 0.1 * (i % 2));
  auto large = std::make_shared<geometry::Geometry>();
  large->bounds = mesh->bounds();
  large->mesh = mesh;
  geometry::GeometryStore store;
  world::WorldEditor editor(*world(), store);
  world::Object object = *world()->object(box);
  auto entity = std::make_shared<world::Entity>(*object.entities[0]);
  world::PlacedGeometry placed;
  placed.geometry = large;
  entity->visual = {placed};
  object.entities.set(0, entity);
  object.parent_entity_t_this = Pose::fromRpy(Vec3::Zero(), 0, 0, 3.14159265358979323846 / 4);
  editor.replace(object);
  ui::WorldSize label;
  label.follow(std::make_shared<world::World>(std::move(editor).finish()), box);
  QCOMPARE(label.text(), QStringLiteral("Size in the world: ..."));
  // The next one before that is there: the last counts.
  label.follow(world(), box);
  QTRY_VERIFY(label.text() != QStringLiteral("Size in the world: ..."));
  QTRY_COMPARE(
      label.text(),
      QStringLiteral("Size in the world: %1").arg(ui::sizeText(world()->boundsOf(*world()->object(box)).size())));
}

int main(int argc, char** argv) { return ww::editor::runWindowTest<TestProperties>(argc, argv); }
#include "test_properties.moc"
