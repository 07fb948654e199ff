// SPDX-License-Identifier: Apache-2.0
// Handles, view cube and orbit: what a pointer and keys do with them.
#include <QSignalSpy>
#include <QTest>
#include <QVector3D>
#include <array>
#include <cmath>
#include <set>

#include "stage.h"

namespace ww::test {

using ui::scene::CubeSpot;
using ui::scene::Facet;
using ui::scene::Handle;
using ui::scene::ViewTurn;

class TestHandles : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void oneToolMovesAndTurns();
  void theViewRingTurnsAboutTheViewAndTheMiddleMovesAcrossIt();
  void handlesCanBeHitBesideTheirMiddle();
  void expressionsAreTyped_data();
  void expressionsAreTyped();
  void theReadoutIsBesideThePointer();
  void whatIsNoValueYetMovesNothing();
  void aClickOnTheMiddleSelectsWhatIsThere();
  void everyFacetOfTheCubeIsAView();
  void arrowsTurnByAQuarter();
  void theHouseShowsAll();
  void theCubeSaysWhatAClickDoes();
  void stepsReachEveryFacet();
  void orbitTurnsAboutWhatIsUnderThePointer();
  void orbitOverNothingTurnsAboutWhatIsSeen();

 private:
  QPointF take(ObjectId object, Handle handle);
  void type(const QString& text);
  // The text of the view that begins so.
  const ui::scene::Label* labelWith(const QString& start) const;

  std::unique_ptr<Stage> stage_;
  DemoCell cell_;
};

void TestHandles::init() {
  stage_ = std::make_unique<Stage>();
  cell_ = buildDemoCell(*stage_);
  // From above, so that all handles can be had.
  ui::CameraState camera = stage_->viewport->camera();
  camera.eye = camera.target + camera.distance() * Vec3(0.42, -0.64, 0.64).normalized();
  stage_->viewport->setCamera(camera);
  stage_->viewport->fitAll();
  stage_->viewport->setSnap(10, 5, false);
  stage_->viewport->setTool(ui::Viewport::Tool::kMove);
  QVERIFY(stage_->settle());
}

void TestHandles::cleanup() { stage_.reset(); }

QPointF TestHandles::take(ObjectId object, Handle handle) {
  stage_->selection->select({object});
  stage_->settle();
  const auto at = ui::ViewProbe(*stage_->viewport).handlePosition(handle);
  if (!at) return {-1, -1};
  stage_->press(*at);
  return *at;
}

void TestHandles::type(const QString& text) {
  for (const QChar c : text) QTest::keyClick(stage_->viewport->surface(), c.toLatin1());
}

const ui::scene::Label* TestHandles::labelWith(const QString& start) const {
  for (const auto& label : ui::ViewProbe(*stage_->viewport).labels())
    if (label.text.startsWith(start)) return &label;
  return nullptr;
}

void TestHandles::oneToolMovesAndTurns() {
  auto& s = *stage_;
  s.selection->select({cell_.green});
  QVERIFY(s.settle());
  (void)s.shot(QStringLiteral("handles"));
  for (int h = 1; h <= static_cast<int>(Handle::kMoveView); ++h)
    QVERIFY2(ui::ViewProbe(*s.viewport).handlePosition(static_cast<Handle>(h)), qPrintable(QString::number(h)));
  const Pose start = s.poseOf(cell_.green);
  const QPointF ring = take(cell_.green, Handle::kTurnZ);
  s.moveMouse(ring + QPointF(25, 15));
  s.release(ring + QPointF(25, 15));
  const Pose turned = s.poseOf(cell_.green);
  QVERIFY(rotationDistance(start, turned) > 0.05 && (turned.p - start.p).norm() < 1e-12);
  const QPointF arrow = take(cell_.green, Handle::kMoveX);
  s.moveMouse(arrow + QPointF(30, 10));
  s.release(arrow + QPointF(30, 10));
  const Vec3 shift = s.poseOf(cell_.green).p - turned.p;
  QVERIFY(std::abs(shift.x()) > 0.01 && std::abs(shift.y()) < 1e-12 && std::abs(shift.z()) < 1e-12);
  // What is turned only has no arrows.
  s.viewport->setTool(ui::Viewport::Tool::kRotate);
  QVERIFY(s.settle());
  QVERIFY(!ui::ViewProbe(*s.viewport).handlePosition(Handle::kMoveX) &&
          ui::ViewProbe(*s.viewport).handlePosition(Handle::kTurnX));
}

