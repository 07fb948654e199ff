// SPDX-License-Identifier: Apache-2.0
// The 3D view in the window: collisions while something moves, a camera that moves only when asked to.
#include <sys/resource.h>

#include <QAbstractItemView>
#include <QDockWidget>
#include <QSignalSpy>
#include <QSlider>
#include <QWheelEvent>
#include <cmath>
#include <map>
#include <memory>

#include "tests/gui/editor/view_test.h"
#include "ui/panels/joints_panel.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/properties_panel.h"

using namespace ww;
using namespace ww::editor;

class TestView : public ViewTest {
  Q_OBJECT
 private Q_SLOTS:
  void aDraggedPartIsCheckedWhileItMoves();
  void aJoggedArmIsCheckedWhileItMoves();
  void whatNoCheckCanFollowIsSaidToMove();
  void thePlanIsNotFreshWhileSomethingIsMoved();
  void theCameraStaysWhenNobodyAsked();
  void aWindowAtRestUsesNoProcessor();
  void whatIsAddedIsShownFromTheSameSide();
  void whatTheEdgeCutsIsNotInView();
  void whatIsDeletedWhileItIsDraggedIsNotMoved();
  void withNothingSelectedAllIsFitted();
  void theContactIsInView();
  void eachClickGoesToTheNextContact();
  void aPlaceBehindAWallIsLookedAtFromBesideIt();
  void aPlaceInATableIsLookedAtFromHere();

 private:
  ui::Chip* chip(const QString& word) {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->text().contains(word)) return chip;
    return nullptr;
  }
  // Planning has a deadline, which a busy machine may miss.
  void planToPick() {
    using State = ui::MotionPanel::State;
    auto& motion = window_->motion();
    motion.targetBox()->setCurrentIndex(motion.targetBox()->findText(QStringLiteral("pick")));
    for (int i = 0; i < 5 && motion.state() != State::kFresh; ++i) {
      run("motion.plan");
      QTRY_VERIFY_WITH_TIMEOUT(motion.state() == State::kFresh || motion.state() == State::kFailed, 60000);
    }
  }
  static bool isGood(const ui::Chip* chip) { return chip->property("kind").toString() == QStringLiteral("good"); }
  static bool isBad(const ui::Chip* chip) { return chip->property("kind").toString() == QStringLiteral("error"); }
};

void TestView::aDraggedPartIsCheckedWhileItMoves() {
  addBox("table", Vec3(1, 1, 0.1), Pose::translation(0, 0, 0.05));
  const ObjectId part = addBox("part", Vec3(0.1, 0.1, 0.1), Pose::translation(0.1, 0, 0.1505));
  run("view.fit");
  settle();
  QTRY_VERIFY_WITH_TIMEOUT(this->chip(QStringLiteral("ollision")), 20000);
  auto* chip = this->chip(QStringLiteral("ollision"));
  QTRY_VERIFY(isGood(chip));
  window_->selection().select({part});
  run("tool.move");
  settle();
  const auto handle = ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ);
  QVERIFY(handle);
  const double metres = view().viewTransform().metresPerPixel(Vec3(0.1, 0, 0.15));
  const QPointF down = *handle + QPointF(0, std::round(0.05 / metres));
  const auto revision = window_->bridge().snapshot().revision;
  QTest::mouseMove(surface(), handle->toPoint());
  QTest::mousePress(surface(), Qt::LeftButton, {}, handle->toPoint());
  for (int i = 1; i <= 6; ++i) {
    QTest::mouseMove(surface(), (*handle + (down - *handle) * (i / 6.0)).toPoint());
    QTest::qWait(10);
  }
  QTRY_VERIFY_WITH_TIMEOUT(isBad(chip), 5000);
  QVERIFY2(chip->text().startsWith(QStringLiteral("1 ")), qPrintable(chip->text()));
  QVERIFY(chip->toolTip().contains(QStringLiteral("part")) && chip->toolTip().contains(QStringLiteral("table")));
  QCOMPARE(window_->bridge().snapshot().revision, revision);  // nothing is committed yet
  // Out again, still held.
  QTest::mouseMove(surface(), (*handle - QPointF(0, 40)).toPoint());
  QTRY_VERIFY_WITH_TIMEOUT(isGood(chip), 5000);
  QTest::mouseMove(surface(), down.toPoint());
  QTRY_VERIFY_WITH_TIMEOUT(isBad(chip), 5000);
  // Given up: the world is free, and so it says at once.
  QTest::keyClick(surface(), Qt::Key_Escape);
  QTRY_COMPARE(chip->text(), QStringLiteral("Free of collisions"));
  QVERIFY(isGood(chip));
  QTest::mouseRelease(surface(), Qt::LeftButton, {}, down.toPoint());
  // Let go in the table: never green from there on.
  QTest::mousePress(surface(), Qt::LeftButton, {}, handle->toPoint());
  QTest::mouseMove(surface(), down.toPoint());
  QTRY_VERIFY_WITH_TIMEOUT(isBad(chip), 5000);
  QTest::mouseRelease(surface(), Qt::LeftButton, {}, down.toPoint());
  bool green = false;
  QTRY_VERIFY_WITH_TIMEOUT((green = green || isGood(chip), chip->text() == QStringLiteral("1 collisions")), 5000);
  QVERIFY(!green);
}

