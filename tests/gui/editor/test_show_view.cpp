// SPDX-License-Identifier: Apache-2.0
// Section, collision geometry, saved views, background and floor; what the file keeps of all that.
#include <QListWidget>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

#include "app/editor/saved_views.h"
#include "app/editor/section_bar.h"
#include "core/project/project.h"
#include "tests/gui/editor/show_hide_test.h"

using namespace ww;
using namespace ww::editor;

static int differentPixels(const QImage& a, const QImage& b) {
  int count = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) count += a.pixel(x, y) != b.pixel(x, y);
  return count;
}

class TestShowView : public ShowHideTest {
  Q_OBJECT
 private Q_SLOTS:
  void theSectionCutsOpen();
  void theSectionBarLiesOverTheView_data();
  void theSectionBarLiesOverTheView();
  void whatIsCutIsOutlinedAsTheRest();
  void framesThatAreCutAwayAreNotShown();
  void collisionGeometryIsSeenOverTheVisual();
  void aSavedViewIsGoneTo();
  void theFileKeepsIt();
  void aViewAloneIsSavedQuietly();
  void whatIsHiddenIsNotFitted();
  void backgroundAndFloor();
};

void TestShowView::theSectionCutsOpen() {
  // A ball in a box that has another in it: cut along y, seen from the front.
  const ObjectId box = addBox("box", Vec3(1, 1, 1), Pose::translation(0, 0, 0.5));
  const ObjectId behind = addBox("behind", Vec3(0.4, 0.4, 0.4), Pose::translation(0.9, 2, 0.2));
  run("view.front");
  run("view.fit");
  run("view.projection");
  const QImage whole = picture();
  const Vec3 middle(0, -0.5, 0.5);
  const auto before = view().surfaceAt(pixelOf(middle));
  QVERIFY(before && std::abs(before->y() + 0.5) < 0.01);
  run("view.section");
  auto* bar = window_->findChild<SectionBar*>();
  QVERIFY(bar && bar->isVisible());
  for (auto* button : bar->findChildren<QToolButton*>())
    if (button->text() == QLatin1String("Y") || button->text() == QLatin1String("Flip"))
      QTest::mouseClick(button, Qt::LeftButton);
  QVERIFY((keeper().state().section.normal - Vec3(0, -1, 0)).norm() < 1e-9);
  // A number: the front half of the box goes.
  auto* edit = bar->findChild<QLineEdit*>();
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, QStringLiteral("0 mm"));
  QTest::keyClick(edit, Qt::Key_Return);
  QVERIFY(std::abs(keeper().state().section.offset) < 1e-9);
  const QImage cut = picture();
  // The cut is flat and hatched: two colours, where a face was lit evenly.
  const auto colors = [&](const QImage& image) {
    std::set<QRgb> out;
    const QPoint at = (pixelOf(middle) * image.devicePixelRatio()).toPoint();
    for (int i = -12; i <= 12; ++i) out.insert(image.pixel(at + QPoint(i, 0)));
    return out.size();
  };
  QVERIFY2(colors(cut) >= 2 && colors(whole) == 1,
           qPrintable(QStringLiteral("%1 %2").arg(colors(cut)).arg(colors(whole))));
  // The pointer meets nothing that is cut away.
  const auto hit = view().surfaceAt(pixelOf(middle));
  QVERIFY2(hit && hit->y() > -0.01, qPrintable(hit ? QString::number(hit->y()) : QStringLiteral("none")));
  // Beyond the box: it is gone altogether, what is behind it is not.
  auto* slider = bar->findChild<QSlider*>();
  QTest::mouseClick(slider, Qt::LeftButton);  // the keys are its own
  slider->setFocus();
  project::ViewState next = keeper().state();
  next.section.offset = -1.5;
  keeper().set(next);
  const auto left = view().nodesAt(pixelOf(middle));
  QVERIFY(std::find(left.begin(), left.end(), world::NodeRef(box)) == left.end());
  QVERIFY(!picture().isNull() && !view().nodesAt(pixelOf(Vec3(0.9, 1.8, 0.2))).empty());
  QVERIFY(behind);
  run("view.section");
  QVERIFY(!bar->isVisible());
  QCOMPARE(colorAt(picture(), middle), colorAt(whole, middle));
}

void TestShowView::theSectionBarLiesOverTheView_data() {
  QTest::addColumn<QSize>("size");
  QTest::newRow("1280 x 800") << QSize(1280, 800);
  QTest::newRow("800 x 560") << QSize(800, 560);
}

