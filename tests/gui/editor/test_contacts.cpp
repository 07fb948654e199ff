// SPDX-License-Identifier: Apache-2.0
// From a red chip to the pair that collides: seen, listed, explained, excluded; and all that while something is
// dragged. And no text of the view goes below the chips.
#include <QElapsedTimer>
#include <QPointer>
#include <algorithm>
#include <cmath>

#include "tests/gui/editor/view_test.h"
#include "ui/bridge/watchdog.h"
#include "ui/panels/rules/collisions_panel.h"
#include "ui/panels/rules/contacts_panel.h"
#include "ui/scene/frame_graph.h"
#include "ui/scene/scene_window.h"
#include "ui/scene/theme.h"
#include "ui/scene/view_marks.h"

using namespace ww;
using namespace ww::editor;

class TestContacts : public ViewTest {
  Q_OBJECT
 public:
  explicit TestContacts(ui::Watchdog& dog) : dog_(dog) {}

 private Q_SLOTS:
  void thePairIsOneClickFromTheRedChip_data();
  void thePairIsOneClickFromTheRedChip();
  void theListIsWorkedThrough();
  void aDragIsFollowedWithinABudget();
  void whatIsWithinItsMarginIsTold();
  void ofALargePartOnlyThePlaceIsPainted();
  void nothingIsWrittenBelowTheChips();

 private:
  ui::ContactsPanel& panel() { return *window_->findChild<ui::ContactsPanel*>(); }
  void showList() {
    window_->docks().show(QStringLiteral("collisions"));
    window_->findChild<ui::CollisionsPanel*>()->showPage(QStringLiteral("contacts"));
  }
  bool draws() { return view().surface()->frameGraph().drawsContacts(); }
  ui::Chip* chip() {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->property("about").toString() == QLatin1String("collisions")) return chip;
    return nullptr;
  }
  QString kind() { return chip()->property("kind").toString(); }
  QString label() {
    QStringList all;
    for (const auto& l : ui::ViewProbe(view()).labels()) all << l.text;
    return all.join(QLatin1Char('|'));
  }
  // The most changes between the colour of contacts and another one in any row around a place: a hatch has many.
  int stripes(const QImage& image, const Vec3& p, bool dark) {
    const QColor contact = ui::scene::sceneTheme(dark).contact;
    const QPoint at = (pixelOf(p) * image.devicePixelRatio()).toPoint();
    const auto is = [&](int x, int y) {
      const QColor c = image.pixelColor(std::clamp(x, 0, image.width() - 1), std::clamp(y, 0, image.height() - 1));
      return std::abs(c.red() - contact.red()) < 60 && std::abs(c.green() - contact.green()) < 60 &&
             std::abs(c.blue() - contact.blue()) < 60;
    };
    int most = 0;
    for (int y = at.y() - 60; y <= at.y() + 60; ++y) {
      int turns = 0;
      for (int x = at.x() - 60; x < at.x() + 60; ++x) turns += is(x, y) != is(x + 1, y);
      most = std::max(most, turns);
    }
    return most;
  }
  void choose(int row) {
    QTest::mouseClick(panel().list()->viewport(), Qt::LeftButton, {},
                      panel().list()->visualRect(panel().model()->index(row, 0)).center());
  }

  ui::Watchdog& dog_;
};

void TestContacts::thePairIsOneClickFromTheRedChip_data() {
  QTest::addColumn<bool>("dark");
  QTest::newRow("dark") << true;
  QTest::newRow("light") << false;
}

