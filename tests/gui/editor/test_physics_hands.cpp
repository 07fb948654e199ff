// SPDX-License-Identifier: Apache-2.0
// Physics by hand: parts and links are pulled in the view, plans play on the drives of joints, what is held is told,
// and where masses are is seen; on the sample cell and on a robot of others.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/editor/physics_desk.h"
#include "core/session/object_properties.h"
#include "core/session/rule_builders.h"
#include "core/world/records/hashes.h"
#include "tests/gui/editor/program_test.h"
#include "tests/support/folders.h"
#include "tests/unit/simulation/cell.h"
#include "ui/scene/scene_window.h"

using namespace ww;
using namespace ww::editor;

class TestPhysicsHands : public ProgramTest {
  Q_OBJECT
 private Q_SLOTS:
  void aPartIsPulled();
  void whatIsNotPulledIsClicked();
  void aLooseRobotIsPulled();
  void aProgramPlaysOnControllers();
  void aMotionPlaysOnControllers();
  void aGraspHoldsAndAnotherSlips();
  void massesAreSeen();
  void aRobotOfOthers();

 private:
  using State = ui::Physics::State;
  using Measure = ui::scene::Measure;
  ui::Physics& physics() { return window_->physics().physics(); }
  ui::PhysicsBar& bar() { return *window_->physics().panel()->bar(); }
  ui::ControllersPage& controllers() { return *window_->physics().controllers(); }
  Vec3 shownAt(const world::NodeRef& node, const Vec3& p = Vec3::Zero()) {
    return window_->poseLayer().rootT(*world(), node) * p;
  }
  ObjectId addWeight(const char* name, const Vec3& size, const Vec3& at, double mass) {
    window_->bridge().commit(
        QStringLiteral("make"),
        session::createPrimitive(world::kRootObject, world::kRootEntity, name, geometry::Box{size},
                                 {0.5f, 0.6f, 0.7f, 1.0f}, Pose::translation(at.x(), at.y(), at.z())));
    const ObjectId id = world()->childNamed(world::kRootObject, name);
    const auto link = world()->entity(world()->peek(id)->rootEntity());
    window_->bridge().commit(QStringLiteral("weigh"),
                             session::setLinkPhysics(*world(), link->id, *session::physicsOfShape(*link, mass)));
    return id;
  }
  void setOffset(int step, const char* millimetres) {
    choose(step);
    type(editor().offset(2)->edit(), millimetres);
  }
  void showPhysics(const char* page = "checks") {
    window_->docks().show(QStringLiteral("physics"));
    window_->physics().panel()->showPage(QLatin1String(page));
    QTRY_VERIFY(window_->physics().panel()->isVisible());
    ui::ViewProbe(view()).setReducedMotion(true);
    QTRY_VERIFY_WITH_TIMEOUT(ui::ViewProbe(view()).isComplete(), 60000);
  }
  void click(QAbstractButton* button) {
    QVERIFY2(button->isEnabled() && button->isVisible(), qPrintable(button->accessibleName()));
    QTest::mouseClick(button, Qt::LeftButton);
  }
  void play() {
    click(bar().playButton());
    QTRY_VERIFY_WITH_TIMEOUT(physics().state() == State::kPlaying && physics().shown(), 60000);
  }
  // A pixel at which a link is in front, in the midst of those; it may have moved since the last time.
  QPoint pixelOn(EntityId link) {
    std::vector<QPoint> found;
    for (int y = 40; y < view().height() - 40; y += 8)
      for (int x = 40; x < view().width() - 40; x += 8) {
        const auto hit = view().dropPointAt(QPointF(x, y));
        if (hit && hit->entity == link) found.emplace_back(x, y);
      }
    return found.empty() ? QPoint(-1, -1) : found[found.size() / 2];
  }
  void hold(const QPoint& from, const QPoint& to) {
    QTest::mouseMove(surface(), from);
    QTest::mousePress(surface(), Qt::LeftButton, Qt::ControlModifier, from);
    for (int i = 1; i <= 5; ++i) QTest::mouseMove(surface(), from + (to - from) * i / 5);
  }
  // So many metres, as seen where something is at a pixel.
  QPoint upwards(const QPoint& at, double metres) {
    const auto hit = view().dropPointAt(at);
    const auto up = hit ? view().viewTransform().project(hit->p_in_root + Vec3(0, 0, metres)) : std::nullopt;
    return up ? QPoint(qRound(up->x()), qRound(up->y())) - at : QPoint();
  }
  std::vector<Measure> measures() { return view().marks().measures(ui::scene::MeasureOf::kPhysics); }
  void shot(const char* name) {
    if (!qEnvironmentVariableIsSet("WW_SHOTS")) return;
    for (const QSize& size : {QSize(1280, 800), QSize(1920, 1080)}) {
      window_->resize(size);
      QTest::qWait(400);
      QImage seen;
      view().grabImage([&](const QImage& image) { seen = image; });
      QTRY_VERIFY_WITH_TIMEOUT(!seen.isNull(), 20000);
      QPixmap all = window_->grab();
      QPainter painter(&all);
      painter.drawImage(QRect(view().mapTo(window_.get(), QPoint(0, 0)), view().size()), seen);
      for (auto* chip : window_->findChildren<ui::Chip*>())
        if (chip->isVisible()) painter.drawPixmap(chip->mapTo(window_.get(), QPoint(0, 0)), chip->grab());
      painter.end();
      all.save(QStringLiteral("%1/physics_%2_%3.png")
                   .arg(qEnvironmentVariable("WW_SHOTS"), QLatin1String(name))
                   .arg(size.width()));
    }
    window_->resize(1280, 800);
    QTest::qWait(200);
  }
  ObjectId importKuka();
};