// It takes no room from the view, and goes with the section, also when that goes with its world.
void TestShowView::theSectionBarLiesOverTheView() {
  QFETCH(QSize, size);
  window_->resize(size);
  build();
  const QSize before = view().size();
  run("view.section");
  auto* bar = window_->findChild<SectionBar*>();
  QVERIFY(bar->isVisible());
  settle();
  QCOMPARE(view().size(), before);
  const QRect area(bar->mapTo(window_.get(), QPoint()), bar->size()),
      room(view().mapTo(window_.get(), QPoint()), view().size());
  QVERIFY(room.contains(area));
  QVERIFY2(!area.intersects(QRect(room.right() - 156, room.top(), 156, 156)), "it lies over the cube");
  for (auto* child : bar->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (!child->isVisible()) continue;
    QVERIFY2(bar->rect().contains(child->geometry()), child->metaObject()->className());
    QVERIFY(child->width() >= child->minimumSizeHint().width());
    const QWidget* top = window_->childAt(child->mapTo(window_.get(), child->rect().center()));
    QVERIFY2(top && (top == child || child->isAncestorOf(top)), child->metaObject()->className());
  }
  const double dpr = surface()->devicePixelRatio();
  const QRectF below(QPointF(area.topLeft() - room.topLeft()) * dpr, QSizeF(area.size()) * dpr);
  for (const auto& label : ui::ViewProbe(view()).labels())
    QVERIFY2(!label.box.intersects(below), qPrintable(label.text));
  // It is on the screen, over what the view draws.
  const QImage shown = window_->screen()->grabWindow(window_->winId()).toImage();
  const QColor ground = shown.pixelColor(area.topLeft() + QPoint(area.width() / 2, 2));
  QVERIFY2(ground.lightness() > 245, qPrintable(ground.name()));
  run("view.section");
  QVERIFY(!bar->isVisible());
  QCOMPARE(view().size(), before);
  run("view.section");
  QVERIFY(bar->isVisible());
  window_->document().reset();
  QTRY_VERIFY(!bar->isVisible());
}

// Not dashed, as what lies behind something: the cut is its own.
void TestShowView::whatIsCutIsOutlinedAsTheRest() {
  const ObjectId box = addBox("box", Vec3(1, 1, 1), Pose::translation(0, 0, 0.5));
  run("view.front");
  run("view.fit");
  run("view.projection");
  const auto outlined = [&] {
    window_->selection().clear();
    const QImage plain = picture();
    window_->selection().select({box});
    return differentPixels(plain, picture());
  };
  const int whole = outlined();
  QVERIFY(whole > 500);
  project::ViewState next = keeper().state();
  next.section = {true, Vec3(0, -1, 0), 0.0};
  keeper().set(next);
  const int cut = outlined();
  QVERIFY2(cut > 0.85 * whole, qPrintable(QStringLiteral("%1 of %2").arg(cut).arg(whole)));
}

void TestShowView::framesThatAreCutAwayAreNotShown() {
  addBox("box", Vec3(0.4, 0.4, 0.4), Pose::translation(0, 0, 0.2));
  const Vec3 at(0.1, 0, 0.8);
  QVERIFY(window_->bridge().commit(
      QStringLiteral("Add"),
      session::createFrame(world::kRootObject, world::kRootEntity, "over", Pose::translation(at.x(), at.y(), at.z()))));
  const world::NodeRef frame = world()->frameNamed(world::kRootObject, "over");
  run("view.fit");
  settle();
  const auto seen = [&] {
    const auto nodes = view().nodesAt(pixelOf(at));
    return std::find(nodes.begin(), nodes.end(), frame) != nodes.end();
  };
  window_->selection().clear();
  QTRY_VERIFY(seen());
  project::ViewState next = keeper().state();
  next.section = {true, Vec3::UnitZ(), 0.3};
  keeper().set(next);
  QTRY_VERIFY(!seen());
  // What is selected is never lost.
  window_->selection().select({frame});
  QTRY_VERIFY(seen());
  window_->selection().clear();
  QTRY_VERIFY(!seen());
  next.section.on = false;
  keeper().set(next);
  QTRY_VERIFY(seen());
}

void TestShowView::collisionGeometryIsSeenOverTheVisual() {
  build();
  const QImage plain = picture();
  run("view.collision-over");
  const QImage over = picture();
  run("view.collision");
  QCOMPARE(keeper().state().collision, project::CollisionShown::kAlone);
  const QImage alone = picture();
  QVERIFY(differentPixels(plain, over) > 2000);
  QVERIFY(differentPixels(over, alone) > 2000);
  // The red part is still to be seen below its hatch.
  int red = 0;
  const QPoint at = (pixelOf(on_part_) * over.devicePixelRatio()).toPoint();
  for (int i = -15; i <= 15; ++i) {
    const QColor c = over.pixelColor(at + QPoint(i, 0));
    red += c.red() > c.blue();
  }
  QVERIFY2(red > 5, qPrintable(QString::number(red)));
  run("view.collision");
  QCOMPARE(keeper().state().collision, project::CollisionShown::kNo);
}