void TestView::aJoggedArmIsCheckedWhileItMoves() {
  openSample();
  QTRY_VERIFY_WITH_TIMEOUT(this->chip(QStringLiteral("ollision")), 20000);
  auto* chip = this->chip(QStringLiteral("ollision"));
  QTRY_VERIFY_WITH_TIMEOUT(isGood(chip), 20000);
  const ObjectId robot = robotOf();
  window_->selection().select({robot});
  window_->docks().show(QStringLiteral("joints"));
  const auto* joints = window_->findChild<ui::JointsPanel*>();
  QTRY_VERIFY(joints->findChildren<QSlider*>().size() >= 6 && !joints->visibleRegion().isEmpty());
  const auto sliders = joints->findChildren<QSlider*>();
  const auto revision = window_->bridge().snapshot().revision;
  QSlider* slider = sliders[1];
  const int y = slider->height() / 2;
  QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, y));
  bool bad = false;
  for (int x = slider->width() / 2; x < slider->width() && !bad; x += 4) {
    QTest::mouseMove(slider, QPoint(x, y));
    QMouseEvent move(QEvent::MouseMove, QPointF(x, y), slider->mapToGlobal(QPointF(x, y)), Qt::NoButton, Qt::LeftButton,
                     {});
    QApplication::sendEvent(slider, &move);
    (void)QTest::qWaitFor([&] { return isBad(chip); }, 250);
    bad = isBad(chip);
  }
  QVERIFY2(bad, "the arm goes through the table");
  QCOMPARE(window_->bridge().snapshot().revision, revision);
  QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, y));
  QTRY_VERIFY(window_->poseLayer().empty());
}

// More than is checked in the time between two pictures: nothing is called free that was not looked at.
void TestView::whatNoCheckCanFollowIsSaidToMove() {
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < 900; ++i)
    edits.push_back(session::createPrimitive(world::kRootObject, world::kRootEntity, "b" + std::to_string(i),
                                             geometry::Box{Vec3::Constant(0.1)}, {0.5f, 0.6f, 0.7f, 1.0f},
                                             Pose::translation(0.2 * (i % 30), 0.2 * (i / 30), 1)));
  QVERIFY(window_->bridge().commit(QStringLiteral("many"), session::join(edits)));
  QTRY_VERIFY_WITH_TIMEOUT(this->chip(QStringLiteral("Free of collisions")), 20000);
  auto* chip = this->chip(QStringLiteral("Free of collisions"));
  world()->forEachObject([&](const world::Object& object) {
    if (object.parent == world::kRootObject)
      window_->poseLayer().setRootTObject(object.id, Pose::translation(0, 0, 1) * world()->rootT(object.id));
  });
  QTRY_COMPARE(chip->text(), QStringLiteral("Moving..."));
  QVERIFY(!isGood(chip));
  QTest::qWait(300);
  QCOMPARE(chip->text(), QStringLiteral("Moving..."));
  window_->poseLayer().clear();
  QTRY_COMPARE(chip->text(), QStringLiteral("Free of collisions"));
}

void TestView::thePlanIsNotFreshWhileSomethingIsMoved() {
  openSample();
  auto& motion = window_->motion();
  planToPick();
  QCOMPARE(motion.state(), ui::MotionPanel::State::kFresh);
  auto* chip = this->chip(QStringLiteral("Plan"));
  QVERIFY(chip);
  QTRY_VERIFY(isGood(chip));
  // The motion's own preview is not a move.
  motion.scrub(0.5 * motion.currentPlan()->duration());
  QTest::qWait(30);
  QVERIFY(isGood(chip));
  motion.stop();
  const ObjectId part = world()->childNamed(world::kRootObject, "part_1");
  window_->selection().select({part});
  run("tool.move");
  run("view.fit-selection");
  cameraRests();
  const auto handle = ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ);
  QVERIFY(handle);
  QTest::mouseMove(surface(), handle->toPoint());
  QTest::mousePress(surface(), Qt::LeftButton, {}, handle->toPoint());
  for (int i = 1; i <= 4; ++i) QTest::mouseMove(surface(), (*handle - QPointF(0, 10 * i)).toPoint());
  QTRY_VERIFY(!isGood(chip));
  QTest::keyClick(surface(), Qt::Key_Escape);
  QTRY_VERIFY(isGood(chip));
  QTest::mouseRelease(surface(), Qt::LeftButton, {}, handle->toPoint());
}

