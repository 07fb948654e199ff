// SPDX-License-Identifier: Apache-2.0
// Where new things stand: what is imported, duplicated, put on a robot.
#include <QMimeData>
#include <QUrl>
#include <atomic>
#include <cmath>
#include <thread>

#include "core/world/values/attachment.h"
#include "core/world/views/references.h"
#include "resources/samples/samples.h"
#include "tests/gui/editor/window_test.h"
#include "ui/scene/viewport.h"

namespace ww::editor {

class TestPlace : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void importsStandBesideEachOther();
  void asInTheFileHoldsForTheFilesThatWait();
  void theFirstThingFillsTheView();
  void copiesStandBesideTheirOriginals();
  void manyCopiesAreOneStepWhateverOthersDo();
  void manyCopiesDoNotComeIntoAnotherWorld();
  void newThingsStandOnTheTopThatWasClicked();
  void newThingsAreSeenInTheMiddle_data();
  void newThingsAreSeenInTheMiddle();
  void aSensorIsPutOnWhatIsSelected();
  void aFileDroppedOnAnArmIsPutOnItsEnd_data();
  void aFileDroppedOnAnArmIsPutOnItsEnd();
  void whatItWasToBePutOnIsGone();

 private:
  void import(const QString& file);
  void importShown();
  void drop(const QString& file, const QPointF& at);
  ObjectId object(const char* name) { return world()->childNamed(world::kRootObject, name); }
  void addBox(const char* name, const Vec3& size, const Vec3& middle) {
    const auto edits = session::createPrimitive(world::kRootObject, world::kRootEntity, name, geometry::Box{size}, {},
                                                Pose::translation(middle.x(), middle.y(), middle.z()));
    QVERIFY(window_->bridge().commit(QStringLiteral("make"), edits));
  }
  Bounds box(ObjectId id) { return world()->boundsOf(*world()->object(id)); }
  void openSample(const char* name);
  // So many that they are copied beside the work; all are selected.
  void addMany(int count);
};

namespace {

bool overlap(const Bounds& a, const Bounds& b) {
  return (a.min.array() < b.max.array() - 1e-6).all() && (b.min.array() < a.max.array() - 1e-6).all();
}

QString corpusFile(const char* path) {
  const QString file = qEnvironmentVariable("WORLDWRIGHT_SHARED") + QStringLiteral("/corpus/urdf/urdf_files_dataset/") +
                       QLatin1String(path);
  return QFile::exists(file) ? file : QString();
}

}  // namespace

void TestPlace::importShown() {
  const auto objects = world()->objectCount();
  const auto selected = window_->selection().nodes();
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  const QPointer<ui::ImportWizard> done = wizard();
  QTest::mouseClick(done->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > objects, 20000);
  QTRY_VERIFY(!done);
  QTRY_VERIFY(window_->selection().nodes() != selected);
}

void TestPlace::drop(const QString& file, const QPointF& at) {
  QMimeData mime;
  mime.setUrls({QUrl::fromLocalFile(file)});
  QWidget* target = window_->viewHost().view()->focusProxy();
  QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(target, &enter);
  QDropEvent event(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(target, &event);
}

void TestPlace::import(const QString& file) {
  window_->openFiles({file});
  importShown();
  QTRY_VERIFY(!wizard());
}

void TestPlace::openSample(const char* name) {
  auto made = samples::makeSample(name, window_->bridge().session().store());
  QVERIFY(made.ok());
  window_->document().restore({std::move(made).value()}, {}, editor::Document::Leave::kAgreed);
  QTRY_VERIFY(world()->objectCount() > 1);
}

void TestPlace::importsStandBesideEachOther() {
  const QString file = write(QStringLiteral("cube.stl"), stlBox(0.3));
  for (int i = 0; i < 3; ++i) import(file);
  const ObjectId a = object("cube"), b = object("cube_2"), c = object("cube_3");
  QVERIFY(a && b && c);
  QVERIFY(!overlap(box(a), box(b)) && !overlap(box(a), box(c)) && !overlap(box(b), box(c)));
  for (const ObjectId id : {b, c}) {
    QVERIFY2(std::abs(box(id).min.z()) < 1e-9, "it does not stand on the floor");
    QVERIFY2((box(id).center() - box(a).center()).norm() < 1.5, "it is far away");
  }
  QTRY_VERIFY2(window_->viewHost().view()->shows(box(c)), "it is not to be seen");
}

// The parts of one assembly keep their places to each other.
void TestPlace::asInTheFileHoldsForTheFilesThatWait() {
  const QString file = write(QStringLiteral("part.stl"), stlBox(0.3));
  import(file);
  window_->openFiles({file, file});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 20000);
  QCOMPARE(wizard()->placeBox()->currentText(), QStringLiteral("In a free place"));
  wizard()->placeBox()->setFocus();
  QTest::keyClick(wizard()->placeBox(), Qt::Key_Down);
  QCOMPARE(wizard()->placeBox()->currentText(), QStringLiteral("At the origin, as in the file"));
  importShown();
  importShown();
  QTRY_VERIFY(!wizard());
  for (const char* name : {"part_2", "part_3"})
    QVERIFY2((box(object(name)).center() - box(object("part")).center()).norm() < 1e-9, name);
}

