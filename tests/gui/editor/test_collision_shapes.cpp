// SPDX-License-Identifier: Apache-2.0
// With what parts are checked for collisions: from the menu to the picture, the figures, one step and back.
#include <QComboBox>
#include <QMenu>
#include <QTreeWidget>

#include "app/editor/shapes_desk.h"
#include "core/geometry/mass_properties.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "tests/gui/editor/view_test.h"
#include "tests/support/angle_mesh.h"
#include "ui/bridge/watchdog.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/shapes_dialog.h"

using namespace ww;
using namespace ww::editor;

namespace so = intrinsic_proto::scene_object::v1;

namespace {

// Flat, so that nothing convex can be made of it.
geometry::Mesh sheetMesh() {
  geometry::Mesh out;
  out.vertices = {{0, 0, 0}, {0.1, 0, 0}, {0.1, 0.1, 0}, {0, 0.1, 0}};
  out.triangles = {{0, 1, 2}, {0, 2, 3}};
  return out;
}

// Like a sea urchin, so that it takes its time.
geometry::Mesh urchinMesh(int segments) {
  geometry::Mesh out = geometry::tessellate(geometry::Primitive(geometry::Sphere{0.15}), segments);
  for (Vec3& p : out.vertices) p *= 1.0 + 0.05 * std::sin(700.0 * p.x()) * std::sin(900.0 * p.y() + 300.0 * p.z());
  return out;
}

}  // namespace

class TestCollisionShapes : public ViewTest {
  Q_OBJECT
 public:
  explicit TestCollisionShapes(ui::Watchdog& dog) : dog_(dog) {}

 private Q_SLOTS:
  void theActionSaysWhyItIsOff();
  void aPartIsTakenApartBySlider();
  void figuresOfAHullAreThose();
  void aPrimitiveHasNoTriangles();
  void cancelLeavesNothing();
  void whatCannotBeMadeIsSaid();
  void oneLinkOfARobotIsChanged();
  void theShapeIsPaintedBeforeItIsTaken();
  void stopEndsTheWork();
  void itIsReachedWhereOneLooks();
  void keysAreEnough();
  void whatGoesMeanwhileClosesIt();
  void noTurnIsLong();
  void itFitsSmallScreens();
  void nothingMovesWhenFiguresArrive();

 private:
  ui::ShapesDialog* dialog() { return window_->collisionShapes().dialog(); }
  ObjectId add(const char* name, const geometry::Mesh* mesh) {
    so::SceneObject object;
    object.set_name(name);
    so::Entity& link = *object.add_entities();
    link.set_name("body");
    link.mutable_link();
    if (mesh) {
      geometry::Shape shape;
      shape.mesh = std::make_shared<const geometry::Mesh>(*mesh);
      const auto kept = window_->bridge().session().store().intern(shape);
      kept_.push_back(*kept);
      auto& sets = *link.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
      for (const char* set : {"Intrinsic_Visual", "Intrinsic_Collision"})
        (*sets[set].mutable_named_geometries())["body"].mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(
            (*kept)->ref);
    }
    window_->bridge().commit(QStringLiteral("make"),
                             session::createFromSceneObject(world::kRootObject, world::kRootEntity, name, object, {}));
    return world()->childNamed(world::kRootObject, name);
  }
  void open(ObjectId object) {
    window_->selection().select({object});
    run("edit.collision-shapes");
    QTRY_VERIFY(dialog() && dialog()->isVisible());
  }
  void chooseKind(geometry::CollisionKind kind) {
    auto* box = dialog()->kindBox();
    box->setFocus();
    box->showPopup();
    const int row = box->findData(static_cast<int>(kind));
    QVERIFY(row >= 0);
    while (box->view()->currentIndex().row() != row)
      QTest::keyClick(box->view(), box->view()->currentIndex().row() < row ? Qt::Key_Down : Qt::Key_Up);
    QTest::keyClick(box->view(), Qt::Key_Return);
    QCOMPARE(box->currentIndex(), row);
  }
  // The slider goes there by its keys.
  void slideTo(std::size_t step) {
    auto* slider = dialog()->slider();
    slider->setFocus();
    while (slider->value() != static_cast<int>(step))
      QTest::keyClick(slider, slider->value() > static_cast<int>(step) ? Qt::Key_Left : Qt::Key_Right);
  }
  void ready() { QTRY_VERIFY_WITH_TIMEOUT(dialog()->applyButton()->isEnabled(), 60000); }
  QString cell(int row, int column) { return dialog()->list()->topLevelItem(row)->text(column); }
  const world::Entity& body(ObjectId object) { return *world()->object(object)->entities.front(); }
  QString undoName() { return QString::fromStdString(window_->bridge().session().undoLabel()); }

