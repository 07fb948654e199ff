// SPDX-License-Identifier: Apache-2.0
// How near things are: what is selected to all else, margins around it, and the robot along its motion.
#include <QImage>
#include <algorithm>
#include <cmath>

#include "app/editor/clearance_desk.h"
#include "tests/gui/editor/motion_test.h"
#include "ui/panels/clearance_strip.h"
#include "ui/panels/rules/contacts_panel.h"
#include "ui/scene/frame_graph.h"
#include "ui/scene/scene_window.h"

using namespace ww;
using namespace ww::editor;

class TestClearanceDesk : public MotionTest {
  Q_OBJECT
 private Q_SLOTS:
  void theDistanceOfWhatIsSelectedIsTold();
  void itFollowsADrag();
  void marginsAreShownOnDemand();
  void theCurveOfAMotionIsThatOfItsReport();
  void theCurveLeadsToAMoment();
  void whatIsBelowTheLimitIsHatched();
  void theCurveGoesWithItsPlan();
  void aStalePlanShowsWhatItRunsInto();
  void aTargetInTheWayPaintsItsPair();

 private:
  ui::Chip* about(const char* what) {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->property("about").toString() == QLatin1String(what)) return chip;
    return nullptr;
  }
  QString said() { return about("clearance")->text(); }
  QString labels() {
    QStringList all;
    for (const auto& l : ui::ViewProbe(view()).labels()) all << l.text;
    return all.join(QLatin1Char('|'));
  }
  ui::ClearanceStrip* strip() { return motion().findChild<ui::ClearanceStrip*>(); }
  ObjectId box(const char* name, double x) {
    window_->bridge().commit(
        QStringLiteral("make"),
        session::createPrimitive(world::kRootObject, world::kRootEntity, name, geometry::Box{{0.2, 0.2, 0.2}},
                                 {0.5f, 0.6f, 0.7f, 1.0f}, Pose::translation(x, 0, 0.1)));
    return world()->childNamed(world::kRootObject, name);
  }
  QImage picture() {
    QTest::qWait(200);
    QImage out;
    view().grabImage([&](const QImage& image) { out = image; });
    (void)QTest::qWaitFor([&] { return !out.isNull(); }, 20000);
    return out;
  }
  void planAndWait() {
    openCell();
    planTo(QStringLiteral("right"), 0, State::kFresh);
    QTRY_VERIFY_WITH_TIMEOUT(window_->clearance().path().isDone(), 30000);
  }
};

void TestClearanceDesk::theDistanceOfWhatIsSelectedIsTold() {
  const ObjectId one = box("one", 0.0);
  box("two", 0.5);
  QVERIFY(about("clearance") && !about("clearance")->isVisible());
  run("view.clearance");
  QVERIFY(about("clearance")->isVisible());
  window_->selection().clear();
  QTRY_COMPARE(said(), QStringLiteral("Clearance: select something"));
  window_->selection().select({one});
  QTRY_COMPARE(said(), QStringLiteral("Clearance: 300 mm"));
  QVERIFY(about("clearance")->toolTip().contains(QStringLiteral("two")));
  QTRY_VERIFY2(labels().contains(QStringLiteral("300 mm")), qPrintable(labels()));
  // Rules leave it out; then it is said.
  QVERIFY(window_->bridge().commit(QStringLiteral("rule"),
                                   session::addCollisionRule(*world(), {{{one, {}}}, {}, true, 0.0})));
  QTRY_COMPARE(said(), QStringLiteral("Clearance: nothing is checked"));
  QTRY_VERIFY(!labels().contains(QStringLiteral("300 mm")));
  // By its key, off again.
  QTest::keyClick(view().surface(), Qt::Key_D);
  QTRY_VERIFY(!about("clearance")->isVisible());
  window_->actions().refresh();
  QVERIFY(!action("view.clearance")->isChecked());
}