void TestPhysicsHands::aPartIsPulled() {
  const ObjectId part = addWeight("part", Vec3(0.2, 0.2, 0.2), Vec3(0, 0, 0.1), 2.0);
  addWeight("other", Vec3(0.2, 0.2, 0.2), Vec3(0.6, 0, 0.1), 2.0);
  run("view.fit");
  showPhysics();
  ui::CameraState camera = view().camera();
  camera.eye = camera.target + 2.5 * (camera.eye - camera.target);
  view().setCamera(camera);
  const std::string before = world::contentHash(*world());
  play();
  const EntityId link = world()->peek(part)->rootEntity();
  const QPoint from = pixelOn(link);
  QVERIFY(from.x() > 0);
  // Upwards: it leaves the floor; the arrow says how hard it is pulled.
  const QPoint to = from + upwards(from, 0.4);
  hold(from, to);
  QTRY_VERIFY(physics().shown()->pull.has_value());
  QTRY_VERIFY_WITH_TIMEOUT(shownAt(part).z() > 0.2, 20000);
  QTRY_VERIFY(!measures().empty() && measures().back().kind == Measure::Kind::kForce);
  QVERIFY2(measures().back().text.endsWith(QStringLiteral(" N")), qPrintable(measures().back().text));
  // Hanging still, it is held by its weight.
  const auto hangs = [this] {
    const auto pull = physics().shown()->pull;
    return pull && std::abs(pull->force.z() - 2.0 * 9.81) < 1.0 &&
           std::abs((pull->from - pull->to).norm() - 9.81 / 225.0) < 0.02;
  };
  QTRY_VERIFY_WITH_TIMEOUT(hangs(), 20000);
  shot("part_pulled");
  QTest::mouseRelease(surface(), Qt::LeftButton, Qt::ControlModifier, to);
  QTRY_VERIFY(!physics().shown()->pull);
  QTRY_VERIFY_WITH_TIMEOUT(shownAt(part).z() < 0.16, 20000);
  QVERIFY(measures().empty());
  QVERIFY(window_->selection().nodes().empty());  // it was no click
  // Esc lets go as well, and so does a pause.
  for (const bool by_key : {true, false}) {
    // What still falls is not where it was looked for.
    QTRY_VERIFY_WITH_TIMEOUT(
        std::ranges::all_of(physics().shown()->flying, [](const auto& flying) { return flying.rests; }), 20000);
    const QPoint at = pixelOn(link);
    QVERIFY(at.x() > 0);
    hold(at, at - QPoint(0, 100));
    QTRY_VERIFY(physics().shown()->pull.has_value());
    if (by_key) QTest::keyClick(surface(), Qt::Key_Escape);
    else click(bar().playButton());
    if (!by_key) QTRY_COMPARE(physics().state(), State::kPaused);
    QTest::mouseRelease(surface(), Qt::LeftButton, Qt::ControlModifier, at - QPoint(0, 100));
    if (!by_key) click(bar().playButton());
    QTRY_VERIFY_WITH_TIMEOUT(physics().state() == State::kPlaying && !physics().shown()->pull, 20000);
  }
  click(bar().stopButton());
  QCOMPARE(world::contentHash(*world()), before);
}

