// SPDX-License-Identifier: Apache-2.0
// What a link weighs, what a robot carries, what simulations and programs are told: entered where a person looks for
// it.
#include <QCheckBox>
#include <QComboBox>
#include <QScrollArea>
#include <QToolButton>
#include <QWheelEvent>

#include "core/session/object_properties.h"
#include "core/session/rule_builders.h"
#include "core/session/user_data.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/properties_panel.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/section.h"

using namespace ww;

namespace ww::test {

static session::EditsPtr cameraOnAPost() {
  intrinsic_proto::scene_object::v1::SceneObject post;
  auto* base = post.add_entities();
  base->set_name("base");
  base->mutable_link();
  auto* eye = post.add_entities();
  eye->set_name("eye");
  eye->set_parent_name("base");
  auto* image =
      eye->mutable_sensor()->mutable_sensor_component()->mutable_camera()->mutable_properties()->mutable_image();
  image->set_width(640);
  image->set_height(480);
  return session::createFromSceneObject(world::kRootObject, {}, "post", post, {});
}

}  // namespace ww::test

class TestPropertySections : public editor::WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aBoxIsWeighed();
  void whatCannotBeIsToldAtTheField();
  void centreAndInertiaComeFromTheShape();
  void aLinkOfARobotIsWeighed();
  void aRobotCarriesSomething();
  void theToolHasLimits();
  void aSolverIsNamed();
  void simulationsAreTold();
  void rulesBetweenTheParts();
  void textsAreKeptAtTheObject();
  void aSensorIsDescribed();
  void theWheelChangesNothingInPassing();
  void smallNumbersAreShown();
  void frictionIsTheSameBothWays();
  void nothingIsWiderThanThePanel();

 private:
  ui::PropertiesPanel& panel() { return *window_->findChild<ui::PropertiesPanel*>(); }
  // Rarely looked at, so folded at first.
  bool unfold(const char* id) {
    for (auto* section : panel().findChildren<ui::Section*>()) {
      if (section->id() != QLatin1String(id) || !section->isVisible()) continue;
      if (!section->head()->isChecked()) QTest::mouseClick(section->head(), Qt::LeftButton);
      QTest::qWait(30);
      return section->head()->isChecked();
    }
    return false;
  }
  template <typename Widget>
  Widget* named(const QString& name) {
    for (auto* widget : panel().findChildren<Widget*>())
      if (widget->isVisible() && widget->accessibleName() == name) return widget;
    return nullptr;
  }
  ui::QuantityField* field(const char* name) {
    for (auto* f : panel().findChildren<ui::QuantityField*>())
      if (f->isVisible() && f->edit()->accessibleName() == QLatin1String(name)) return f;
    return nullptr;
  }
  bool type(const char* name, const char* text) {
    auto* f = field(name);
    if (!f) return false;
    f->edit()->setFocus();
    f->edit()->selectAll();
    QTest::keyClicks(f->edit(), QLatin1String(text));
    QTest::keyClick(f->edit(), Qt::Key_Return);
    QTest::qWait(60);
    return true;
  }
  bool click(const char* name) {
    auto* button = named<QAbstractButton>(QLatin1String(name));
    if (!button || !button->isEnabled()) return false;
    QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(6, button->height() / 2));
    QTest::qWait(60);
    return true;
  }
  ObjectId addBox() {
    run("add.box");
    const ObjectId box = world()->childNamed(world::kRootObject, "box");
    window_->selection().select({box});
    QTest::qWait(50);
    return box;
  }
  ObjectId addRobot() {
    window_->addSampleObject(QStringLiteral("arm6"));
    const auto robot = [this] {
      ObjectId found;
      world()->forEachObject([&](const world::Object& o) { found = o.isKinematic() ? o.id : found; });
      return found;
    };
    if (!QTest::qWaitFor([&] { return bool(robot()); }, 20000)) qFatal("no robot");
    window_->selection().select({robot()});
    QTest::qWait(50);
    return robot();
  }
  session::LinkPhysics physicsOf(ObjectId object) {
    return session::linkPhysics(*world()->object(object)->entities.front()).value_or(session::LinkPhysics());
  }
};

