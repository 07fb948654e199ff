// SPDX-License-Identifier: Apache-2.0
// Add frame: on the link that is selected, at the point that was clicked.
#include <QMenu>
#include <QTreeView>
#include <cmath>
#include <set>

#include "tests/gui/editor/view_test.h"

using namespace ww;
using namespace ww::editor;

class TestAddFrame : public ViewTest {
  Q_OBJECT
 private Q_SLOTS:
  void aFrameComesWhereALinkWasClicked();
  void aFrameComesWhereAnImportedRobotWasClicked_data();
  void aFrameComesWhereAnImportedRobotWasClicked();
  void aFrameComesToTheLinkThatIsSelectedInTheTree();
  void aFrameComesWhereTheMenuWasOpened();
  void aFrameComesWhereTheFloorWasClicked();

 private:
  void importRobot(const QString& file);
  void clickAt(const QPointF& p, Qt::MouseButton button = Qt::LeftButton) {
    QTest::mouseMove(surface(), p.toPoint());
    QTest::mousePress(surface(), button, {}, p.toPoint());
    QTest::mouseRelease(surface(), button, {}, p.toPoint());
    QTest::qWait(30);
  }
  std::optional<QPointF> visiblePixelOf(ObjectId object, const Vec3& p);
  void checkFrameAt(FrameId frame, const QPointF& pixel, const Vec3& clicked);
  void moveAllJoints(ObjectId robot);
  std::optional<FrameId> newest() {
    const auto active = window_->selection().active();
    if (!active || !std::holds_alternative<FrameId>(*active)) return std::nullopt;
    return std::get<FrameId>(*active);
  }
};

void TestAddFrame::importRobot(const QString& file) {
  window_->openFiles({file});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(robotOf() && !wizard(), 20000);
  settle();
}

// A pixel near the point where a click selects the object.
std::optional<QPointF> TestAddFrame::visiblePixelOf(ObjectId object, const Vec3& p) {
  const QPointF middle = pixelOf(p);
  for (int r = 0; r <= 24; r += 3)
    for (int k = 0; k < (r == 0 ? 1 : 12); ++k) {
      const double a = 2.0 * 3.14159265358979 * k / 12;
      const QPointF at = (middle + QPointF(r * std::cos(a), r * std::sin(a))).toPoint();
      const auto nodes = view().nodesAt(at);
      if (!nodes.empty() && nodes.front() == world::NodeRef(object)) return at;
    }
  return std::nullopt;
}

void TestAddFrame::moveAllJoints(ObjectId robot) {
  const auto object = world()->object(robot);
  JointVector q(static_cast<Eigen::Index>(object->moving_joints.size()));
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const auto& joint = object->movingJoint(static_cast<std::size_t>(i));
    q[i] = joint.value + (joint.value + 0.3 < joint.application.upper ? 0.3 : -0.3);
  }
  QVERIFY(window_->bridge().commit(QStringLiteral("pose"), session::setJoints(robot, q)));
  QTest::qWait(50);
  settle();
}

// At the point that was clicked, z out of the surface; and it goes with the link that is there.
void TestAddFrame::checkFrameAt(FrameId frame, const QPointF& pixel, const Vec3& clicked) {
  const Pose at = world()->rootT(frame);
  QVERIFY2((at.p - clicked).norm() < 1e-5, qPrintable(QString::number((at.p - clicked).norm())));
  const Vec3 z = at.q * Vec3(Vec3::UnitZ());
  QVERIFY(z.dot(view().camera().eye - clicked) > 0.0);
  // Neighbours on a flat place lie in the frame's plane; on an edge there are none.
  for (const QPointF step : {QPointF(1, 0), QPointF(0, 1)}) {
    const auto a = view().surfaceAt(pixel + step), b = view().surfaceAt(pixel - step);
    if (!a || !b) continue;
    const Vec3 d1 = *a - clicked, d2 = clicked - *b;
    if (d1.norm() > 0.02 || d2.norm() > 0.02 || d1.normalized().dot(d2.normalized()) < 0.9999) continue;
    QVERIFY2(std::abs(z.dot(d1.normalized())) < 0.1, qPrintable(QString::number(z.dot(d1.normalized()))));
  }
}