// Of all threads; a caret that blinks costs a little.
void TestView::aWindowAtRestUsesNoProcessor() {
  const auto used = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  };
  const auto rests = [&] {
    const double before = used();
    QTest::qWait(400);
    return used() - before < 0.02;  // the wait itself looks for events, too
  };
  openSample();
  QVERIFY2(QTest::qWaitFor(rests, 90000), "a world that nobody touches");
  window_->selection().select({robotOf()});
  QVERIFY2(QTest::qWaitFor(rests, 90000), "something is selected");
  planToPick();
  QVERIFY2(QTest::qWaitFor(rests, 90000), "a plan is shown");
  window_->motion().scrub(0.6 * window_->motion().currentPlan()->duration());
  QVERIFY2(QTest::qWaitFor(rests, 90000), "a moment of it");
  window_->motion().scrub(0.95 * window_->motion().currentPlan()->duration());
  window_->motion().playOrPause();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->motion().isPlaying(), 90000);
  QVERIFY2(QTest::qWaitFor(rests, 90000), "it has been played");
  window_->showMinimized();
  QVERIFY2(QTest::qWaitFor(rests, 90000), "the window is away");
}

void TestView::theCameraStaysWhenNobodyAsked() {
  openSample();
  auto& motion = window_->motion();
  planToPick();
  QCOMPARE(motion.state(), ui::MotionPanel::State::kFresh);
  const auto same = [](const ui::CameraState& a, const ui::CameraState& b) {
    return (a.eye - b.eye).norm() < 1e-9 && (a.target - b.target).norm() < 1e-9 && (a.up - b.up).norm() < 1e-9 &&
           a.ortho == b.ortho;
  };
  run("view.fit");
  cameraRests();
  const auto before = view().camera();
  // Scrub.
  QSlider* timeline = motion.timeline();
  QTest::mouseClick(timeline, Qt::LeftButton, {}, QPoint(timeline->width() * 2 / 3, timeline->height() / 2));
  QTest::qWait(50);
  // A list opened, turned with the wheel beyond its end, closed by Esc, by choosing, by a press on the view.
  for (int way = 0; way < 3; ++way) {
    QComboBox* box = motion.targetBox();
    QTest::mouseClick(box, Qt::LeftButton);
    QTRY_VERIFY(QApplication::activePopupWidget());
    auto* list = box->view();
    for (int i = 0; i < 5; ++i) {
      QWheelEvent wheel(QPointF(5, 5), list->viewport()->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, -120), Qt::NoButton,
                        {}, Qt::NoScrollPhase, false);
      QApplication::sendEvent(list->viewport(), &wheel);
    }
    if (way == 0) QTest::keyClick(list, Qt::Key_Escape);
    else if (way == 1) {
      // The list takes a release for that of the press that opened it until a timer of its own has run out.
      const auto isChosen = [&] {
        const QModelIndex current = box->model()->index(box->currentIndex(), 0);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(current).center());
        return !QApplication::activePopupWidget();
      };
      QVERIFY(QTest::qWaitFor(isChosen, 20000));
    } else {
      // The list has the pointer: it gets the press, the view the release.
      QWidget* popup = QApplication::activePopupWidget();
      const QPoint global = surface()->mapToGlobal(QPoint(60, 60));
      QTest::mousePress(popup->windowHandle(), Qt::LeftButton, {}, popup->windowHandle()->mapFromGlobal(global));
      QTest::mouseRelease(surface(), Qt::LeftButton, {}, QPoint(60, 60));
    }
    QVERIFY2(QTest::qWaitFor([] { return !QApplication::activePopupWidget(); }), qPrintable(QString::number(way)));
    // What the list lay over is exposed anew.
    QExposeEvent expose(QRegion(0, 0, surface()->width(), surface()->height()));
    QCoreApplication::sendEvent(surface(), &expose);
    QTest::qWait(50);
    QVERIFY2(same(view().camera(), before), qPrintable(QString::number(way)));
  }
  // A panel takes more room, and the window.
  const int height = surface()->height();
  window_->resizeDocks({window_->findChild<QDockWidget*>(QStringLiteral("motion"))}, {280}, Qt::Vertical);
  QTRY_VERIFY(surface()->height() != height);
  window_->resize(1100, 700);
  QTRY_VERIFY(surface()->width() < 700);
  QTest::qWait(50);
  QVERIFY(same(view().camera(), before));
  // Asked, it comes at once.
  run("view.fit");
  cameraRests();
  QVERIFY(!same(view().camera(), before));
}