  ui::Watchdog& dog_;
  std::vector<geometry::GeometryPtr> kept_;
};

constexpr std::size_t kEightPieces = 4;  // of usecase::shapeSteps()

void TestCollisionShapes::theActionSaysWhyItIsOff() {
  const auto why = [this] { return window_->actions().whyNot(QStringLiteral("edit.collision-shapes")); };
  window_->selection().clear();
  QVERIFY(why().contains(QStringLiteral("Select an object")));
  const ObjectId empty = add("empty", nullptr);
  window_->selection().select({empty});
  QVERIFY2(why().contains(QStringLiteral("Nothing is seen of it")), qPrintable(why()));
  window_->actions().refresh();
  QVERIFY(!action("edit.collision-shapes")->isEnabled());
  const geometry::Mesh mesh = test::angleMesh();
  const ObjectId angle = add("angle", &mesh);
  window_->selection().select({angle});
  QCOMPARE(why(), QString());
  window_->selection().select({empty, angle});
  QVERIFY(why().contains(QStringLiteral("one object")));
}

void TestCollisionShapes::aPartIsTakenApartBySlider() {
  const geometry::Mesh mesh = test::angleMesh();
  const ObjectId angle = add("angle", &mesh);
  const auto before = body(angle).collision;
  const QString last = undoName();
  open(angle);
  QVERIFY(!dialog()->applyButton()->isEnabled());
  slideTo(kEightPieces);
  QCOMPARE(dialog()->kindBox()->currentData().toInt(), static_cast<int>(geometry::CollisionKind::kPieces));
  ready();
  QVERIFY(cell(0, 1).startsWith(QStringLiteral("Convex pieces")));
  QVERIFY2(dialog()->timeLabel()->text().contains(QStringLiteral("with the shapes of now")),
           qPrintable(dialog()->timeLabel()->text()));
  QVERIFY(dialog()->seenLabel()->text().contains(QStringLiteral("closed, 72")));
  QCOMPARE(body(angle).collision.size(), before.size());  // only looked at so far
  const auto revision = window_->bridge().snapshot().revision;
  QTest::mouseClick(dialog()->applyButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!dialog(), 20000);
  QCOMPARE(window_->bridge().snapshot().revision, revision + 1);
  const auto& after = body(angle).collision;
  QVERIFY(after.size() >= 2 && after.size() <= 8);
  double volume = 0.0;
  for (const auto& piece : after) {
    QVERIFY(geometry::isClosed(*piece.geometry->mesh));
    volume += geometry::massProperties(*piece.geometry->mesh)->volume;
  }
  // Nearly that of the body, of which the hull has twice as much.
  QVERIFY2(volume > 0.0036 * 0.02 - 1e-9 && volume < 1.2 * 0.0036 * 0.02, qPrintable(QString::number(volume)));
  QVERIFY(undoName() != last);
  run("edit.undo");
  QCOMPARE(undoName(), last);
  QCOMPARE(body(angle).collision.size(), before.size());
  QCOMPARE(body(angle).collision.front().geometry, before.front().geometry);
}

void TestCollisionShapes::figuresOfAHullAreThose() {
  const geometry::Mesh mesh = test::angleMesh();
  open(add("angle", &mesh));
  chooseKind(geometry::CollisionKind::kHull);
  ready();
  // From the middle of the slope to the legs: 40 mm.
  const double blocked = cell(0, 4).section(u' ', 0, 0).toDouble();
  QVERIFY2(std::abs(blocked - 40.0) < 2.5, qPrintable(cell(0, 4)));
  QVERIFY(cell(0, 3).section(u' ', 0, 0).toDouble() < 0.1);
  QVERIFY(dialog()->figuresLabel()->text().contains(cell(0, 4)));
  QVERIFY(dialog()->legend()->text().contains(cell(0, 4)));
  chooseKind(geometry::CollisionKind::kNone);
  ready();
  QVERIFY(dialog()->figuresLabel()->text().contains(QStringLiteral("collides with nothing")));
  QCOMPARE(cell(0, 2), QStringLiteral("0"));
}