void TestAddFrame::aFrameComesWhereALinkWasClicked() {
  openSample();
  const ObjectId robot = robotOf();
  moveAllJoints(robot);
  std::set<EntityId> parents;
  const auto entities = world()->object(robot)->entities;
  for (const auto& entity : entities) {
    if (entity->collision.empty() && entity->visual.empty()) continue;
    const auto pixel = visiblePixelOf(robot, world()->rootT(entity->id).p);
    if (!pixel) continue;
    window_->selection().clear();
    clickAt(*pixel);
    const Vec3 clicked = *view().surfaceAt(*pixel);
    const auto before = window_->bridge().session().history().position;
    run("add.frame");
    QVERIFY(newest());
    checkFrameAt(*newest(), *pixel, clicked);
    QCOMPARE(world()->frame(*newest())->object, robot);
    parents.insert(world()->frame(*newest())->parent_entity);
    // Ready to be named.
    auto* tree = window_->findChild<ui::ScenePanel*>()->tree();
    QTRY_VERIFY(tree->findChild<QLineEdit*>());
    QTRY_VERIFY(tree->findChild<QLineEdit*>()->hasFocus());
    QTest::keyClick(tree->findChild<QLineEdit*>(), Qt::Key_Escape);
    QCOMPARE(window_->bridge().session().history().position, before + 1);
    const FrameId made = *newest();
    run("edit.undo");
    QVERIFY(!world()->frame(made));
  }
  QVERIFY2(parents.size() >= 3, "a frame on each of several links");
  // One that hangs on a link goes with the joint.
  const EntityId last = *parents.rbegin();
  QVERIFY(last != world()->object(robot)->rootEntity());
}

void TestAddFrame::aFrameComesWhereAnImportedRobotWasClicked_data() {
  QTest::addColumn<QString>("file");
  const QString base = QStringLiteral("corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated/");
  QTest::newRow("kuka") << base + QStringLiteral("kuka/kuka_kr10_support/urdf/kr10r900_2.urdf");
  QTest::newRow("fanuc") << base + QStringLiteral("fanuc/fanuc_cr7ia_support/urdf/cr7ia.urdf");
  QTest::newRow("iiwa") << QStringLiteral("corpus/urdf/tesseract/support/urdf/lbr_iiwa_14_r820.urdf");
}

void TestAddFrame::aFrameComesWhereAnImportedRobotWasClicked() {
  QFETCH(QString, file);
  if (qEnvironmentVariableIsEmpty("WORLDWRIGHT_SHARED")) QSKIP("WORLDWRIGHT_SHARED names no folder with robots");
  importRobot(qEnvironmentVariable("WORLDWRIGHT_SHARED") + QLatin1Char('/') + file);
  const ObjectId robot = robotOf();
  moveAllJoints(robot);
  run("view.fit");
  cameraRests();
  std::set<EntityId> parents;
  const auto entities = world()->object(robot)->entities;
  for (const auto& entity : entities) {
    if (entity->visual.empty()) continue;
    const auto pixel = visiblePixelOf(robot, world()->rootT(entity->id).p);
    if (!pixel) continue;
    clickAt(QPointF(3, 3));  // beside everything
    clickAt(*pixel);
    const Vec3 clicked = *view().surfaceAt(*pixel);
    run("add.frame");
    QVERIFY(newest());
    checkFrameAt(*newest(), *pixel, clicked);
    parents.insert(world()->frame(*newest())->parent_entity);
    run("edit.undo");
    QTest::qWait(20);
  }
  QVERIFY2(parents.size() >= 3, qPrintable(QString::number(parents.size())));
}