// Journey: red, a click, and the pair is painted; another says why, a third ends it.
void TestContacts::thePairIsOneClickFromTheRedChip() {
  QFETCH(bool, dark);
  ui::Theme::instance().setChoice(dark ? ui::Theme::Choice::kDark : ui::Theme::Choice::kLight);
  const ObjectId table = addBox("table", Vec3(1.5, 1.5, 0.05), Pose::translation(0, 0, 0.7));
  const ObjectId block = addBox("block", Vec3(0.3, 0.3, 0.3), Pose::translation(0.2, 0.2, 0.86));
  run("view.fit");
  settle();
  QTRY_COMPARE_WITH_TIMEOUT(kind(), QStringLiteral("error"), 20000);
  // 1
  QTest::mouseClick(chip(), Qt::LeftButton);
  cameraRests();
  QVERIFY(window_->docks().isOpen(QStringLiteral("collisions")));
  QCOMPARE(panel().model()->rowCount(), 1);
  QVERIFY(panel().chosenContact());
  QVERIFY(window_->selection().contains(table) && window_->selection().contains(block));
  const QImage painted = picture();
  const Vec3 place = panel().chosenContact()->point_a;
  QVERIFY2(stripes(painted, place, dark) >= 6, qPrintable(QString::number(stripes(painted, place, dark))));
  QVERIFY2(label().contains(QStringLiteral("15.0 mm deep")), qPrintable(label()));
  // 2
  QTest::mouseClick(panel().explainButton(), Qt::LeftButton);
  QVERIFY2(panel().story()->toPlainText().contains(QStringLiteral("No rule is about the two")),
           qPrintable(panel().story()->toPlainText()));
  // 3
  QTest::mouseClick(panel().excludeButton(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(panel().model()->rowCount(), 0, 10000);
  QTRY_VERIFY(!draws());
  QTRY_VERIFY(!label().contains(QStringLiteral("deep")));
  run("edit.undo");
  QTRY_COMPARE_WITH_TIMEOUT(panel().model()->rowCount(), 1, 10000);
  QTRY_VERIFY(draws());
  ui::Theme::instance().setChoice(ui::Theme::Choice::kLight);
}

void TestContacts::theListIsWorkedThrough() {
  addBox("table", Vec3(2, 2, 0.1), Pose::translation(0, 0, 0.05));
  const ObjectId left = addBox("left", Vec3(0.1, 0.1, 0.1), Pose::translation(-0.8, 0, 0.14));
  addBox("right", Vec3(0.1, 0.1, 0.1), Pose::translation(0.8, 0, 0.13));
  run("view.fit");
  settle();
  showList();
  QTRY_COMPARE_WITH_TIMEOUT(panel().model()->rowCount(), 2, 20000);
  // The deepest first.
  QVERIFY(panel().model()->index(0, 0).data().toString().contains(QStringLiteral("right")));
  QVERIFY(!panel().zoomButton()->isEnabled());
  choose(1);
  QVERIFY(window_->selection().contains(left));
  QTRY_VERIFY2(label().contains(QStringLiteral("10.0 mm deep")), qPrintable(label()));
  QTest::mouseClick(panel().zoomButton(), Qt::LeftButton);
  cameraRests();
  QVERIFY2(view().camera().target.x() < -0.6, qPrintable(QString::number(view().camera().target.x())));
  // Out of the way: its row goes, the other stays where it is.
  window_->bridge().commit(QStringLiteral("move"),
                           session::setPose(left, world::kRootObject, Pose::translation(-0.8, 0, 0.4)));
  QTRY_COMPARE_WITH_TIMEOUT(panel().model()->rowCount(), 1, 10000);
  QVERIFY(!panel().chosenContact());
  QTRY_VERIFY(!label().contains(QStringLiteral("deep")));
  run("edit.undo");
  QTRY_COMPARE_WITH_TIMEOUT(panel().model()->rowCount(), 2, 10000);
  QVERIFY2(panel().chosenContact(), "it is chosen still");
  QTRY_VERIFY(label().contains(QStringLiteral("10.0 mm deep")));
  window_->document().reset();
  QTRY_COMPARE(panel().model()->rowCount(), 0);
  QVERIFY(!panel().chosen());
  QTRY_VERIFY(!draws());
}

void TestContacts::aDragIsFollowedWithinABudget() {
  addBox("table", Vec3(1, 1, 0.1), Pose::translation(0, 0, 0.05));
  addBox("post", Vec3(0.1, 0.1, 0.3), Pose::translation(-0.3, 0, 0.245));
  const ObjectId part = addBox("part", Vec3(0.1, 0.1, 0.1), Pose::translation(0.1, 0, 0.145));
  run("view.fit");
  showList();
  settle();
  QTRY_COMPARE_WITH_TIMEOUT(panel().model()->rowCount(), 2, 20000);
  const int row = panel().model()->index(0, 0).data().toString().contains(QStringLiteral("part")) ? 0 : 1;
  choose(row);
  window_->selection().select({part});
  run("tool.move");
  run("view.clearance");
  settle();
  const auto handle = ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ);
  QVERIFY(handle);
  const QString depth = panel().model()->index(row, ui::ContactsModel::kDepth).data().toString();
  const auto revision = window_->bridge().snapshot().revision;
  const auto before = window_->collisions().watch().effort();
  dog_.setFrameSource([view = QPointer<ui::Viewport>(&view())] {
    return view ? ui::ViewProbe(*view).frameTotals() : ui::FrameTotals();
  });
  dog_.reset();
  QElapsedTimer clock;
  clock.start();
  QTest::mouseMove(surface(), handle->toPoint());
  QTest::mousePress(surface(), Qt::LeftButton, {}, handle->toPoint());
  for (int i = 1; i <= 120; ++i) {
    QTest::mouseMove(surface(), (*handle + QPointF(0, 0.2 * i)).toPoint());
    QTest::qWait(2);
  }
  // Painted and told deeper, in its row, while it is held; the world stays as it is.
  QTRY_VERIFY(panel().model()->index(row, ui::ContactsModel::kDepth).data().toString() != depth);
  QVERIFY(draws());
  QCOMPARE(panel().list()->selectionModel()->selectedRows().size(), 1);
  QCOMPARE(panel().list()->selectionModel()->selectedRows().front().row(), row);
  QVERIFY(panel().model()->index(row, 0).data().toString().contains(QStringLiteral("part")));
  QCOMPARE(window_->bridge().snapshot().revision, revision);
  const auto& effort = window_->collisions().watch().effort();
  const auto checks = effort.checks - before.checks, changes = effort.changes - before.changes;
  qInfo("%llu checks of %llu poses in %lld ms, worst %.2f ms, every %d ms; watchdog: %s",
        static_cast<unsigned long long>(checks), static_cast<unsigned long long>(changes),
        static_cast<long long>(clock.elapsed()), effort.worst_ms, effort.pause_ms, qPrintable(dog_.summary()));
  QVERIFY(checks >= 1 && checks <= changes);
  QVERIFY(checks <= static_cast<quint64>(clock.elapsed() / 30) + 2);
  QVERIFY2(dog_.worstOutsideFrameMs() < ui::Watchdog::Limits().cpu_outside_frame_ms, qPrintable(dog_.summary()));
  QTest::keyClick(surface(), Qt::Key_Escape);
  QTRY_COMPARE(panel().model()->index(row, ui::ContactsModel::kDepth).data().toString(), depth);
  QTest::mouseRelease(surface(), Qt::LeftButton, {}, handle->toPoint());
  dog_.setFrameSource({});
}

void TestContacts::whatIsWithinItsMarginIsTold() {
  const ObjectId one = addBox("one", Vec3(0.2, 0.2, 0.2), Pose::translation(0, 0, 0.1));
  addBox("two", Vec3(0.2, 0.2, 0.2), Pose::translation(0.23, 0, 0.1));
  session::CollisionRuleEdit rule;
  rule.left = {{one, {}}};
  rule.is_excluded = false;
  rule.margin = 0.05;
  QVERIFY(window_->bridge().commit(QStringLiteral("rule"), session::addCollisionRule(*world(), rule)));
  showList();
  QTRY_COMPARE_WITH_TIMEOUT(panel().model()->rowCount(), 1, 20000);
  const auto cell = [this](int column) { return panel().model()->index(0, column).data().toString(); };
  QCOMPARE(cell(ui::ContactsModel::kDepth), QStringLiteral("30.0 mm apart"));
  QCOMPARE(cell(ui::ContactsModel::kMargin), QStringLiteral("50.0 mm"));
  QCOMPARE(cell(ui::ContactsModel::kRule), QStringLiteral("rule 0"));
  choose(0);
  QTRY_VERIFY2(label().contains(QStringLiteral("30.0 mm of 50.0 mm")), qPrintable(label()));
}

void TestContacts::ofALargePartOnlyThePlaceIsPainted() {
  addBox("table", Vec3(2, 2, 0.1), Pose::translation(0, 0, 0.05));
  addBox("block", Vec3(0.2, 0.2, 0.2), Pose::translation(0.6, -0.6, 0.185));
  run("view.fit");
  run("view.top");
  cameraRests();
  QTRY_COMPARE_WITH_TIMEOUT(panel().model()->rowCount(), 1, 20000);
  QTRY_VERIFY(draws());
  const QImage painted = picture();
  QVERIFY(stripes(painted, Vec3(0.6, -0.6, 0.285), false) >= 3);
  for (const Vec3& far : {Vec3(-0.7, 0.7, 0.1), Vec3(0.7, 0.7, 0.1), Vec3(-0.7, -0.7, 0.1)})
    QCOMPARE(stripes(painted, far, false), 0);
}

void TestContacts::nothingIsWrittenBelowTheChips() {
  const auto* bar = window_->findChild<QWidget*>(QStringLiteral("viewChips"));
  QVERIFY(bar && bar->isVisible());
  const auto below = [&] {
    const double dpr = surface()->devicePixelRatio();
    const QRectF chips(QPointF(bar->mapToGlobal(QPoint())) - view().mapToGlobal(QPointF()), bar->size());
    QStringList found;
    for (const auto& label : ui::ViewProbe(view()).labels())
      if (label.box.intersects(QRectF(chips.topLeft() * dpr, chips.size() * dpr))) found << label.text;
    return found.join(QStringLiteral(", "));
  };
  int would = 0;
  const ui::CameraState first = view().camera();
  for (int i = 0; i < 8; ++i) {
    ui::CameraState camera = first;
    const double angle = 0.8 * i;
    camera.eye = camera.target + first.distance() * Vec3(0.6 * std::cos(angle), 0.6 * std::sin(angle), 0.8);
    view().setCamera(camera);
    settle();
    const auto& labels = ui::ViewProbe(view()).labels();
    QVERIFY(!labels.empty());
    // A number of the grid is brought to where the chips are.
    const auto transform = view().viewTransform();
    const Vec3 anchor = labels.front().anchor;
    const QRectF covered(bar->geometry().translated(-view().mapTo(bar->parentWidget(), QPoint())));
    const auto at = transform.project(anchor);
    const double metres = transform.metresPerPixel(anchor);
    const Vec3 shift = metres * ((at->x() - covered.center().x()) * camera.right() -
                                 (at->y() - covered.center().y()) * camera.trueUp());
    camera.eye += shift;
    camera.target += shift;
    view().setCamera(camera);
    settle();
    QVERIFY2(below().isEmpty(), qPrintable(below()));
    view().marks().setCovered({});
    settle();
    would += !below().isEmpty();
    view().marks().setCovered({covered});
  }
  QVERIFY2(would > 4, qPrintable(QString::number(would)));
}

int main(int argc, char** argv) {
  qputenv("QT3D_RENDERER", "opengl");
  ui::Watchdog dog;
  dog.setPrintAbove(-1);
  ui::WatchedApplication app(argc, argv, &dog);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("contacts test"));
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  TestContacts test(dog);
  return QTest::qExec(&test, argc, argv);
}
#include "test_contacts.moc"