void TestClearanceDesk::itFollowsADrag() {
  const ObjectId one = box("one", 0.0);
  box("two", 0.5);
  window_->selection().select({one});
  run("view.clearance");
  QTRY_COMPARE(said(), QStringLiteral("Clearance: 300 mm"));
  for (int i = 1; i <= 40; ++i) {
    window_->poseLayer().setRootTObject(one, Pose::translation(0.005 * i, 0, 0.1));
    QTest::qWait(4);
  }
  QTRY_COMPARE(said(), QStringLiteral("Clearance: 100 mm"));
  QTRY_VERIFY2(labels().contains(QStringLiteral("100 mm")), qPrintable(labels()));
  window_->poseLayer().setRootTObject(one, Pose::translation(0.31, 0, 0.1));
  QTRY_COMPARE(about("clearance")->property("kind").toString(), QStringLiteral("error"));
  window_->poseLayer().clear();
  QTRY_COMPARE(said(), QStringLiteral("Clearance: 300 mm"));
  // A click goes there.
  ui::CameraState away;
  away.eye = Vec3(5, -9, 4);
  away.target = Vec3(5, 0, 0);
  ui::ViewProbe(view()).setReducedMotion(true);
  view().setCamera(away);
  QTest::mouseClick(about("clearance"), Qt::LeftButton);
  QTRY_VERIFY((view().camera().target - Vec3(0.25, 0, 0.1)).norm() < 0.3);
}

void TestClearanceDesk::marginsAreShownOnDemand() {
  const ObjectId one = box("one", 0.0);
  box("two", 0.6);
  window_->selection().select({one});
  window_->viewHost().fitAll();
  run("view.margins");
  QTRY_COMPARE(said(), QStringLiteral("No margin here"));
  const QImage before = picture();
  QVERIFY(window_->bridge().commit(QStringLiteral("margin"), session::setMinimumMargin(*world(), 0.08)));
  QTRY_COMPARE(said(), QStringLiteral("Margin: 80.0 mm"));
  const QImage after = picture();
  int other = 0;
  for (int y = 0; y < after.height(); ++y)
    for (int x = 0; x < after.width(); ++x) other += after.pixel(x, y) != before.pixel(x, y);
  QVERIFY2(other > 500, qPrintable(QString::number(other)));
  run("view.margins");
  QVERIFY(!about("clearance")->isVisible());
}

void TestClearanceDesk::theCurveOfAMotionIsThatOfItsReport() {
  planAndWait();
  QVERIFY(strip()->isVisible());
  const auto& curve = strip()->curve();
  QVERIFY(curve.points.size() > 100);
  QCOMPARE(curve.points.front().seconds, 0.0);
  QVERIFY(std::abs(curve.points.back().seconds - motion().currentPlan()->duration()) < 1e-9);
  const double told = *motion().currentPlan()->min_clearance_m;
  const auto nearest = strip()->nearest();
  QVERIFY2(nearest->metres > told - 0.003 && nearest->metres < told + 0.01,
           qPrintable(QStringLiteral("%1 %2").arg(nearest->metres).arg(told)));
  QVERIFY(!nearest->pair.isEmpty());
  QVERIFY2(strip()->accessibleDescription().contains(QStringLiteral("mm at")),
           qPrintable(strip()->accessibleDescription()));
  // Below the line of time, and as wide.
  const QPoint line = motion().timeline()->mapTo(&motion(), QPoint()), below = strip()->mapTo(&motion(), QPoint());
  QVERIFY(below.y() >= line.y() + motion().timeline()->height());
  QCOMPARE(below.x(), line.x());
  QCOMPARE(strip()->width(), motion().timeline()->width());
}

void TestClearanceDesk::theCurveLeadsToAMoment() {
  planAndWait();
  const double middle = 0.5 * motion().currentPlan()->duration();
  QTest::mouseClick(strip(), Qt::LeftButton, {}, QPoint(qRound(strip()->xOf(middle)), strip()->height() / 2));
  QVERIFY2(std::abs(motion().seconds() - middle) < 0.02 * motion().currentPlan()->duration(),
           qPrintable(QString::number(motion().seconds())));
  QVERIFY(motion().isPreviewing());
  motion().stop();
}