void TestHandles::theViewRingTurnsAboutTheViewAndTheMiddleMovesAcrossIt() {
  auto& s = *stage_;
  const Pose start = s.poseOf(cell_.red);
  const QPointF middle = s.pixelOf(start.p), ring = take(cell_.red, Handle::kTurnView);
  const QPointF arm = ring - middle, side(middle.x() + arm.y(), middle.y() - arm.x());  // a quarter on, to the left
  for (int i = 1; i <= 6; ++i) s.moveMouse(ring + (side - ring) * (i / 6.0));
  s.release(side);
  const Eigen::AngleAxisd turn((s.poseOf(cell_.red).q * start.q.conjugate()).normalized());
  const Vec3 towards_eye = -s.viewport->camera().forward();
  QVERIFY2(std::abs(turn.angle() * turn.axis().dot(towards_eye) - std::numbers::pi / 2) < 0.05,
           qPrintable(QString::number(turn.angle())));
  const Vec3 before = s.poseOf(cell_.red).p;
  const QPointF grip = take(cell_.red, Handle::kMoveView);
  for (int i = 1; i <= 4; ++i) s.moveMouse(grip + QPointF(10 * i, -8 * i));
  s.release(grip + QPointF(40, -32));
  const Vec3 shift = s.poseOf(cell_.red).p - before;
  QVERIFY(shift.norm() > 0.02 && std::abs(shift.dot(s.viewport->camera().forward())) < 1e-9);
  const QPointF now = s.pixelOf(s.poseOf(cell_.red).p);
  QVERIFY(std::hypot(now.x() - grip.x() - 40, now.y() - grip.y() + 32) < 1.5);
}

void TestHandles::handlesCanBeHitBesideTheirMiddle() {
  auto& s = *stage_;
  s.selection->select({cell_.green});
  QVERIFY(s.settle());
  QSignalSpy hints(s.viewport.get(), &ui::Viewport::hint);
  const QPointF origin = s.pixelOf(s.poseOf(cell_.green).p);
  for (const Handle h : {Handle::kMoveX, Handle::kMoveY, Handle::kMoveZ}) {
    const QPointF at = *ui::ViewProbe(*s.viewport).handlePosition(h), along = at - origin;
    const double length = std::hypot(along.x(), along.y());
    for (const double side : {-6.0, 6.0}) {
      const QPointF p = at + QPointF(-along.y(), along.x()) * (side / length);
      s.moveMouse(origin + QPointF(0, 300));
      QTest::qWait(20);
      s.moveMouse(p);
      QTRY_VERIFY(!hints.empty() && hints.last()[0].toString().contains(QStringLiteral("along this axis")));
    }
  }
}

void TestHandles::expressionsAreTyped_data() {
  QTest::addColumn<int>("handle");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QVector3D>("shift_mm");
  QTest::addColumn<double>("degrees");
  const auto row = [](const char* text, Handle h, QVector3D shift, double degrees = 0) {
    QTest::newRow(text) << static_cast<int>(h) << QString::fromLatin1(text) << shift << degrees;
  };
  row("125", Handle::kMoveZ, {0, 0, 125});
  row("25.4+10", Handle::kMoveX, {35.4f, 0, 0});
  row("1in", Handle::kMoveZ, {0, 0, 25.4f});
  row("(1/2) cm", Handle::kMoveY, {0, 5, 0});
  row("10 -20", Handle::kPlaneXY, {10, -20, 0});
  row("1in; 25.4+10", Handle::kPlaneYZ, {0, 25.4f, 35.4f});
  row("10 - 4", Handle::kPlaneXY, {6, 0, 0});
  row("1 2 3", Handle::kMoveView, {1, 2, 3});
  row("-30deg", Handle::kTurnZ, {0, 0, 0}, -30);
  row("90/2", Handle::kTurnZ, {0, 0, 0}, 45);
  row("pi*0.5rad", Handle::kTurnZ, {0, 0, 0}, 90);
}