void TestCollisionShapes::aPrimitiveHasNoTriangles() {
  const geometry::Mesh mesh = test::angleMesh();
  const ObjectId angle = add("angle", &mesh);
  const QString none = QStringLiteral("\u2013");
  open(angle);
  QVERIFY(cell(0, 2).toInt() > 0);
  chooseKind(geometry::CollisionKind::kBox);
  ready();
  const auto says = [this] { return dialog()->figuresLabel()->text(); };
  QCOMPARE(cell(0, 2), none);
  QVERIFY2(says().startsWith(QStringLiteral("1 primitive")), qPrintable(says()));
  QTest::mouseClick(dialog()->applyButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!dialog(), 20000);
  // As it is checked now, it has none either.
  open(angle);
  QCOMPARE(cell(0, 2), none);
  QVERIFY2(says().contains(QStringLiteral("Checked now: 1 primitive")), qPrintable(says()));
}

void TestCollisionShapes::cancelLeavesNothing() {
  const geometry::Mesh mesh = test::angleMesh();
  const ObjectId angle = add("angle", &mesh);
  window_->selection().clear();
  run("view.fit");
  cameraRests();
  window_->selection().select({angle});
  const QImage bare = picture();
  const auto revision = window_->bridge().snapshot().revision;
  open(angle);
  slideTo(1);
  ready();
  settle();
  QVERIFY(picture() != bare);
  QTest::keyClick(dialog(), Qt::Key_Escape);
  QTRY_VERIFY(!dialog());
  QTRY_COMPARE(window_->jobs().running(), 0);
  QCOMPARE(window_->bridge().snapshot().revision, revision);
  QTRY_COMPARE(picture(), bare);
  // While it is being worked out as well.
  open(angle);
  slideTo(kEightPieces);
  QTest::keyClick(dialog(), Qt::Key_Escape);
  QTest::qWait(600);
  QCOMPARE(window_->jobs().running(), 0);
  QCOMPARE(window_->bridge().snapshot().revision, revision);
  QVERIFY(!dialog());
}

void TestCollisionShapes::whatCannotBeMadeIsSaid() {
  const geometry::Mesh mesh = sheetMesh();
  const ObjectId sheet = add("sheet", &mesh);
  open(sheet);
  chooseKind(geometry::CollisionKind::kHull);
  QTRY_COMPARE_WITH_TIMEOUT(cell(0, 1), QStringLiteral("Not possible"), 20000);
  QVERIFY2(dialog()->figuresLabel()->text().startsWith(QStringLiteral("body: ")),
           qPrintable(dialog()->figuresLabel()->text()));
  QVERIFY(!dialog()->applyButton()->isEnabled());
  // Another kind can be had.
  chooseKind(geometry::CollisionKind::kSame);
  ready();
  QVERIFY(dialog()->seenLabel()->text().contains(QStringLiteral("open at 4 edges")));
}

void TestCollisionShapes::oneLinkOfARobotIsChanged() {
  openSample();
  const ObjectId robot = robotOf();
  const auto& entities = world()->object(robot)->entities;
  std::vector<world::EntityPtr> links;
  for (const auto& entity : entities)
    if (!entity->visual.empty()) links.push_back(entity);
  QVERIFY(links.size() > 3);
  window_->selection().select({links[2]->id});
  run("edit.collision-shapes");
  QTRY_VERIFY(dialog() && dialog()->isVisible());
  QCOMPARE(dialog()->list()->topLevelItemCount(), static_cast<int>(links.size()));
  QCOMPARE(dialog()->list()->selectedItems().size(), 1);
  QVERIFY(dialog()->list()->topLevelItem(2)->isSelected());
  slideTo(0);
  ready();
  QVERIFY(!dialog()->timeLabel()->text().isEmpty());
  QTest::mouseClick(dialog()->applyButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!dialog(), 20000);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto now = world()->entity(links[i]->id);
    QCOMPARE(now->visual.size(), links[i]->visual.size());
    if (i != 2) QCOMPARE(now, links[i]);
  }
  const auto now = world()->entity(links[2]->id);
  QCOMPARE(now->collision.size(), std::size_t{1});
  QCOMPARE(now->collision.front().geometry->shape.primitives.size(), std::size_t{1});
}