void TestPropertySections::aBoxIsWeighed() {
  const ObjectId box = addBox();
  QVERIFY(!field("Mass in kilograms"));
  QVERIFY(unfold("physics"));
  QVERIFY(type("Mass in kilograms", "2.5"));
  QCOMPARE(physicsOf(box).mass, 2.5);
  QVERIFY(type("Centre of mass Z", "12 mm"));
  QVERIFY(std::abs(physicsOf(box).center.z() - 0.012) < 1e-12);
  QVERIFY(type("Friction in the first direction", "0.4"));
  QCOMPARE(physicsOf(box).mu, 0.4);
  QCOMPARE(physicsOf(box).mass, 2.5);
  QVERIFY(type("Inertia xy", "0.001"));
  QCOMPARE(physicsOf(box).inertia(0, 1), 0.001);
  QCOMPARE(physicsOf(box).inertia(1, 0), 0.001);
  // It stays unfolded, and each is one step back.
  QTRY_VERIFY(field("Mass in kilograms"));
  run("edit.undo");
  QCOMPARE(physicsOf(box).inertia(0, 1), 0.0);
  run("edit.undo");
  QVERIFY(physicsOf(box).mu != 0.4);
}

void TestPropertySections::whatCannotBeIsToldAtTheField() {
  const ObjectId box = addBox();
  QVERIFY(unfold("physics"));
  const double mass = physicsOf(box).mass;
  QVERIFY(type("Mass in kilograms", "-3"));
  QVERIFY(field("Mass in kilograms")->hasError());
  QCOMPARE(physicsOf(box).mass, mass);
  QVERIFY(type("Inertia xx", "-1"));
  QVERIFY(field("Inertia xx")->hasError());
}

void TestPropertySections::centreAndInertiaComeFromTheShape() {
  const ObjectId box = addBox();
  QVERIFY(unfold("physics"));
  QVERIFY(type("Mass in kilograms", "6"));
  QVERIFY(type("Inertia xx", "9"));
  QVERIFY(click("Centre and inertia from its shape"));
  const auto& shape = world()->object(box)->entities.front()->visual.front();
  const Vec3 size = shape.geometry->bounds.transformed(shape.ref_t_shape).size();
  const auto physics = physicsOf(box);
  QCOMPARE(physics.mass, 6.0);
  QVERIFY(std::abs(physics.inertia(0, 0) - 6.0 / 12.0 * (size.y() * size.y() + size.z() * size.z())) < 1e-9);
}

void TestPropertySections::aLinkOfARobotIsWeighed() {
  const ObjectId robot = addRobot();
  QVERIFY2(!unfold("physics"), "of several links each has its own");
  EntityId link;
  for (const auto& e : world()->object(robot)->entities)
    if (e->kind == world::EntityKind::kLink) link = e->id;
  window_->selection().select({link});
  QTest::qWait(50);
  QVERIFY(unfold("physics"));
  QVERIFY(type("Mass in kilograms", "0.75"));
  QCOMPARE(session::linkPhysics(*world()->entity(link))->mass, 0.75);
}

void TestPropertySections::aRobotCarriesSomething() {
  const ObjectId robot = addRobot();
  QVERIFY(unfold("payload"));
  QVERIFY(type("Mass of the payload", "3"));
  QVERIFY(type("Centre of the payload Z", "0.05 m"));
  const auto payload = session::payloadOf(*world()->object(robot));
  QVERIFY(payload);
  QCOMPARE(payload->mass, 3.0);
  QVERIFY(std::abs(payload->center.z() - 0.05) < 1e-12);
  QVERIFY(type("Mass of the payload", "-3"));
  QTRY_VERIFY(field("Mass of the payload")->hasError());
}

void TestPropertySections::theToolHasLimits() {
  const ObjectId robot = addRobot();
  QVERIFY(unfold("tool-limits"));
  QVERIFY(type("Speed (m/s)", "0.5"));
  QVERIFY(type("Turning (rad/s)", "2"));
  QCOMPARE(*session::toolLimitsOf(*world()->object(robot)).speed, 0.5);
  QCOMPARE(*session::toolLimitsOf(*world()->object(robot)).turning, 2.0);
  QVERIFY(type("Speed (m/s)", "0"));
  QVERIFY(!session::toolLimitsOf(*world()->object(robot)).speed);
  QCOMPARE(*session::toolLimitsOf(*world()->object(robot)).turning, 2.0);
}