void TestHandles::expressionsAreTyped() {
  QFETCH(int, handle);
  QFETCH(QString, text);
  QFETCH(QVector3D, shift_mm);
  QFETCH(double, degrees);
  auto& s = *stage_;
  const Pose start = s.poseOf(cell_.red);
  const std::size_t entries = s.historySize();
  const QPointF at = take(cell_.red, static_cast<Handle>(handle));
  s.moveMouse(at + QPointF(7, -9));
  type(text);
  s.key(Qt::Key_Return);
  s.release(at + QPointF(7, -9));
  const Pose now = s.poseOf(cell_.red);
  QCOMPARE(s.historySize(), entries + 1);
  const Vec3 shift = 1000.0 * (now.p - start.p), wanted(shift_mm.x(), shift_mm.y(), shift_mm.z());
  QVERIFY2((shift - wanted).norm() < 1e-4,
           qPrintable(QStringLiteral("%1 %2 %3").arg(shift.x()).arg(shift.y()).arg(shift.z())));
  const Quat turn(Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, Vec3::UnitZ()));
  QVERIFY((turn * start.q).angularDistance(now.q) < 1e-9);
}

void TestHandles::theReadoutIsBesideThePointer() {
  auto& s = *stage_;
  const QPointF at = take(cell_.red, Handle::kMoveZ), to = at + QPointF(0, -25);
  s.moveMouse(at + QPointF(0, -10));
  s.moveMouse(to);
  (void)s.picture();
  const auto* dragged = labelWith(QStringLiteral("Z "));
  QVERIFY(dragged && dragged->text.endsWith(QStringLiteral(" mm")));
  const double ratio = s.viewport->surface()->devicePixelRatio();
  const QPointF corner = dragged->box.bottomLeft() / ratio;
  QVERIFY2(std::hypot(corner.x() - to.x(), corner.y() - to.y()) < 40, "beside the pointer");
  type(QStringLiteral("25.4+10"));
  (void)s.shot(QStringLiteral("typing"));
  const auto* typed = labelWith(QStringLiteral("Z 35.4 mm"));
  QVERIFY(typed && typed->text.contains(QStringLiteral("[25.4+10]")));
  // Taken back letter by letter it is where the pointer says.
  for (int i = 0; i < 7; ++i) s.key(Qt::Key_Backspace);
  (void)s.picture();
  QVERIFY(labelWith(QStringLiteral("Z ")) && !labelWith(QStringLiteral("Z 0")) && !labelWith(QStringLiteral("Z 35.4")));
  s.key(Qt::Key_Escape);
  s.release(to);
  (void)s.picture();
  QVERIFY(!labelWith(QStringLiteral("Z ")));
  // At the edge it stays on the surface.
  ui::CameraState camera = s.viewport->camera();
  const auto view = s.viewport->viewTransform();
  const double m = view.metresPerPixel(s.poseOf(cell_.red).p);
  const Vec3 aside = (view.width() - 60.0 - s.pixelOf(s.poseOf(cell_.red).p).x()) * m * camera.right();
  const Vec3 shift = 150.0 * m * camera.trueUp() - aside;  // and below the cube
  camera.eye += shift;
  camera.target += shift;
  s.viewport->setCamera(camera);
  const QPointF edge = take(cell_.red, Handle::kMoveZ);
  s.moveMouse(edge + QPointF(50, -30));
  (void)s.picture();
  const auto* there = labelWith(QStringLiteral("Z "));
  QVERIFY(there && there->box.right() <= view.width() * ratio);
  s.key(Qt::Key_Escape);
  s.release(edge);
}