void TestClearanceDesk::whatIsBelowTheLimitIsHatched() {
  planAndWait();
  const auto reds = [this] {
    const QImage image = strip()->grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QColor error = ui::Theme::instance().color(ui::Role::kError);
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor c = image.pixelColor(x, y);
        count +=
            std::abs(c.red() - error.red()) + std::abs(c.green() - error.green()) + std::abs(c.blue() - error.blue()) <
            40;
      }
    return count;
  };
  auto* warn = motion().warnBelow();
  const auto enter = [warn](const QString& text) {
    warn->edit()->setFocus();
    warn->edit()->selectAll();
    QTest::keyClicks(warn->edit(), text);
    QTest::keyClick(warn->edit(), Qt::Key_Return);
  };
  enter(QStringLiteral("0 mm"));
  QTRY_COMPARE(strip()->curve().limit, 0.0);
  const QImage far = picture();
  QCOMPARE(reds(), 0);
  enter(QStringLiteral("300 mm"));
  QTRY_COMPARE(strip()->curve().limit, 0.3);
  QVERIFY2(reds() > 20, qPrintable(QString::number(reds())));
  // In the view the path is a ribbon there.
  const QImage near = picture();
  int other = 0;
  for (int y = 0; y < near.height(); ++y)
    for (int x = 0; x < near.width(); ++x) other += near.pixel(x, y) != far.pixel(x, y);
  QVERIFY2(other > 300, qPrintable(QString::number(other)));
}

void TestClearanceDesk::theCurveGoesWithItsPlan() {
  planAndWait();
  QVERIFY(strip()->isVisible() && !strip()->curve().is_stale);
  QVERIFY(window_->bridge().commit(QStringLiteral("move"), session::setPose(world()->find("post"), world::kRootObject,
                                                                            Pose::translation(0.9, 0, 0.35))));
  QTRY_VERIFY(strip()->curve().is_stale);
  run("edit.undo");
  QTRY_VERIFY(!strip()->curve().is_stale);
  QVERIFY(window_->bridge().commit(QStringLiteral("gone"), session::deleteObject(arm(), true)));
  QTRY_VERIFY(!strip()->isVisible());
  QVERIFY(window_->clearance().path().samples().empty());
}

// What has come into the way since is painted while the motion is dragged along its time, and played.
void TestClearanceDesk::aStalePlanShowsWhatItRunsInto() {
  planAndWait();
  const auto& plan = *motion().currentPlan();
  const Vec3 way = plan.tcp_in_root[plan.tcp_in_root.size() / 2];
  QVERIFY(window_->bridge().commit(
      QStringLiteral("move"),
      session::setPose(world()->find("post"), world::kRootObject, Pose::translation(way.x(), way.y(), way.z()))));
  QTRY_COMPARE(motion().state(), State::kStale);
  const auto draws = [this] { return view().surface()->frameGraph().drawsContacts(); };
  const double middle = 0.5 * plan.duration();
  motion().scrub(middle);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->collisions().watch().collisions().empty(), 10000);
  QTRY_VERIFY(draws());
  const auto* contacts = window_->findChild<ui::ContactsPanel*>()->model();
  QTRY_VERIFY(contacts->rowCount() > 0);
  QVERIFY(contacts->index(0, 0).data().toString().contains(QStringLiteral("post")));
  const auto before = window_->collisions().watch().effort();
  motion().scrub(0.0);
  run("motion.play");
  QTRY_VERIFY_WITH_TIMEOUT(motion().seconds() > 0.3 * plan.duration(), 30000);
  QTRY_VERIFY(window_->collisions().watch().effort().checks > before.checks + 2);
  motion().stop();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->collisions().watch().isMoving(), 10000);
}

// No click at all: the pair is painted where the robot would stand; one brings it into view.
void TestClearanceDesk::aTargetInTheWayPaintsItsPair() {
  openCell();
  planTo(QStringLiteral("right"), 1, State::kFailed);
  const auto draws = [this] { return view().surface()->frameGraph().drawsContacts(); };
  QTRY_VERIFY(draws());
  QVERIFY(!strip()->isVisible());
  auto* show = link(QStringLiteral("Show what is involved"));
  QVERIFY(show && show->isVisible());
  QTest::mouseClick(show, Qt::LeftButton);
  QTRY_VERIFY(window_->selection().contains(world()->find("post")));
  QVERIFY(draws());
  // Excluded, it is no longer painted.
  auto* exclude = link(QStringLiteral("Exclude this pair"));
  QVERIFY(exclude && exclude->isVisible());
  QTest::mouseClick(exclude, Qt::LeftButton);
  QTRY_COMPARE(motion().state(), State::kStale);
  QTRY_VERIFY(!draws());
}

int main(int argc, char** argv) { return runWindowTest<TestClearanceDesk>(argc, argv); }
#include "test_clearance.moc"