// Out of a close look at something: farther, not turned, and that stays in view.
void TestView::whatIsAddedIsShownFromTheSameSide() {
  openSample();
  const Vec3 place = world()->rootT(world()->childNamed(world::kRootObject, "part_1")).p;
  auto close = view().camera();
  close.eye = place + 0.1 * Vec3(1, -1, 0.6).normalized();
  close.target = place;
  view().setCamera(close, false);
  cameraRests();
  run("add.box");
  cameraRests();
  const ObjectId box = std::get<ObjectId>(window_->selection().nodes().front());
  QTRY_VERIFY(view().shows(world()->boundsOf(*world()->object(box))));
  QVERIFY((view().camera().forward() - close.forward()).norm() < 1e-9);
  const QPointF at = pixelOf(place);
  QVERIFY(QRectF(0, 0, surface()->width(), surface()->height()).contains(at));
}

// Of what is new all is wanted, or nearly.
void TestView::whatTheEdgeCutsIsNotInView() {
  settle();
  ui::CameraState camera;
  camera.eye = Vec3(0, -5, 0.5);
  camera.target = Vec3(0, 0, 0.5);
  view().setCamera(camera, false);
  cameraRests();
  const double edge = 0.5 * surface()->width() * view().viewTransform().metresPerPixel(camera.target);
  const auto box = [](double x) { return Bounds{Vec3(x - 0.1, -0.001, 0.4), Vec3(x + 0.1, 0.001, 0.6)}; };
  QVERIFY(view().shows(box(edge - 0.11)));
  QVERIFY2(!view().shows(box(edge - 0.05)), "a quarter of it is cut off");
}

void TestView::whatIsDeletedWhileItIsDraggedIsNotMoved() {
  const ObjectId box = addBox("box", Vec3(0.2, 0.2, 0.2), Pose::translation(0, 0, 0.1));
  run("view.fit");
  settle();
  window_->selection().select({box});
  run("tool.move");
  settle();
  const auto handle = ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ);
  QVERIFY(handle);
  QTest::mouseMove(surface(), handle->toPoint());
  QTest::mousePress(surface(), Qt::LeftButton, {}, handle->toPoint());
  QTest::mouseMove(surface(), (*handle - QPointF(0, 30)).toPoint());
  QTRY_VERIFY(!window_->poseLayer().empty());
  run("edit.delete");
  QTRY_VERIFY(!world()->object(box));
  const auto revision = window_->bridge().snapshot().revision;
  QSignalSpy failed(&window_->bridge(), &ui::SessionBridge::failed);
  QTest::mouseRelease(surface(), Qt::LeftButton, {}, (*handle - QPointF(0, 30)).toPoint());
  QTRY_VERIFY(window_->poseLayer().empty());
  QTest::qWait(50);
  QCOMPARE(failed.count(), 0);
  QCOMPARE(window_->bridge().snapshot().revision, revision);
}

void TestView::withNothingSelectedAllIsFitted() {
  const ObjectId box = addBox("box", Vec3(0.2, 0.2, 0.2), Pose::translation(8, 0, 0.1));
  settle();
  view().setCamera(ui::CameraState(), false);
  window_->selection().clear();
  QVERIFY(!view().shows(world()->boundsOf(*world()->object(box))));
  run("view.fit-selection");
  cameraRests();
  QVERIFY(view().shows(world()->boundsOf(*world()->object(box))));
}