void TestCollisionShapes::theShapeIsPaintedBeforeItIsTaken() {
  const geometry::Mesh mesh = test::angleMesh();
  const ObjectId angle = add("angle", &mesh);
  window_->selection().select({angle});
  run("view.fit");
  run("view.top");
  cameraRests();
  window_->selection().select({angle});
  const Vec3 between = world()->rootT(angle) * Vec3(0.045, 0.045, 0.02);  // of the legs
  const QImage bare = picture();
  open(angle);
  chooseKind(geometry::CollisionKind::kHull);
  ready();
  const auto colorAt = [&](const QImage& image, const Vec3& p) {
    return image.pixelColor((pixelOf(p) * image.devicePixelRatio()).toPoint());
  };
  const QImage hull = picture();
  const QColor painted = colorAt(hull, between), was = colorAt(bare, between);
  QVERIFY2(painted.red() > painted.blue() + 30 && painted != was, qPrintable(painted.name() + was.name()));
  // Where both are the same it is as grey as the part.
  const QColor leg = colorAt(hull, world()->rootT(angle) * Vec3(0.01, 0.05, 0.02));
  QVERIFY2(std::abs(leg.red() - leg.blue()) < 40, qPrintable(leg.name()));
  QTest::mouseClick(dialog()->previewBox(), Qt::LeftButton, {}, QPoint(8, dialog()->previewBox()->height() / 2));
  QVERIFY(!dialog()->previewBox()->isChecked() && !dialog()->legend()->isVisible());
  QTRY_COMPARE(colorAt(picture(), between), was);
  QTest::mouseClick(dialog()->previewBox(), Qt::LeftButton, {}, QPoint(8, dialog()->previewBox()->height() / 2));
  QTRY_COMPARE(colorAt(picture(), between), painted);
}

void TestCollisionShapes::stopEndsTheWork() {
  const geometry::Mesh mesh = urchinMesh(700);
  open(add("urchin", &mesh));
  slideTo(7);
  QTRY_VERIFY(window_->jobs().running() > 0);
  QVERIFY(dialog()->stopButton()->isEnabled());
  QTest::mouseClick(dialog()->stopButton(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 20000);
  QVERIFY(!dialog()->stopButton()->isEnabled() && !dialog()->applyButton()->isEnabled());
  QVERIFY(dialog()->noteLabel()->text().contains(QStringLiteral("Stopped")));
  slideTo(1);
  ready();
}

void TestCollisionShapes::itIsReachedWhereOneLooks() {
  const geometry::Mesh mesh = test::angleMesh();
  const ObjectId angle = add("angle", &mesh);
  window_->selection().select({angle});
  QTest::qWait(100);
  // In the properties.
  QPushButton* link = nullptr;
  for (auto* button : window_->findChild<ui::PropertiesPanel*>()->findChildren<QPushButton*>())
    if (button->accessibleName() == QStringLiteral("Collision shapes...")) link = button;
  QVERIFY(link && link->isVisible());
  QTest::mouseClick(link, Qt::LeftButton);
  QTRY_VERIFY(dialog() && dialog()->isVisible());
  QTest::keyClick(dialog(), Qt::Key_Escape);
  QTRY_VERIFY(!dialog());
  // In the menu of tree and view, and in the menu bar.
  Q_EMIT window_->viewHost().contextMenuRequested(window_->mapToGlobal(QPoint(500, 400)));
  QMenu* menu = nullptr;
  QTRY_VERIFY((menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())));
  QVERIFY(menu->actions().contains(action("edit.collision-shapes")));
  menu->close();
}