void TestPlace::theFirstThingFillsTheView() {
  for (const double edge : {0.02, 3.0}) {
    import(write(QStringLiteral("first.stl"), stlBox(edge)));
    auto* view = window_->viewHost().view();
    const auto width = [&] {
      const auto transform = view->viewTransform();
      QRectF on;
      for (int i = 0; i < 8; ++i) {
        const auto p = transform.project(Vec3((i & 1) * edge, (i >> 1 & 1) * edge, (i >> 2 & 1) * edge));
        if (p) on = on.united(QRectF(p->x(), p->y(), 1, 1));
      }
      return std::max(on.width() / view->width(), on.height() / view->height());
    };
    QTRY_VERIFY2_WITH_TIMEOUT(width() > 0.5 && width() < 1.0,
                              qPrintable(QStringLiteral("%1 m: %2 of the view").arg(edge).arg(width())), 5000);
    run("edit.undo");
  }
}

void TestPlace::copiesStandBesideTheirOriginals() {
  openSample("pick_and_place");
  const ObjectId crate = object("crate");
  QVERIFY(crate);
  for (const std::vector<world::NodeRef>& chosen : {std::vector<world::NodeRef>{crate}, {crate, object("fixture")}}) {
    const auto before = world::contentHash(*world());
    const auto next = world()->nextId();
    window_->selection().select(chosen);
    run("edit.duplicate");
    std::vector<ObjectId> copies;
    for (const auto& node : window_->selection().nodes()) copies.push_back(std::get<ObjectId>(node));
    QCOMPARE(copies.size(), chosen.size());
    std::optional<Vec3> shift;
    for (std::size_t i = 0; i < copies.size(); ++i) {
      QVERIFY(copies[i].value >= next);
      const Vec3 by = world()->rootT(copies[i]).p - world()->rootT(chosen[i]).p;
      QVERIFY2(std::abs(by.z()) < 1e-9, "it floats, or has sunk");
      if (shift) QVERIFY2((by - *shift).norm() < 1e-9, "they do not keep together");
      shift = by;
      world()->forEachObject([&](const world::Object& other) {
        const bool copy = std::find(copies.begin(), copies.end(), other.id) != copies.end();
        if (copy || other.entities.size() > 1) return;
        QVERIFY2(!overlap(box(copies[i]), box(other.id)), other.name.c_str());
      });
    }
    QVERIFY2(shift->norm() < 1.2, qPrintable(QString::number(shift->norm())));
    run("edit.undo");
    QCOMPARE(world::contentHash(*world()), before);
  }
}

void TestPlace::addMany(int count) {
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < count; ++i)
    edits.push_back(session::createPrimitive(world::kRootObject, world::kRootEntity, "b_" + std::to_string(i),
                                             geometry::Box{Vec3::Constant(0.1)}, {},
                                             Pose::translation(0.2 * (i % 40), 0.2 * (i / 40), 0.05)));
  QVERIFY(window_->bridge().commit(QStringLiteral("many"), session::join(edits)));
  run("edit.select-all");
}