void TestHandles::whatIsNoValueYetMovesNothing() {
  auto& s = *stage_;
  QSignalSpy hints(s.viewport.get(), &ui::Viewport::hint);
  const std::size_t entries = s.historySize();
  const Pose start = s.poseOf(cell_.red);
  QPointF at = take(cell_.red, Handle::kMoveZ);
  s.moveMouse(at + QPointF(0, -20));
  type(QStringLiteral("25.4+"));
  hints.clear();
  s.key(Qt::Key_Return);
  QCOMPARE(s.historySize(), entries);
  QVERIFY2(!hints.empty() && hints.last()[0].toString().size() > 20, "why it is no value");
  QVERIFY(!s.poses->empty());
  (void)s.picture();
  QVERIFY(labelWith(QStringLiteral("Z 25.4 mm   [25.4+ ?]")));
  // What is wrong can be put right.
  type(QStringLiteral("10"));
  s.key(Qt::Key_Return);
  s.release(at + QPointF(0, -20));
  QCOMPARE(s.historySize(), entries + 1);
  QVERIFY(std::abs(s.poseOf(cell_.red).p.z() - start.p.z() - 0.0354) < 1e-9);
  // Let go with something that is no value, it is as if nothing had been dragged, and that is told.
  at = take(cell_.red, Handle::kMoveZ);
  type(QStringLiteral("12 kg"));
  hints.clear();
  s.release(at);
  QCOMPARE(s.historySize(), entries + 1);
  QVERIFY(s.poses->empty());
  QVERIFY(!hints.empty() && hints.last()[0].toString().startsWith(QStringLiteral("Nothing was moved.")));
}

void TestHandles::aClickOnTheMiddleSelectsWhatIsThere() {
  auto& s = *stage_;
  const std::size_t entries = s.historySize();
  const Vec3 red = s.poseOf(cell_.red).p, between = red + 0.4 * (s.viewport->camera().eye - red);
  const ObjectId front = s.add("front", geometry::Box{{0.05, 0.05, 0.05}}, {0.5f, 0.5f, 0.5f, 1}, Pose{between});
  s.selection->select({cell_.red});
  QVERIFY(s.settle());
  s.click(*ui::ViewProbe(*s.viewport).handlePosition(Handle::kMoveView));
  QCOMPARE(s.selection->nodes(), std::vector<world::NodeRef>{front});
  QCOMPARE(s.historySize(), entries + 1);
}