void TestAddFrame::aFrameComesToTheLinkThatIsSelectedInTheTree() {
  openSample();
  const ObjectId robot = robotOf();
  moveAllJoints(robot);
  const auto object = world()->object(robot);
  const EntityId link = object->entities[object->moving_joints[3]]->id;
  window_->selection().select({link});
  run("add.frame");
  QVERIFY(newest());
  // A joint carries no frame: it is on the link behind, at the joint.
  const auto* carrier = object->entity(world()->frame(*newest())->parent_entity);
  QVERIFY(carrier->kind == world::EntityKind::kLink && carrier->parent == link);
  QVERIFY((world()->rootT(*newest()).p - world()->rootT(link).p).norm() < 1e-9);
  // An object that was clicked in the view before, and then chosen in the tree: at its root.
  const auto pixel = visiblePixelOf(robot, world()->rootT(link).p);
  QVERIFY(pixel);
  clickAt(*pixel);
  auto* tree = window_->findChild<ui::ScenePanel*>()->tree();
  QModelIndex row;
  for (int i = 0; i < tree->model()->rowCount(); ++i)
    if (tree->model()->index(i, 0).data().toString() == QString::fromStdString(object->name))
      row = tree->model()->index(i, 0);
  QVERIFY(row.isValid());
  tree->scrollTo(row);
  clickAt(QPointF(3, 3));
  QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(row).center());
  QCOMPARE(window_->selection().active(), std::optional(world::NodeRef(robot)));
  run("add.frame");
  QVERIFY(newest());
  QCOMPARE(world()->frame(*newest())->parent_entity, object->rootEntity());
  QVERIFY((world()->rootT(*newest()).p - world()->rootT(robot).p).norm() < 1e-9);
}

void TestAddFrame::aFrameComesWhereTheMenuWasOpened() {
  const ObjectId box = addBox("plate", Vec3(0.6, 0.6, 0.1), Pose::fromRpy(Vec3(0, 0, 0.2), 0, 0, 0.5));
  run("view.fit");
  settle();
  const auto pixel = visiblePixelOf(box, Vec3(0.1, 0.05, 0.25));
  QVERIFY(pixel);
  const Vec3 clicked = *view().surfaceAt(*pixel);
  clickAt(*pixel, Qt::RightButton);
  QTRY_VERIFY(QApplication::activePopupWidget());
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  QVERIFY(menu);
  QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action("add.frame")).center());
  QTRY_VERIFY(newest());
  checkFrameAt(*newest(), *pixel, clicked);
  const Pose at = world()->rootT(*newest());
  // The upper face is level: x is the world's x, not the plate's.
  QVERIFY((at.q * Vec3(Vec3::UnitZ()) - Vec3::UnitZ()).norm() < 1e-9 &&
          (at.q * Vec3(Vec3::UnitX()) - Vec3::UnitX()).norm() < 1e-9);
}

void TestAddFrame::aFrameComesWhereTheFloorWasClicked() {
  const ObjectId box = addBox("box", Vec3(0.2, 0.2, 0.2), Pose::translation(0, 0, 0.1));
  run("view.fit");
  settle();
  window_->selection().select({box});
  const Vec3 place(0.35, -0.3, 0);
  clickAt(pixelOf(place));
  QVERIFY(window_->selection().nodes().empty());
  run("add.frame");
  QVERIFY(newest());
  const Pose at = world()->rootT(*newest());
  // As near as a pixel.
  QVERIFY2((at.p - place).norm() < 2.0 * view().viewTransform().metresPerPixel(place),
           qPrintable(QString::number((at.p - place).norm())));
  QCOMPARE(at.p.z(), 0.0);
  // A click elsewhere selects that, and says nothing of the floor any more.
  window_->selection().select({box});
  run("add.frame");
  QCOMPARE(world()->frame(*newest())->object, box);
  // Without a click it is where it can be seen, beside the box.
  window_->selection().clear();
  run("add.frame");
  const QPointF at_pixel = pixelOf(world()->rootT(*newest()).p);
  QVERIFY(QRectF(QPointF(), view().size()).contains(at_pixel));
  const auto hit = view().surfaceAt(at_pixel);
  QVERIFY(!hit || (*hit - world()->rootT(*newest()).p).norm() < 1e-3);
}

int main(int argc, char** argv) { return runWindowTest<TestAddFrame>(argc, argv); }
#include "test_add_frame.moc"