void TestPlace::manyCopiesAreOneStepWhateverOthersDo() {
  constexpr int kMany = 1200;
  addMany(kMany);
  const auto entries = window_->bridge().session().history().position;
  run("edit.duplicate");
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{2 * kMany + 1}, 60000);
  QCOMPARE(window_->bridge().session().history().position, entries + 1);
  QTRY_COMPARE(window_->selection().nodes().size(), std::size_t{kMany});
  const Vec3 shift = world()->rootT(object("b_1200")).p - world()->rootT(object("b_0")).p;
  QVERIFY2(shift.head<2>().cwiseAbs().maxCoeff() > 5.9, "they stand in each other");
  run("edit.undo");
  QCOMPARE(world()->objectCount(), std::size_t{kMany + 1});
  // A client moves one of them all the time.
  run("edit.select-all");
  std::atomic<bool> over{false};
  std::thread client([&, first = object("b_0")] {
    for (int i = 0; !over; ++i) {
      session::CommitRequest request;
      request.author = "client";
      request.label = "Move";
      request.edits = session::setPose(first, world::kRootObject, Pose::translation(0, 0, 1 + 1e-4 * i));
      (void)window_->bridge().session().commit(request);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  run("edit.duplicate");
  const bool copied = QTest::qWaitFor([&] { return world()->objectCount() == std::size_t{2 * kMany + 1}; }, 60000);
  over = true;
  client.join();
  QVERIFY(copied);
  QTRY_COMPARE(window_->selection().nodes().size(), std::size_t{kMany});
}

void TestPlace::manyCopiesDoNotComeIntoAnotherWorld() {
  addMany(1200);
  action("edit.duplicate")->trigger();
  window_->document().reset();
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  QCOMPARE(world()->objectCount(), std::size_t{1});
  QVERIFY(window_->selection().nodes().empty());
}

void TestPlace::newThingsStandOnTheTopThatWasClicked() {
  QVERIFY(window_->bridge().commit(
      QStringLiteral("table"),
      session::createPrimitive(world::kRootObject, world::kRootEntity, "table", geometry::Box{Vec3(1.2, 0.8, 0.7)}, {},
                               Pose::translation(0.5, 0, 0.35))));
  const ObjectId table = object("table");
  auto* view = window_->viewHost().view();
  view->fitAll();
  QTest::qWait(600);
  Vec3 clicked(0.3, 0.1, 0.7);
  const auto click = [&](const Vec3& at) {
    clicked = at;
    const auto p = view->viewTransform().project(clicked);
    QVERIFY(p);
    QTest::mouseClick(view->surface(), Qt::LeftButton, {}, QPoint(qRound(p->x()), qRound(p->y())));
    QTRY_VERIFY(window_->selection().touch() && window_->selection().contains(table));
  };
  const auto stands = [&](const char* name) {
    const Bounds it = box(object(name));
    return std::abs(it.min.z() - 0.7) < 1e-6 && (it.center() - clicked).head<2>().norm() < 0.25;
  };
  click(Vec3(0.3, 0.1, 0.7));
  run("add.box");
  QVERIFY2(stands("box"), "it does not stand on the table");
  // Beside the first one, not in it.
  click(Vec3(0.37, 0.1, 0.7));
  run("add.cylinder");
  QVERIFY(stands("cylinder") && !overlap(box(object("box")), box(object("cylinder"))));
  // From the library, too; and without a click on the floor.
  click(Vec3(0.8, -0.2, 0.7));
  run("add.sample.block");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() == 5, 20000);
  QVERIFY2(std::abs(box(std::get<ObjectId>(*window_->selection().active())).min.z() - 0.7) < 1e-6, "block");
}

void TestPlace::newThingsAreSeenInTheMiddle_data() {
  QTest::addColumn<QString>("added");
  for (const char* added : {"add.box", "add.capsule", "add.sample.crate", "add.frame"}) QTest::newRow(added) << added;
}

// Far from the origin: on a table, beside what stands there, and not behind a wall; the camera stays.
void TestPlace::newThingsAreSeenInTheMiddle() {
  QFETCH(QString, added);
  auto* view = window_->viewHost().view();
  ui::ViewProbe(*view).setReducedMotion(true);
  const Vec3 at(3, 2, 0);
  addBox("table", Vec3(1.2, 1.2, 0.7), at + Vec3(0, 0, 0.35));
  const auto look = [&](const Vec3& target) {
    ui::CameraState camera;
    camera.target = target;
    camera.eye = target + Vec3(-1.0, -3.0, 1.6);
    view->setCamera(camera);
    QTest::qWait(400);
  };
  // Of what is new: where it is, that nothing is before it, and how far from the middle.
  const auto addOne = [&](const char* name) {
    window_->selection().clear();
    const auto objects = world()->objectCount() + world()->frameCount();
    const Vec3 eye = view->camera().eye;
    run(qPrintable(added));
    QTRY_VERIFY2_WITH_TIMEOUT(world()->objectCount() + world()->frameCount() > objects, name, 20000);
    QVERIFY2((view->camera().eye - eye).norm() < 1e-9, "the camera has moved");
    const auto node = *window_->selection().active();
    const auto* id = std::get_if<ObjectId>(&node);
    const Vec3 middle = id ? box(*id).center() : world()->rootT(node).p;
    QTest::qWait(400);
    const auto transform = view->viewTransform();
    const auto pixel = transform.project(middle);
    QVERIFY(pixel);
    const double off = std::hypot(pixel->x() - 0.5 * view->width(), pixel->y() - 0.5 * view->height());
    QVERIFY2(off < 0.4 * view->height(),
             qPrintable(QStringLiteral("%1: %2 pixels off").arg(QLatin1String(name)).arg(off)));
    const auto seen = view->nodesAt({pixel->x(), pixel->y()});
    QVERIFY2(!seen.empty() && seen.front() == node, name);
    if (!id) return;
    world()->forEachObject([&](const world::Object& other) {
      const Bounds own = box(other.id);
      if (other.id != *id && !own.empty()) QVERIFY2(!overlap(box(*id), own), name);
    });
  };
  const auto isOn = [&](double z) {
    const auto node = *window_->selection().active();
    const auto* id = std::get_if<ObjectId>(&node);
    return std::abs((id ? box(*id).min.z() : world()->rootT(node).p.z()) - z) < 1e-6;
  };
  look(at + Vec3(0, 0, 0.7));
  addOne("first");
  QVERIFY2(isOn(0.7), "it does not stand on the table");
  addOne("second");
  QVERIFY2(isOn(0.7), "the second one does not");
  look(at + Vec3(-3, 0, 0));
  addOne("beside the table");
  QVERIFY2(isOn(0.0), "it does not stand on the floor");
  addBox("wall", Vec3(2.0, 0.05, 0.8), at + Vec3(-6, -0.5, 0.4));
  look(at + Vec3(-6, 0, 0.2));
  addOne("before the wall, or beside it");
}

// With the object that is chosen in the tree, but not within it.
void TestPlace::aSensorIsPutOnWhatIsSelected() {
  addBox("stand", Vec3(0.3, 0.3, 0.9), Pose::translation(1, 1, 0.45).p);
  window_->selection().select({object("stand")});
  run("add.sample.camera");
  QTRY_VERIFY_WITH_TIMEOUT(bool{world()->aliasNamed("camera")}, 20000);
  const ObjectId camera = world()->aliasNamed("camera");
  QCOMPARE(world()->object(camera)->parent, object("stand"));
  QVERIFY((world()->rootT(camera).p - Vec3(1, 1, 0.9)).norm() < 1e-9);
}

void TestPlace::aFileDroppedOnAnArmIsPutOnItsEnd_data() {
  QTest::addColumn<QString>("arm");
  QTest::addColumn<QString>("name");
  QTest::newRow("KUKA KR10") << corpusFile("ros-industrial/xacro_generated/kuka/kuka_kr10_support/urdf/kr10r900_2.urdf")
                             << QStringLiteral("link_3");
  QTest::newRow("FANUC CRX10") << corpusFile(
                                      "ros-industrial/xacro_generated/fanuc/fanuc_crx10ia_support/urdf/crx10ial.urdf")
                               << QStringLiteral("link_3");
  QTest::newRow("Motoman SIA20") << corpusFile("ros-industrial/motoman/motoman_sia20d_support/urdf/sia20d.urdf")
                                 << QStringLiteral("link_u");
}

void TestPlace::aFileDroppedOnAnArmIsPutOnItsEnd() {
  QFETCH(QString, arm);
  QFETCH(QString, name);
  if (arm.isEmpty()) QSKIP("WORLDWRIGHT_SHARED is not set");
  import(arm);
  auto* view = window_->viewHost().view();
  const auto robot = std::get<ObjectId>(*window_->selection().active());
  const auto joints = world()->object(robot)->moving_joints.size();
  QVERIFY(joints >= 6);
  // On a link in the middle of the arm.
  std::optional<QPointF> at;
  const auto isOnArm = [&](const QPointF& p) {
    const auto hit = view->dropPointAt(p);
    const auto* link = hit && hit->entity ? world()->object(robot)->entity(hit->entity) : nullptr;
    return link && link->name == name.toStdString();
  };
  QTRY_VERIFY_WITH_TIMEOUT(
      [&] {
        for (int y = 10; y < view->height() - 10 && !at; y += 6)
          for (int x = 10; x < view->width() - 10 && !at; x += 6)
            if (isOnArm({double(x), double(y)})) at = QPointF(x, y);
        return at.has_value();
      }(),
      20000);
  const auto before = world::contentHash(*world());
  drop(corpusFile("ros-industrial/xacro_generated/robotiq/robotiq_2f_85_gripper_visualization/urdf/"
                  "robotiq_arg2f_85_model.urdf"),
       *at);
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  const QString place = wizard()->placeBox()->currentText();
  QVERIFY2(place.contains(QStringLiteral("tool0")) || place.contains(QStringLiteral("flange")), qPrintable(place));
  importShown();
  const auto gripper = std::get<ObjectId>(*window_->selection().active());
  QCOMPARE(world()->object(gripper)->parent, robot);
  const auto tool = world::resolveText(*world(), place.mid(3).toStdString());
  QVERIFY(tool.ok());
  QVERIFY((world()->rootT(gripper).p - world()->rootT(*tool).p).norm() < 1e-9);
  // It goes where the last joint takes it, and its bolts are no collision.
  const Pose tool_t_gripper = world()->aTB(*tool, gripper);
  JointVector q = world()->object(robot)->jointPositions();
  q[0] += 0.4;
  QVERIFY(window_->bridge().commit(QStringLiteral("turn"), session::setJoints(robot, q)));
  QVERIFY((world()->aTB(*tool, gripper).p - tool_t_gripper.p).norm() < 1e-9);
  run("edit.undo");
  QCOMPARE(world()->object(gripper)->parent, robot);
  run("edit.undo");
  QCOMPARE(world::contentHash(*world()), before);
}

void TestPlace::whatItWasToBePutOnIsGone() {
  openSample("pick_and_place");
  const ObjectId robot = object("robot");
  window_->openFiles({write(QStringLiteral("tool.stl"), stlBox(0.05))});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 20000);
  const int on = wizard()->placeBox()->findText(QStringLiteral("On robot"), Qt::MatchStartsWith);
  QVERIFY(on >= 0);
  wizard()->placeBox()->setCurrentIndex(on);
  QVERIFY(window_->bridge().commit(QStringLiteral("delete"), session::deleteObject(robot, true)));
  QTRY_VERIFY(!world()->object(robot));
  const auto hash = world::contentHash(*world());
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_VERIFY(noticeTexts().join(QLatin1Char(' ')).contains(QStringLiteral("no longer there")));
  QCOMPARE(world::contentHash(*world()), hash);
  QVERIFY2(wizard() && wizard()->placeBox()->findText(QStringLiteral("On robot"), Qt::MatchStartsWith) < 0,
           "the place is still offered");
  importShown();
}

}  // namespace ww::editor

int main(int argc, char** argv) { return ww::editor::runWindowTest<ww::editor::TestPlace>(argc, argv); }
#include "test_place.moc"