void TestShowView::aSavedViewIsGoneTo() {
  build();
  run("view.top");
  settle();
  const auto above = view().camera();
  run("view.save-view");
  QTRY_COMPARE(keeper().state().views.size(), std::size_t{1});
  const std::string& png = keeper().state().views[0].png;
  QVERIFY(project::isSmallPng(png));
  // It has all of the view, and the window says where to find it.
  const QImage kept = QImage::fromData(QByteArray::fromStdString(png), "PNG");
  const double shape = static_cast<double>(surface()->width()) / surface()->height();
  QVERIFY2(std::abs(static_cast<double>(kept.width()) / kept.height() / shape - 1.0) < 0.03,
           qPrintable(QStringLiteral("%1 x %2").arg(kept.width()).arg(kept.height())));
  const auto& log = window_->log();
  QVERIFY(log.index(log.rowCount() - 1, 0).data().toString().contains(QStringLiteral("View 1 saved")));
  run("view.front");
  settle();
  run("view.save-view");
  QTRY_COMPARE(keeper().state().views.size(), std::size_t{2});
  run("view.saved-views");
  auto* list = window_->findChild<SavedViews*>()->list();
  QVERIFY(list->isVisible());
  QCOMPARE(list->count(), 2);
  QVERIFY(list->item(0)->icon().pixmap(96, 60).toImage() != list->item(1)->icon().pixmap(96, 60).toImage());
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
  settle();
  QVERIFY((view().camera().eye - above.eye).norm() < 1e-9);
  // A name of its own, and away with the other one.
  list->setCurrentRow(0);
  list->item(0)->setText(QStringLiteral("From above"));
  QCOMPARE(keeper().state().views[0].name, std::string("From above"));
  list->setCurrentRow(1);
  QTest::keyClick(list, Qt::Key_Delete);
  QCOMPARE(keeper().state().views.size(), std::size_t{1});
  QCOMPARE(list->count(), 1);
  window_->findChild<SavedViews*>()->hide();
}

void TestShowView::theFileKeepsIt() {
  build();
  const QString file = folder_.filePath(QStringLiteral("kept.wright"));
  saveTo(file);
  QVERIFY(!window_->document().hasViewToSave());
  clickMark(part_, ui::RowMark::kEye);
  clickMark(other_, ui::RowMark::kLock);
  run("view.save-view");
  QTRY_COMPARE(keeper().state().views.size(), std::size_t{1});
  const project::ViewState state = keeper().state();
  // It is no change of the world, but Save has something to do.
  QVERIFY(!window_->document().isDirty() && window_->document().hasViewToSave());
  QVERIFY(!window_->isWindowModified());
  QSignalSpy saved(&window_->document(), &Document::saved);
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QVERIFY(!window_->document().hasViewToSave());
  window_->actions().refresh();
  QVERIFY(!action("file.save")->isEnabled());
  geometry::GeometryStore store;
  const auto read = project::load(project::systemVfs(), file.toStdString(), store);
  QVERIFY(read.ok() && read->view == state);
  QCOMPARE(read->info.content_hash, contentHash(*world()));
  window_->document().reset();
  QTRY_COMPARE(world()->objectCount(), std::size_t{1});
  QVERIFY(keeper().state() == project::ViewState());
}

void TestShowView::aViewAloneIsSavedQuietly() {
  build();
  const QString file = folder_.filePath(QStringLiteral("quiet.wright"));
  saveTo(file);
  const std::string hash = contentHash(*world());
  clickMark(part_, ui::RowMark::kEye);
  QSignalSpy asked(&window_->document(), &Document::leaveAsked);
  window_->files().newWorld();
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{1}, 20000);
  QCOMPARE(asked.count(), 0);
  QVERIFY(keeper().state() == project::ViewState());
  window_->files().open(file);
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() == 4, 20000);
  QCOMPARE(contentHash(*world()), hash);
  QCOMPARE(keeper().state().hidden, project::NodeIds{part_.value});
  settle();
  QVERIFY(!isDrawn(part_) && isDrawn(table_));
  QVERIFY(!window_->document().hasViewToSave());
}

void TestShowView::whatIsHiddenIsNotFitted() {
  build();
  const ObjectId far = addBox("far", Vec3(0.1, 0.1, 0.1), Pose::translation(40, 0, 0));
  run("view.fit");
  settle();
  const double wide = view().camera().distance();
  window_->selection().select({far});
  run("view.hide");
  run("view.fit");
  settle();
  QVERIFY(view().camera().distance() < 0.2 * wide);
}

void TestShowView::backgroundAndFloor() {
  build();
  const QImage before = picture();
  project::ViewState next = keeper().state();
  next.background = project::Background::kColor;
  next.background_color = 0x20a040;
  next.floor = -0.8;
  keeper().set(next);
  const QImage after = picture();
  const QColor corner = after.pixelColor(4, 4);
  QVERIFY2(std::abs(corner.red() - 0x20) < 4 && std::abs(corner.green() - 0xa0) < 4, qPrintable(corner.name()));
  // A click beside everything is on the floor that is seen.
  run("view.iso");
  settle();
  const Vec3 p(-0.6, -0.9, -0.8);
  QVERIFY(view().nodesAt(pixelOf(p)).empty());
  clickInView(p);
  const auto touch = window_->selection().floorTouch();
  QVERIFY(touch && (*touch - p).norm() < 0.02);
  // What is added stands there.
  run("add.box");
  const ObjectId box = world()->childNamed(world::kRootObject, "box");
  QVERIFY(box && std::abs(world()->rootT(box).p.z() - (-0.8 + 0.05)) < 1e-9);
}

int main(int argc, char** argv) { return runWindowTest<TestShowView>(argc, argv); }
#include "test_show_view.moc"