void TestCollisionShapes::keysAreEnough() {
  const geometry::Mesh mesh = test::angleMesh();
  const ObjectId angle = add("angle", &mesh);
  open(angle);
  QTRY_VERIFY(hasKeys(dialog()));
  // Round all that can be worked with, each once.
  QSet<QWidget*> met;
  for (int i = 0; i < 12; ++i) {
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    met << QApplication::focusWidget();
  }
  for (QWidget* widget : std::initializer_list<QWidget*>{dialog()->list(), dialog()->kindBox(), dialog()->slider(),
                                                         dialog()->previewBox(), dialog()->cancelButton()}) {
    QVERIFY2(met.contains(widget), widget->metaObject()->className());
    QVERIFY(!widget->accessibleName().isEmpty() || !widget->property("text").toString().isEmpty());
  }
  slideTo(1);
  ready();
  QTest::keyClick(dialog()->slider(), Qt::Key_Return);
  QTRY_VERIFY_WITH_TIMEOUT(!dialog(), 20000);
  QCOMPARE(body(angle).collision.size(), std::size_t{1});
  QCOMPARE(body(angle).collision.front().geometry->mesh->vertices.size(), std::size_t{10});
}

void TestCollisionShapes::whatGoesMeanwhileClosesIt() {
  const geometry::Mesh mesh = test::angleMesh();
  const ObjectId angle = add("angle", &mesh);
  open(angle);
  slideTo(1);
  ready();
  // What only moves stays.
  QVERIFY(window_->bridge().commit(QStringLiteral("move"),
                                   session::setPose(angle, world::kRootObject, Pose::translation(1, 0, 0))));
  QTest::qWait(100);
  QVERIFY(dialog() && dialog()->applyButton()->isEnabled());
  QVERIFY(window_->bridge().commit(QStringLiteral("delete"), session::deleteObjects({&angle, 1}, true)));
  QTRY_VERIFY(!dialog());
}

void TestCollisionShapes::noTurnIsLong() {
  const geometry::Mesh mesh = urchinMesh(500);
  QVERIFY(mesh.triangles.size() > 100'000);
  const ObjectId urchin = add("urchin", &mesh);
  QTest::qWait(500);
  settle();
  dog_.reset();
  dog_.setFrameSource([this] { return ui::ViewProbe(view()).frameTotals(); });
  open(urchin);
  for (const std::size_t step : {std::size_t{10}, std::size_t{3}, std::size_t{13}}) {
    slideTo(step);
    ready();
    settle();
  }
  QTest::mouseClick(dialog()->applyButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!dialog(), 30000);
  settle();
  dog_.setFrameSource({});
  qInfo("%s", qPrintable(dog_.summary()));
  QVERIFY2(dog_.worstOutsideFrameMs() < ui::Watchdog::Limits().cpu_outside_frame_ms, qPrintable(dog_.summary()));
}

// On 960 x 540 pixels, as 1920 x 1080 are at 200 %.
void TestCollisionShapes::itFitsSmallScreens() {
  window_->resize(960, 500);
  const geometry::Mesh mesh = test::angleMesh();
  const ObjectId angle = add("angle", &mesh);
  open(angle);
  slideTo(1);
  ready();
  QVERIFY2(dialog()->minimumSizeHint().height() <= 500,
           qPrintable(QString::number(dialog()->minimumSizeHint().height())));
  dialog()->resize(dialog()->width(), 500);
  QTest::qWait(50);
  for (const auto* widget : dialog()->findChildren<QWidget*>()) {
    const auto* label = qobject_cast<const QLabel*>(widget);
    if (!widget->isVisible() || (widget->parentWidget() != dialog() && !label)) continue;
    const QRect there(widget->mapTo(dialog(), QPoint()), widget->size());
    QVERIFY2(dialog()->rect().contains(there), widget->metaObject()->className());
    if (label) QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
  }
}

void TestCollisionShapes::nothingMovesWhenFiguresArrive() {
  const geometry::Mesh mesh = test::angleMesh();
  open(add("angle", &mesh));
  QTest::qWait(50);
  const int before = dialog()->slider()->mapTo(dialog(), QPoint()).y();
  slideTo(kEightPieces);
  ready();
  QTRY_VERIFY_WITH_TIMEOUT(dialog()->timeLabel()->isVisible(), 20000);
  QTest::qWait(50);
  QCOMPARE(dialog()->slider()->mapTo(dialog(), QPoint()).y(), before);
}

int main(int argc, char** argv) {
  qputenv("QT3D_RENDERER", "opengl");
  ui::Watchdog dog;
  dog.setPrintAbove(-1);
  ui::WatchedApplication app(argc, argv, &dog);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("shapes test"));
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  TestCollisionShapes test(dog);
  return QTest::qExec(&test, argc, argv);
}
#include "test_collision_shapes.moc"