void TestPropertySections::aSolverIsNamed() {
  const ObjectId robot = addRobot();
  QVERIFY(unfold("solver"));
  auto* key = named<QLineEdit>(QStringLiteral("Key of the solver"));
  QVERIFY(key);
  key->setFocus();
  key->selectAll();
  QTest::keyClicks(key, QStringLiteral("numeric"));
  QTest::keyClick(key, Qt::Key_Return);
  QTest::qWait(60);
  const auto solver = session::solverOf(*world()->object(robot));
  QVERIFY(solver);
  QCOMPARE(solver->key, std::string("numeric"));
  auto* tips = named<QComboBox>(QStringLiteral("Last link of the solver's chain"));
  QVERIFY(tips && tips->count() > 2);
  tips->setFocus();
  QTest::keyClick(tips, Qt::Key_End);
  QTest::qWait(60);
  QVERIFY(!session::solverOf(*world()->object(robot))->tip.empty());
}

void TestPropertySections::simulationsAreTold() {
  const ObjectId box = addBox();
  QVERIFY(unfold("simulation"));
  QVERIFY(click("Stays where it is"));
  QVERIFY(session::simulationOf(*world()->object(box)).is_static);
  QVERIFY(click("Left out"));
  const auto flags = session::simulationOf(*world()->object(box));
  QVERIFY(flags.is_static && flags.is_disabled);
  QVERIFY(named<QCheckBox>(QStringLiteral("Left out"))->isChecked());
}

void TestPropertySections::rulesBetweenTheParts() {
  const ObjectId robot = addRobot();
  const std::size_t before = session::ownRules(*world()->object(robot)).size();
  QVERIFY(unfold("own-rules"));
  auto* right = named<QComboBox>(QStringLiteral("Second part of the new rule"));
  QVERIFY(right && right->count() > 2);
  right->setCurrentIndex(2);
  const std::string part = right->currentText().toStdString();
  QVERIFY(click("Do not check these parts against each other"));
  const auto rules = session::ownRules(*world()->object(robot));
  QCOMPARE(rules.size(), before + 1);
  QCOMPARE(rules.back().right, part);
  QVERIFY(rules.back().is_excluded);
  const QByteArray text = QStringLiteral("Remove the rule \"anything of it and %1: not checked\"")
                              .arg(QString::fromStdString(part))
                              .toUtf8();
  QCoreApplication::processEvents();
  QVERIFY(click(text.constData()));
  QCOMPARE(session::ownRules(*world()->object(robot)).size(), before);
  // A second click, before the row is gone, is not for the rule that comes next.
  const session::OwnRuleUpdate two[] = {{session::RulePolicy::kAppend, {{}, part}},
                                        {session::RulePolicy::kAppend, {part, {}}}};
  QVERIFY(window_->bridge().commit(QStringLiteral("rules"), session::updateOwnRules(robot, two)));
  QTRY_VERIFY(named<QToolButton>(QString::fromUtf8(text)));
  auto* remove = named<QToolButton>(QString::fromUtf8(text));
  for (int i = 0; i < 2; ++i) remove->click();
  QCOMPARE(session::ownRules(*world()->object(robot)).size(), before + 1);
}

void TestPropertySections::textsAreKeptAtTheObject() {
  const ObjectId box = addBox();
  QVERIFY(unfold("user-data"));
  const auto enter = [this](const char* key, const char* text) {
    for (const auto& [name, typed] : {std::pair("Key of user data", key), std::pair("Text of user data", text)}) {
      auto* edit = named<QLineEdit>(QLatin1String(name));
      if (!edit) return false;
      edit->setFocus();
      QTest::keyClicks(edit, QLatin1String(typed));
      QTest::keyClick(edit, Qt::Key_Return);
      QTest::qWait(60);
    }
    return true;
  };
  QVERIFY(enter("owner", "cell 4"));
  auto data = session::userData(*world()->object(box));
  QCOMPARE(data.size(), std::size_t{1});
  QCOMPARE(data[0].key, std::string("owner"));
  QVERIFY(data[0].is_text);
  QVERIFY(enter("owner", "cell 5"));
  data = session::userData(*world()->object(box));
  QCOMPARE(data.size(), std::size_t{1});
  QVERIFY(plain(data[0].text).find("cell 5") != std::string::npos);
  // Keys of programs are refused.
  QVERIFY(enter("FLOWSTATE_X", "y"));
  QCOMPARE(session::userData(*world()->object(box)).size(), std::size_t{1});
  QVERIFY(click("Remove the user data \"owner\""));
  QVERIFY(session::userData(*world()->object(box)).empty());
}