void TestView::theContactIsInView() {
  addBox("table", Vec3(2, 2, 0.05), Pose::translation(0, 0, 0.7));
  // Under the table, and 10 mm into it; the camera looks from above.
  addBox("hidden", Vec3(0.1, 0.1, 0.1), Pose::translation(0.5, 0.5, 0.635));
  run("view.fit");
  settle();
  QTRY_VERIFY_WITH_TIMEOUT(this->chip(QStringLiteral("ollision")), 20000);
  auto* chip = this->chip(QStringLiteral("ollision"));
  QTRY_VERIFY_WITH_TIMEOUT(isBad(chip), 10000);
  const Vec3 contact(0.5, 0.5, 0.68);
  QTest::mouseClick(chip, Qt::LeftButton);
  cameraRests();
  QCOMPARE(window_->selection().nodes().size(), std::size_t{2});
  const QPointF at = pixelOf(contact), middle(surface()->width() / 2.0, surface()->height() / 2.0);
  const double shown = view().viewTransform().metresPerPixel(contact) * surface()->height();
  QVERIFY2(shown < 1.0, qPrintable(QString::number(shown)));
  QVERIFY2(std::hypot(at.x() - middle.x(), at.y() - middle.y()) < 0.25 * surface()->height(),
           "the contact is in the middle");
  // Both are to be seen at the contact.
  std::map<ObjectId, int> seen;
  for (int x = -6; x <= 6; ++x)
    for (int y = -6; y <= 6; ++y) {
      const QPointF pixel = middle + QPointF(x, y) * (0.02 * surface()->height());
      const auto nodes = view().nodesAt(pixel);
      if (!nodes.empty() && std::holds_alternative<ObjectId>(nodes.front())) ++seen[std::get<ObjectId>(nodes.front())];
    }
  QVERIFY2(seen.size() == 2 && std::min(seen.begin()->second, seen.rbegin()->second) > 15,
           qPrintable(QString::number(seen.size())));
}

void TestView::eachClickGoesToTheNextContact() {
  addBox("table", Vec3(2, 2, 0.1), Pose::translation(0, 0, 0.05));
  addBox("left", Vec3(0.1, 0.1, 0.1), Pose::translation(-0.8, 0, 0.14));
  addBox("right", Vec3(0.1, 0.1, 0.1), Pose::translation(0.8, 0, 0.13));
  run("view.fit");
  settle();
  QTRY_VERIFY_WITH_TIMEOUT(this->chip(QStringLiteral("ollision")), 20000);
  auto* chip = this->chip(QStringLiteral("ollision"));
  QTRY_COMPARE_WITH_TIMEOUT(chip->text(), QStringLiteral("2 collisions"), 10000);
  std::vector<double> targets;
  for (int i = 0; i < 3; ++i) {
    QTest::mouseClick(chip, Qt::LeftButton);
    cameraRests();
    targets.push_back(view().camera().target.x());
  }
  QVERIFY2(targets[0] > 0.6 && targets[1] < -0.6 && std::abs(targets[2] - targets[0]) < 1e-6,
           "the deepest first, then round");
}

// What blocks a motion stands where nothing is drawn: points alone.
void TestView::aPlaceBehindAWallIsLookedAtFromBesideIt() {
  addBox("wall", Vec3(2, 0.05, 2), Pose::translation(0, 0, 1));
  settle();
  view().setStandardView(ui::Viewport::StandardView::kFront);
  const Vec3 place(0.2, 0.4, 0.8);
  const auto isHidden = [&] {
    const auto hit = view().surfaceAt(pixelOf(place));
    const Vec3 eye = view().camera().eye;
    return hit && (*hit - eye).norm() < (place - eye).norm() - 0.01;
  };
  QVERIFY(isHidden());
  view().lookAt({{place}, {}});
  settle();
  QVERIFY(!isHidden());
  const QPointF at = pixelOf(place);
  QVERIFY(std::hypot(at.x() - surface()->width() / 2.0, at.y() - surface()->height() / 2.0) < 2.0);
  // Nothing hides it from here: the next look turns nothing.
  const Vec3 forward = view().camera().forward();
  view().lookAt({{place}, {}});
  QVERIFY((view().camera().forward() - forward).norm() < 1e-9);
}

// What a tool would touch lies within the table: it is looked at from where the user looks, not from straight above.
void TestView::aPlaceInATableIsLookedAtFromHere() {
  const ObjectId table = addBox("table", Vec3(1, 1, 0.1), Pose::translation(0, 0, 0.65));
  const ObjectId finger = addBox("finger", Vec3(0.02, 0.02, 0.05), Pose::translation(3, 0, 0.025));
  settle();
  view().setStandardView(ui::Viewport::StandardView::kIso);
  cameraRests();
  const Vec3 forward = view().camera().forward();
  const auto entityOf = [this](ObjectId id) { return world()->object(id)->rootEntity(); };
  view().lookAt({{Vec3(0.1, 0.1, 0.67), Vec3(0.1, 0.1, 0.70)}, {entityOf(finger), entityOf(table)}});
  cameraRests();
  QVERIFY((view().camera().forward() - forward).norm() < 1e-9);
  // With room for the tool that stands there as a ghost.
  QVERIFY(view().viewTransform().metresPerPixel(Vec3(0.1, 0.1, 0.7)) * surface()->height() > 0.45);
}

int main(int argc, char** argv) { return runWindowTest<TestView>(argc, argv); }
#include "test_view.moc"