void TestHandles::everyFacetOfTheCubeIsAView() {
  auto& s = *stage_;
  int seen = 0;
  for (int i = 0; i < 27; ++i) {
    const Facet facet(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    if (i == 13) continue;
    // From a little beside it, with the horizon level.
    ui::CameraState camera = s.viewport->camera();
    const Vec3 from = (facet.cast<double>().normalized() + Vec3(0.21, -0.17, 0.13)).normalized();
    const double distance = camera.distance();
    camera.eye = camera.target + distance * from;
    camera.up = Vec3::UnitZ();
    s.viewport->setCamera(camera);
    const auto at = ui::ViewProbe(*s.viewport).cubePosition(CubeSpot::of(facet));
    QVERIFY2(at, qPrintable(ui::scene::nameOf(CubeSpot::of(facet))));
    s.click(*at);
    const ui::CameraState now = s.viewport->camera();
    QVERIFY2((-now.forward() - facet.cast<double>().normalized()).norm() < 1e-9,
             qPrintable(ui::scene::nameOf(CubeSpot::of(facet))));
    QVERIFY((now.target - camera.target).norm() < 1e-9 && std::abs(now.distance() - distance) < 1e-9);
    QVERIFY(std::abs(now.right().z()) < 1e-9);
    ++seen;
  }
  QCOMPARE(seen, 26);
}

void TestHandles::arrowsTurnByAQuarter() {
  auto& s = *stage_;
  s.viewport->setStandardView(ui::Viewport::StandardView::kFront);
  const auto press = [&](ViewTurn turn) { s.click(*ui::ViewProbe(*s.viewport).cubePosition(CubeSpot::of(turn))); };
  const auto from = [&](const Vec3& back) { return (-s.viewport->camera().forward() - back).norm() < 1e-9; };
  press(ViewTurn::kRight);
  QVERIFY(from(Vec3::UnitX()));
  press(ViewTurn::kLeft);
  QVERIFY(from(-Vec3::UnitY()));
  press(ViewTurn::kUp);
  QVERIFY(from(Vec3::UnitZ()));
  press(ViewTurn::kDown);
  QVERIFY(from(-Vec3::UnitY()));
  press(ViewTurn::kDown);
  QVERIFY(from(-Vec3::UnitZ()));
  s.viewport->setStandardView(ui::Viewport::StandardView::kFront);
  press(ViewTurn::kRollRight);  // what was up is on the right
  QVERIFY(from(-Vec3::UnitY()) && (s.viewport->camera().right() - Vec3::UnitZ()).norm() < 1e-9);
  press(ViewTurn::kRollLeft);
  QVERIFY((s.viewport->camera().trueUp() - Vec3::UnitZ()).norm() < 1e-9);
  // Seen at an angle the horizon stays level, and up ends above.
  s.viewport->setStandardView(ui::Viewport::StandardView::kIso);
  const double height = s.viewport->camera().forward().z();
  press(ViewTurn::kRight);
  QVERIFY(std::abs(s.viewport->camera().forward().z() - height) < 1e-9);
  QVERIFY(std::abs(s.viewport->camera().right().z()) < 1e-9);
  press(ViewTurn::kUp);
  QVERIFY(from(Vec3::UnitZ()));
}

void TestHandles::theHouseShowsAll() {
  auto& s = *stage_;
  ui::CameraState camera = s.viewport->camera();
  camera.eye = Vec3(0.3, 0.2, 1.4);
  camera.target = Vec3(0.3, 0.3, 1.2);
  s.viewport->setCamera(camera);
  s.click(*ui::ViewProbe(*s.viewport).cubePosition(CubeSpot()));
  for (const ObjectId id : {cell_.table, cell_.ball, cell_.red, cell_.can}) {
    const QPointF at = s.pixelOf(s.poseOf(id).p);
    QVERIFY(QRectF(0, 0, s.viewport->width(), s.viewport->height()).contains(at));
  }
  QVERIFY(s.viewport->camera().forward().z() < -0.3 && s.viewport->camera().forward().y() > 0.3);
}

void TestHandles::theCubeSaysWhatAClickDoes() {
  auto& s = *stage_;
  s.viewport->setStandardView(ui::Viewport::StandardView::kIso);
  QVERIFY(s.settle());
  const QImage before = s.picture();
  QSignalSpy hints(s.viewport.get(), &ui::Viewport::hint);
  const CubeSpot corner = CubeSpot::of(Facet(1, -1, 1));
  const auto at = ui::ViewProbe(*s.viewport).cubePosition(corner);
  QVERIFY(at);
  s.moveMouse(*at);
  QTRY_VERIFY(!hints.empty() && hints.last()[0].toString().contains(QStringLiteral("Front, Right, Top")));
  const QImage hovered = s.shot(QStringLiteral("cube"));
  QVERIFY(labelWith(QStringLiteral("Front, Right, Top")));
  // The corner is marked, an edge beside it is not.
  const auto pixel = [&](const QImage& image, const CubeSpot& spot) {
    const QPointF p = *ui::ViewProbe(*s.viewport).cubePosition(spot) * s.viewport->surface()->devicePixelRatio();
    return QColor(image.pixel(p.toPoint()));
  };
  const QColor marked = pixel(hovered, corner), plain = pixel(before, corner);
  QVERIFY(marked.blue() > plain.blue() + 40);
  const CubeSpot edge = CubeSpot::of(Facet(1, -1, 0));
  QVERIFY(std::abs(pixel(hovered, edge).blue() - pixel(before, edge).blue()) < 8);
  s.moveMouse(*ui::ViewProbe(*s.viewport).cubePosition(CubeSpot::of(ViewTurn::kLeft)));
  QTRY_VERIFY(hints.last()[0].toString().contains(QStringLiteral("A quarter to the left")));
  s.moveMouse(QPointF(60, 400));
  QTRY_VERIFY(!hints.last()[0].toString().contains(QStringLiteral("quarter")));
  QTest::qWait(30);
  (void)s.picture();
  QVERIFY(!labelWith(QStringLiteral("A quarter")));
}

// By keys alone all are reached, from wherever one is.
void TestHandles::stepsReachEveryFacet() {
  const auto key = [](const ui::CameraState& c) {
    const Vec3 b = -c.forward();
    Facet f = Facet::Zero();
    for (int k = 0; k < 3; ++k) f[k] = std::abs(b[k]) < 0.2 ? 0 : b[k] > 0 ? 1 : -1;
    return std::array{f.x(), f.y(), f.z()};
  };
  std::set<std::array<int, 3>> found;
  std::vector<ui::CameraState> todo{ui::CameraState()};
  while (!todo.empty()) {
    const ui::CameraState c = todo.back();
    todo.pop_back();
    for (const ViewTurn t : {ViewTurn::kLeft, ViewTurn::kRight, ViewTurn::kUp, ViewTurn::kDown}) {
      const ui::CameraState next = ui::scene::steppedOn(c, t);
      const auto f = key(next);
      QVERIFY((-next.forward() - Vec3(f[0], f[1], f[2]).normalized()).norm() < 1e-9);
      QVERIFY(std::abs(next.right().z()) < 1e-9 && std::abs(next.distance() - c.distance()) < 1e-9);
      if (found.insert(f).second) todo.push_back(next);
    }
  }
  QCOMPARE(found.size(), std::size_t{26});
  auto& s = *stage_;
  s.viewport->setStandardView(ui::Viewport::StandardView::kFront);
  s.viewport->setStandardView(ViewTurn::kRight);
  s.viewport->setStandardView(ViewTurn::kUp);
  QVERIFY((-s.viewport->camera().forward() - Vec3(1, -1, 1).normalized()).norm() < 1e-9);
}

void TestHandles::orbitTurnsAboutWhatIsUnderThePointer() {
  auto& s = *stage_;
  for (const bool ortho : {false, true}) {
    if (ortho) s.viewport->toggleProjection();
    const QPointF at = s.pixelOf(s.poseOf(cell_.ball).p).toPoint();
    const auto hit = s.viewport->surfaceAt(at);
    QVERIFY(hit);
    const ui::CameraState start = s.viewport->camera();
    s.drag(at, at + QPointF(90, -35), Qt::MiddleButton);
    const QPointF now = s.pixelOf(*hit);
    QVERIFY2(std::hypot(now.x() - at.x(), now.y() - at.y()) < 0.01, "it stays where it was on the screen");
    QVERIFY((s.viewport->camera().eye - start.eye).norm() > 0.2);
    QVERIFY(std::abs((s.viewport->camera().eye - *hit).norm() - (start.eye - *hit).norm()) < 1e-9);
  }
}

void TestHandles::orbitOverNothingTurnsAboutWhatIsSeen() {
  auto& s = *stage_;
  // Far aside of what the camera looks at: the middle of what is seen is the table with all on it.
  ui::CameraState camera = s.viewport->camera();
  camera.target = camera.eye + 0.05 * (camera.target - camera.eye);
  s.viewport->setCamera(camera);
  const Vec3 middle = s.poseOf(cell_.table).p;
  const QPointF before = s.pixelOf(middle);
  QVERIFY(!s.viewport->surfaceAt(QPointF(40, 40)));
  s.drag(QPointF(40, 40), QPointF(200, 60), Qt::MiddleButton);
  const QPointF now = s.pixelOf(middle);
  QVERIFY2(std::hypot(now.x() - before.x(), now.y() - before.y()) < 120, "it is still in view");
  QVERIFY((s.viewport->camera().eye - camera.eye).norm() > 0.5);
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestHandles)
#include "test_handles.moc"