// A click with Ctrl goes on selecting; what does not move, and what is paused, is not pulled.
void TestPhysicsHands::whatIsNotPulledIsClicked() {
  const ObjectId part = addWeight("part", Vec3(0.2, 0.2, 0.2), Vec3(0, 0, 0.1), 2.0);
  const ObjectId wall = addWeight("wall", Vec3(0.2, 0.2, 0.2), Vec3(0.6, 0, 0.1), 2.0);
  window_->bridge().commit(QStringLiteral("static"), session::setSimulation(wall, {true, false}));
  run("view.fit");
  showPhysics();
  play();
  const QPoint at = pixelOn(world()->peek(part)->rootEntity());
  QTest::mouseMove(surface(), at);
  QTest::mouseClick(surface(), Qt::LeftButton, Qt::ControlModifier, at);
  QTRY_VERIFY(window_->selection().contains(part));
  QTest::mouseClick(surface(), Qt::LeftButton, Qt::ControlModifier, pixelOn(world()->peek(part)->rootEntity()));
  QTRY_VERIFY(!window_->selection().contains(part));
  // The wall stands: a rectangle is drawn from there.
  const QPoint on_wall = pixelOn(world()->peek(wall)->rootEntity());
  hold(on_wall, on_wall - QPoint(0, 80));
  QTest::qWait(100);
  QVERIFY(!physics().shown()->pull);
  QTest::mouseRelease(surface(), Qt::LeftButton, Qt::ControlModifier, on_wall - QPoint(0, 80));
  click(bar().playButton());
  QTRY_COMPARE(physics().state(), State::kPaused);
  const QPoint again = pixelOn(world()->peek(part)->rootEntity());
  hold(again, again - QPoint(0, 80));
  QTest::qWait(100);
  QVERIFY(!physics().shown()->pull);
  QTest::mouseRelease(surface(), Qt::LeftButton, Qt::ControlModifier, again - QPoint(0, 80));
}

void TestPhysicsHands::aLooseRobotIsPulled() {
  openSample();
  const ObjectId robot = object("robot");
  const std::string before = world::contentHash(*world());
  showPhysics();
  bar().joints()->setFocus();
  QTest::keyClick(bar().joints(), Qt::Key_Down);
  QCOMPARE(bar().joints()->currentData().toBool(), false);
  play();
  EntityId link;  // that two joints or more carry
  for (const auto& entity : world()->peek(robot)->entities)
    if (entity->kind == world::EntityKind::kLink && !entity->visual.empty() && physics().canPull(entity->id) &&
        pixelOn(entity->id).x() > 0)
      link = entity->id;
  QVERIFY(link);
  QPoint from;  // it falls while it is looked for: not each grasp meets it
  for (int i = 0; i < 5 && !physics().shown()->pull; ++i) {
    if (i > 0) QTest::mouseRelease(surface(), Qt::LeftButton, Qt::ControlModifier, from + QPoint(90, 60));
    from = pixelOn(link);
    hold(from, from + QPoint(90, 60));
    (void)QTest::qWaitFor([&] { return physics().shown()->pull.has_value(); }, 2000);
  }
  QTRY_VERIFY(!measures().empty());
  QTRY_VERIFY_WITH_TIMEOUT(physics().shown()->pull && physics().shown()->pull->force.norm() > 20.0, 20000);
  QVERIFY2(physics().shown()->pull->force.norm() < 1e4, qPrintable(measures().back().text));
  shot("sample_robot_pulled");
  QTest::mouseRelease(surface(), Qt::LeftButton, Qt::ControlModifier, from + QPoint(90, 60));
  QTRY_VERIFY(!physics().shown()->pull);
  click(bar().stopButton());
  QCOMPARE(world::contentHash(*world()), before);
}