void TestPropertySections::aSensorIsDescribed() {
  const auto edits = test::cameraOnAPost();
  QVERIFY(window_->bridge().commit(QStringLiteral("post"), edits));
  const ObjectId post = world()->childNamed(world::kRootObject, "post");
  window_->selection().select({world()->object(post)->entityNamed("eye")->id});
  QTest::qWait(50);
  QVERIFY(unfold("sensor"));
  QStringList texts;
  for (const auto* label : panel().findChildren<QLabel*>())
    if (label->isVisible()) texts << label->text();
  QVERIFY2(texts.contains(QStringLiteral("Camera")), qPrintable(texts.join(QLatin1Char('|'))));
  QVERIFY2(texts.contains(QStringLiteral("640 x 480 pixels")), qPrintable(texts.join(QLatin1Char('|'))));
}

// Whether it is taken there: what is not goes on to what scrolls around it.
static bool wheelIsTaken(QWidget* over) {
  const QPoint at = over->rect().center();
  QWheelEvent wheel(QPointF(at), QPointF(over->mapToGlobal(at)), QPoint(), QPoint(0, -120), Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(over, &wheel);
  return wheel.isAccepted();
}

void TestPropertySections::theWheelChangesNothingInPassing() {
  addRobot();
  QVERIFY(unfold("solver"));
  auto* tips = named<QComboBox>(QStringLiteral("Last link of the solver's chain"));
  QVERIFY(tips && tips->count() > 2);
  const int shown = tips->currentIndex();
  const auto before = world();
  QVERIFY(!wheelIsTaken(tips));
  QTest::qWait(60);
  QCOMPARE(world(), before);
  QCOMPARE(tips->currentIndex(), shown);
}

void TestPropertySections::smallNumbersAreShown() {
  const ObjectId box = addBox();
  QVERIFY(unfold("physics"));
  QVERIFY(type("Mass in kilograms", "0.001"));
  for (const char* axis : {"Inertia xx", "Inertia yy", "Inertia zz"}) QVERIFY(type(axis, "0.0000034567"));
  QCOMPARE(physicsOf(box).inertia(0, 0), 0.0000034567);
  QTRY_VERIFY(field("Inertia xx"));
  QCOMPARE(field("Inertia xx")->edit()->text(), QStringLiteral("0.0000034567"));
  // A step is one of its digits, not a tenth of a kg m^2.
  QTest::keyClick(field("Inertia xx")->edit(), Qt::Key_Up);
  QTest::qWait(60);
  QVERIFY2(physicsOf(box).inertia(0, 0) < 4e-6, qPrintable(QString::number(physicsOf(box).inertia(0, 0))));
  QVERIFY(type("Mass in kilograms", "1e300"));
  QTRY_VERIFY(field("Mass in kilograms")->hasError());
}

void TestPropertySections::frictionIsTheSameBothWays() {
  const ObjectId box = addBox();
  QVERIFY(unfold("physics"));
  QVERIFY(type("Friction in the first direction", "0.7"));
  QCOMPARE(physicsOf(box).mu, 0.7);
  QCOMPARE(physicsOf(box).mu2, 0.7);
  QVERIFY(type("Friction in the second direction", "0.2"));
  QVERIFY(type("Friction in the first direction", "0.5"));
  QCOMPARE(physicsOf(box).mu2, 0.2);
}

void TestPropertySections::nothingIsWiderThanThePanel() {
  addRobot();
  for (const char* id : {"own-rules", "payload", "tool-limits", "solver", "simulation", "user-data"}) {
    QVERIFY(unfold(id));
    QTest::qWait(60);
    auto* scroll = panel().findChild<QScrollArea*>();
    QVERIFY2(scroll->widget()->width() <= std::max(scroll->viewport()->width(), 216),
             qPrintable(QStringLiteral("%1: %2 in %3")
                            .arg(QLatin1String(id))
                            .arg(scroll->widget()->width())
                            .arg(scroll->viewport()->width())));
  }
}

int main(int argc, char** argv) { return editor::runWindowTest<TestPropertySections>(argc, argv); }
#include "test_property_sections.moc"