void TestPhysicsHands::aProgramPlaysOnControllers() {
  openSample();
  select(frame("pick"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 1);
  setOffset(0, "-150");
  select(object("part_1"));
  add(QStringLiteral("Attach what is selected"));
  QTRY_COMPARE(rows().rowCount(), 2);
  select(frame("place"));
  add(QStringLiteral("Move to what is selected"));
  QTRY_COMPARE(rows().rowCount(), 3);
  setOffset(2, "-150");
  planIt();
  QVERIFY2(state() == usecase::PlanState::kFresh, qPrintable(panel().cards()->text() + panel().verdict()));
  const std::string before = world::contentHash(*world());
  showPhysics("controllers");
  QTRY_VERIFY(controllers().isVisible());
  QCOMPARE(controllers().choice()->count(), 1);
  click(controllers().playButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics().state() == State::kPlaying && physics().run(), 60000);
  const double duration = physics().run()->duration;
  QVERIFY(duration > 0.5);
  QTRY_VERIFY_WITH_TIMEOUT(physics().shown() && physics().shown()->time > duration + 0.2, 180000);
  click(bar().playButton());
  QTRY_COMPARE(physics().state(), State::kPaused);
  // Each joint has its row and its curve, with the limits of its drive.
  const auto* track = controllers().track();
  QVERIFY(track && track->joints().size() >= 6 && track->times().size() > 20);
  QTRY_COMPARE(controllers().table()->topLevelItemCount(), static_cast<int>(track->joints().size()));
  for (std::size_t i = 0; i < 6; ++i)
    QVERIFY(track->joints()[i].most_error < 0.02 && track->joints()[i].most_effort > 0.0);
  // Degrees and millimetres have a plot each.
  QCOMPARE(controllers().tabs()->isTabVisible(2), track->joints().size() > 6);
  controllers().tabs()->setCurrentIndex(0);
  QCOMPARE(controllers().canvas()->content().lines.size(), std::size_t(6));
  controllers().tabs()->setCurrentIndex(1);
  const auto& lines = controllers().canvas()->content().lines;
  QCOMPARE(lines.size(), track->joints().size());
  QVERIFY(lines.front().points.size() > 20 && lines.front().upper && *lines.front().upper > 0.0);
  // What it has attached is held fast, came along, and is told to be held.
  QCOMPARE(physics().shown()->grips.size(), std::size_t(1));
  QVERIFY(positionDistance(window_->poseLayer().rootT(*world(), object("part_1")), world()->rootT(object("part_1"))) >
          0.2);
  auto* chip = window_->physics().gripChip();
  QTRY_VERIFY(chip->isVisible());
  QVERIFY2(chip->text().contains(QStringLiteral("part_1")), qPrintable(chip->text()));
  shot("sample_program");
  // A click on the curves looks back.
  const auto at = QPoint(qRound(controllers().canvas()->xOf(0.3 * duration)), 20);
  QTest::mouseClick(controllers().canvas(), Qt::LeftButton, {}, at);
  QTRY_VERIFY(physics().scrubbed() && std::abs(physics().shown()->time - 0.3 * duration) < 0.1);
  click(bar().stopButton());
  QVERIFY(!chip->isVisible());
  QCOMPARE(world::contentHash(*world()), before);
}

// The motion that is planned is offered beside the programs.
void TestPhysicsHands::aMotionPlaysOnControllers() {
  openSample();
  window_->docks().show(QStringLiteral("motion"));
  run("motion.plan");
  QTRY_VERIFY_WITH_TIMEOUT(window_->motion().state() == ui::MotionPanel::State::kFresh, 120000);
  showPhysics("controllers");
  QTRY_COMPARE(controllers().choice()->count(), 1);
  QCOMPARE(controllers().choice()->itemText(0), window_->motion().title());
  click(controllers().playButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics().shown() && physics().run() && physics().shown()->time > physics().run()->duration,
                           120000);
  const JointVector end = window_->motion().currentPlan()->trajectory.states.back().q;
  const auto& joints = physics().shown()->joints;
  const auto moved = std::ranges::find(joints, window_->motion().plannedRobot(), &simulation::JointMoment::object);
  QVERIFY(moved != joints.end());
  QVERIFY((moved->positions - end).cwiseAbs().maxCoeff() < 0.02);
  // A reset ends it; its curves stay to be read.
  click(bar().resetButton());
  QTRY_VERIFY(!physics().run());
  QVERIFY(!controllers().track()->times().empty());
  // Played again, nothing of before is among them.
  click(controllers().playButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics().run() && physics().shown() && physics().shown()->time > 0.1, 60000);
  const auto& times = controllers().track()->times();
  QVERIFY2(!times.empty() && times.back() <= physics().shown()->time + 1e-9,
           qPrintable(QStringLiteral("%1: %2 and %3")
                          .arg(times.size())
                          .arg(times.empty() ? 0.0 : times.back())
                          .arg(physics().shown()->time)));
}

// Fingers of 20 N hold half a kilogram, and not six.
void TestPhysicsHands::aGraspHoldsAndAnotherSlips() {
  const ObjectId part = addWeight("part", Vec3(0.1, 0.1, 0.1), Vec3(0, 0, 1), 0.5);
  window_->bridge().commit(QStringLiteral("hand"),
                           session::createFromSceneObject(world::kRootObject, world::kRootEntity, "hand",
                                                          test::PhysicsCell::hand(window_->bridge().session().store()),
                                                          Pose::translation(0, 0, 1)));
  QVERIFY(world()->find("hand"));
  run("view.fit");
  showPhysics();
  auto* chip = window_->physics().gripChip();
  QVERIFY(!chip->isVisible());
  for (const bool heavy : {false, true}) {
    if (heavy) {
      const auto link = world()->entity(world()->peek(part)->rootEntity());
      window_->bridge().commit(QStringLiteral("weigh"),
                               session::setLinkPhysics(*world(), link->id, *session::physicsOfShape(*link, 6.0)));
    }
    physics().step(1);
    QTRY_VERIFY_WITH_TIMEOUT(physics().shown(), 20000);
    physics().ask([](simulation::Simulation& simulation) {
      for (const char* joint : {"hand::left", "hand::right"})
        (void)simulation.applyJointEffort(joint, 20.0, {0.0, -1.0});
    });
    bar().steps()->setValue(80);
    QTRY_VERIFY(bar().stepButton()->isEnabled());
    click(bar().stepButton());
    QTRY_VERIFY_WITH_TIMEOUT(physics().shown()->step >= 81, 20000);
    QTRY_VERIFY(chip->isVisible());
    const QString wanted = heavy ? QStringLiteral("Slipping: part") : QStringLiteral("Held: part");
    QTRY_VERIFY2(chip->text() == wanted, qPrintable(chip->text()));
    QVERIFY2(chip->toolTip().contains(QStringLiteral(" N")), qPrintable(chip->toolTip()));
    shot(heavy ? "grasp_slips" : "grasp_holds");
    click(bar().stopButton());
    QTRY_VERIFY(!chip->isVisible());
  }
}

void TestPhysicsHands::massesAreSeen() {
  addWeight("part", Vec3(0.2, 0.3, 0.4), Vec3(0, 0, 0.5), 2.0);
  run("view.fit");
  showPhysics();
  click(bar().massesButton());
  // Twelve edges and a cross.
  QTRY_COMPARE(measures().size(), std::size_t(15));
  Bounds box;
  for (const Measure& m : measures()) {
    box.add(m.p_a);
    box.add(m.p_b);
  }
  QVERIFY2((box.size() - Vec3(0.2, 0.3, 0.4)).norm() < 1e-6 && (box.center() - Vec3(0, 0, 0.5)).norm() < 1e-6,
           qPrintable(QString::number(box.size().x())));
  // They fall with it.
  play();
  QTRY_VERIFY_WITH_TIMEOUT(!measures().empty() && measures().front().p_a.z() < 0.45, 20000);
  click(bar().stopButton());
  click(bar().massesButton());
  QTRY_VERIFY(measures().empty());
}

ObjectId TestPhysicsHands::importKuka() {
  window_->openFiles({test::sharedPath(QStringLiteral(
      "corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated/kuka/kuka_kr10_support/urdf/kr10r900_2.urdf"))});
  (void)QTest::qWaitFor([&] { return wizard() && wizard()->importButton()->isEnabled(); }, 60000);
  if (!wizard()) return {};
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  ObjectId robot;
  (void)QTest::qWaitFor(
      [&] {
        world()->forEachObject([&](const world::Object& o) {
          if (!robot && o.isKinematic()) robot = o.id;
        });
        return bool(robot) && !wizard();
      },
      60000);
  return robot;
}

void TestPhysicsHands::aRobotOfOthers() {
  if (test::sharedPath(QStringLiteral("corpus/urdf")).isEmpty()) QSKIP("WORLDWRIGHT_SHARED is not set");
  const ObjectId robot = importKuka();
  QVERIFY(robot);
  QVERIFY(window_->bridge().commit(QStringLiteral("checks"), session::switchChecking(*world(), false)));
  showPanel();
  JointVector q = world()->object(robot)->jointPositions();
  for (const double by : {0.1, 0.6}) {
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = by + (i == 1 ? -1.2 : i == 2 ? 1.2 : 0.0);
    QVERIFY(window_->bridge().commit(QStringLiteral("pose"), session::setJoints(robot, q)));
    const int before = rows().rowCount();
    panel().writer()->teach();
    QTRY_COMPARE(rows().rowCount(), before + 1);
  }
  planIt();
  QVERIFY2(state() == usecase::PlanState::kFresh, qPrintable(panel().cards()->text() + panel().verdict()));
  showPhysics("controllers");
  // Its file says no masses: that is told, and stays until the next try.
  click(controllers().playButton());
  QTRY_VERIFY2_WITH_TIMEOUT(controllers().said().contains(QStringLiteral("stands still")),
                            qPrintable(controllers().said()), 20000);
  QTRY_COMPARE(physics().state(), State::kPaused);
  for (const auto& entity : world()->peek(robot)->entities) {
    const auto edit = entity->kind == world::EntityKind::kLink ? session::physicsOfShape(*entity, 5.0) : std::nullopt;
    if (edit)
      QVERIFY(window_->bridge().commit(QStringLiteral("weigh"), session::setLinkPhysics(*world(), entity->id, *edit)));
  }
  click(controllers().playButton());
  QTRY_VERIFY2_WITH_TIMEOUT(physics().shown() && physics().run() && physics().shown()->time > physics().run()->duration,
                            qPrintable(controllers().said()), 120000);
  const auto* track = controllers().track();
  QVERIFY(track && track->joints().size() == static_cast<std::size_t>(q.size()));
  for (const auto& joint : track->joints())
    QVERIFY2(joint.most_error < 0.05, qPrintable(QString::number(joint.most_error)));
  shot("kuka_program");
  // Its drives hold it against a pull: the force is told all the same.
  EntityId link;
  for (const auto& entity : world()->peek(robot)->entities)
    if (entity->kind == world::EntityKind::kLink && physics().canPull(entity->id) && !entity->visual.empty() &&
        pixelOn(entity->id).x() > 0)
      link = entity->id;
  QVERIFY(link);
  const QPoint from = pixelOn(link);
  hold(from, from + QPoint(80, -60));
  QTRY_VERIFY_WITH_TIMEOUT(physics().shown()->pull && physics().shown()->pull->force.norm() > 1.0, 20000);
  shot("kuka_pulled");
  QTest::mouseRelease(surface(), Qt::LeftButton, Qt::ControlModifier, from + QPoint(80, -60));
  QTRY_VERIFY(!physics().shown()->pull);
}

int main(int argc, char** argv) { return runWindowTest<TestPhysicsHands>(argc, argv); }
#include "test_physics_hands.moc"
