// SPDX-License-Identifier: Apache-2.0
// Curves of a motion against what a pencil gives.
#include <QtTest>
#include <cmath>

#include "cell.h"
#include "core/usecase/curves/motion_curves.h"
#include "core/usecase/curves/motion_marks.h"
#include "core/world/updates/editor.h"
#include "worldwright/v1/file.pb.h"

using namespace ww;
using namespace ww::usecase;
using ww::test::Cell;

namespace {

constexpr std::size_t kVelocityRow = 1, kAccelerationRow = 2, kJerkRow = 3;

// The first joint moves, the others stand; elbow and wrist are bent.
JointVector bent(double first) { return test::joints({first, 0.6, 1.3, 0, 0.6, 0}); }
JointVector only(double first) { return test::joints({first, 0, 0, 0, 0, 0}); }

void add(model::Trajectory& t, double seconds, double q, double v) {
  t.times.push_back(seconds);
  t.states.push_back({bent(q), only(v), only(0.0)});
}

struct Bench : Cell {
  Bench() { arm = addArm("arm", 6); }
  MotionCurves curves(const model::Trajectory& t, CurveOptions options = {}) const {
    auto made = motionCurves(model::Model::make(world), arm, std::nullopt, t, options);
    if (!made.ok()) qFatal("%s", made.status().line().c_str());
    return std::move(made).value();
  }
  // 1 rad/s^2 for a second, a second at 1 rad/s, and to rest again: 2 rad.
  static model::Trajectory trapezoid() {
    model::Trajectory t;
    add(t, 0.0, 0.0, 0.0);
    add(t, 1.0, 0.5, 1.0);
    add(t, 2.0, 1.5, 1.0);
    add(t, 3.0, 2.0, 0.0);
    return t;
  }
  // Of all three axes, m/s.
  void setToolSpeed(double most) {
    world::WorldEditor editor(world, *store);
    world::Object changed = *world.peek(arm);
    auto record = std::make_shared<worldwright::v1::ObjectRecord>(*changed.message);
    auto& limits = *record->mutable_content()->mutable_properties()->mutable_kinematics()->mutable_limits();
    for (int i = 0; i < 3; ++i) limits.add_max_translational_velocity(most);
    changed.message = std::move(record);
    editor.replace(std::move(changed));
    world = std::move(editor).finish();
  }
  ObjectId arm;
};

bool near(double a, double b, double tolerance = 1e-9) { return std::abs(a - b) <= tolerance; }

}  // namespace

class TestMotionCurves : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aPieceIsItsCubic();
  void aPieceIsCutWhereItTurns();
  void aPieceKnowsWhereItIsOutside();
  void aTrapezoidIsWhatItIs();
  void theJerkOfACubicIsConstant();
  void theToolGoesOnACircle();
  void theToolHasALimitOfItsOwn();
  void limitsAreBrokenAtKnownTimes();
  void aBreakGoesOnOverStates();
  void positionsHaveMargins();
  void aStopIsARestOnTheWay();
  void theWristIsSingularInTheMiddle();
  void nothingIsSingularElsewhere();
  void whatIsNearIsAMark();
  void marksAreByTime();
  void whatDoesNotFitIsRefused();
  void workThatNobodyNeedsEnds();
};

void TestMotionCurves::aPieceIsItsCubic() {
  // t^3 - 2 t + 1 from 0 to 2.
  const CubicPiece piece = CubicPiece::between(1.0, -2.0, 5.0, 10.0, 2.0);
  for (const double t : {0.0, 0.3, 1.0, 2.0}) {
    QVERIFY(near(piece.at(Rate::kPosition, t), t * t * t - 2.0 * t + 1.0));
    QVERIFY(near(piece.at(Rate::kVelocity, t), 3.0 * t * t - 2.0));
    QVERIFY(near(piece.at(Rate::kAcceleration, t), 6.0 * t));
    QVERIFY(near(piece.at(Rate::kJerk, t), 6.0));
  }
}

void TestMotionCurves::aPieceIsCutWhereItTurns() {
  const CubicPiece piece = CubicPiece::between(1.0, -2.0, 5.0, 10.0, 2.0);
  const auto places = piece.cuts(Rate::kPosition);
  QCOMPARE(places.size(), std::size_t{3});
  QVERIFY(near(places[1], std::sqrt(2.0 / 3.0)));
  QCOMPARE(piece.cuts(Rate::kJerk).size(), std::size_t{2});
  // (t - 1)^3 + t: the velocity is least in the middle.
  const CubicPiece symmetric = CubicPiece::between(-1.0, 4.0, 3.0, 4.0, 2.0);
  const auto slow = symmetric.cuts(Rate::kVelocity);
  QCOMPARE(slow.size(), std::size_t{3});
  QVERIFY(near(slow[1], 1.0) && near(symmetric.at(Rate::kVelocity, slow[1]), 1.0));
  // A parabola, t^2: no cubic term to divide by.
  const auto parabola = CubicPiece::between(1.0, -2.0, 1.0, 2.0, 2.0).cuts(Rate::kPosition);
  QCOMPARE(parabola.size(), std::size_t{3});
  QVERIFY(near(parabola[1], 1.0));
}

void TestMotionCurves::aPieceKnowsWhereItIsOutside() {
  // 2 t - t^2 from 0 to 2 is above 0.75 from 0.5 to 1.5, most at 1.
  const CubicPiece piece = CubicPiece::between(0.0, 2.0, 0.0, -2.0, 2.0);
  const auto parts = outsideOf(piece, Rate::kPosition, -1.0, 0.75);
  QCOMPARE(parts.size(), std::size_t{1});
  QVERIFY(near(parts[0].from_s, 0.5) && near(parts[0].to_s, 1.5));
  QVERIFY(near(parts[0].worst, 1.0) && near(parts[0].worst_s, 1.0, 1e-6));
  // Its velocity goes from 2 to -2: outside of +-1 in the first and the last half second.
  const auto fast = outsideOf(piece, Rate::kVelocity, -1.0, 1.0);
  QCOMPARE(fast.size(), std::size_t{2});
  QVERIFY(near(fast[0].from_s, 0.0) && near(fast[0].to_s, 0.5) && near(fast[0].worst, 2.0));
  QVERIFY(near(fast[1].from_s, 1.5) && near(fast[1].to_s, 2.0) && near(fast[1].worst, -2.0));
  QVERIFY(outsideOf(piece, Rate::kPosition, -1.0, 1.5).empty());
  const auto whole = outsideOf(piece, Rate::kAcceleration, -1.0, 1.0);
  QCOMPARE(whole.size(), std::size_t{1});
  QVERIFY(near(whole[0].from_s, 0.0) && near(whole[0].to_s, 2.0) && near(whole[0].worst, -2.0));
}

void TestMotionCurves::aTrapezoidIsWhatItIs() {
  const Bench bench;
  const MotionCurves curves = bench.curves(Bench::trapezoid());
  QCOMPARE(curves.seconds, 3.0);
  QVERIFY(curves.points.size() >= 600);
  QCOMPARE(curves.points.front().seconds, 0.0);
  QCOMPARE(curves.points.back().seconds, 3.0);
  for (const CurvePoint& p : curves.points) {
    const double t = p.seconds, velocity = t < 1.0 ? t : t <= 2.0 ? 1.0 : 3.0 - t;
    QVERIFY2(near(p.joints[kVelocityRow][0], velocity), qPrintable(QString::number(t)));
    QVERIFY(near(p.joints[kJerkRow][0], 0.0, 1e-8));
    if (t > 0.001 && t < 0.999) QVERIFY(near(p.joints[kAccelerationRow][0], 1.0));
    if (t > 1.001 && t < 1.999) QVERIFY(near(p.joints[kAccelerationRow][0], 0.0));
    if (t > 2.001) QVERIFY(near(p.joints[kAccelerationRow][0], -1.0));
    for (Eigen::Index i = 1; i < 6; ++i) QVERIFY(near(p.joints[kVelocityRow][i], 0.0));
  }
  // Both sides of a state: the acceleration jumps there.
  const auto at = std::ranges::find_if(curves.points, [](const CurvePoint& p) { return near(p.seconds, 1.0); });
  QVERIFY(at != curves.points.end() && std::next(at) != curves.points.end() && near(std::next(at)->seconds, 1.0));
  QVERIFY(near(at->joints[kAccelerationRow][0], 1.0) && near(std::next(at)->joints[kAccelerationRow][0], 0.0));
  // The limits are 2 rad/s and 5 rad/s^2.
  QVERIFY(near(curves.joints[0].peaks[kVelocityRow].share, 0.5));
  QVERIFY(near(curves.joints[0].peaks[kAccelerationRow].share, 0.2));
  QVERIFY(near(curves.joints[1].peaks[kVelocityRow].share, 0.0));
  QVERIFY(curves.breaks.empty() && curves.stops.empty());
  QCOMPARE(curves.joints[0].name, std::string("joint_1"));
  QVERIFY(curves.joints[0].revolute);
}

void TestMotionCurves::theJerkOfACubicIsConstant() {
  const Bench bench;
  model::Trajectory t;  // 3 s^2 - 2 s^3 over 2 s, by 0.5 rad: the jerk is -12 * 0.5 / 8
  add(t, 0.0, 0.0, 0.0);
  add(t, 2.0, 0.5, 0.0);
  const MotionCurves curves = bench.curves(t);
  for (const CurvePoint& p : curves.points) QVERIFY(near(p.joints[kJerkRow][0], -0.75));
  QVERIFY(near(curves.joints[0].peaks[kVelocityRow].value, 0.375) &&
          near(curves.joints[0].peaks[kVelocityRow].at_s, 1.0));
  QVERIFY(near(curves.joints[0].peaks[kJerkRow].value, -0.75));
}

// About the first axis: its speed is the distance from the axis times the joint's.
void TestMotionCurves::theToolGoesOnACircle() {
  Bench bench;
  bench.setJoints(bench.arm, bent(0.0));
  const Vec3 tool = bench.world.rootT(bench.frame("arm", "flange")).p;
  const double radius = std::hypot(tool.x(), tool.y());
  QVERIFY(radius > 0.3);
  const MotionCurves curves = bench.curves(Bench::trapezoid());
  QVERIFY(curves.tool.has_value());
  for (const CurvePoint& p : curves.points) {
    QVERIFY(near(p.tool_speed, radius * p.joints[kVelocityRow][0], 1e-9));
    QVERIFY(near(p.tool_turn, p.joints[kVelocityRow][0], 1e-9));
  }
  QVERIFY(near(curves.top_speed, radius, 1e-9));
  QVERIFY(curves.top_speed_at_s > 0.999 && curves.top_speed_at_s < 2.001);
  QVERIFY(near(curves.way_m, 2.0 * radius, 1e-6));
}

// Half of the speed that it has in the middle: it is passed in the middle of speeding up and of slowing down.
void TestMotionCurves::theToolHasALimitOfItsOwn() {
  Bench bench;
  QVERIFY(!std::isfinite(bench.curves(Bench::trapezoid()).tool_limit));
  const double top = bench.curves(Bench::trapezoid()).top_speed;
  bench.setToolSpeed(0.5 * top);
  const MotionCurves curves = bench.curves(Bench::trapezoid());
  QVERIFY(near(curves.tool_limit, 0.5 * top));
  QCOMPARE(curves.tool_breaks.size(), std::size_t{1});
  QVERIFY(near(curves.tool_breaks[0].from_s, 0.5, 1e-5) && near(curves.tool_breaks[0].to_s, 2.5, 1e-5));
  QVERIFY(near(curves.tool_breaks[0].worst, top, 1e-9));
  const auto marks = motionMarks(curves, {}, 0.0);
  QCOMPARE(marks.size(), std::size_t{1});
  QVERIFY(marks[0].of_tool && marks[0].kind == MotionMark::Kind::kLimit);
}

// 3 rad/s in the middle where 2 are allowed.
void TestMotionCurves::limitsAreBrokenAtKnownTimes() {
  const Bench bench;
  model::Trajectory t;
  add(t, 0.0, 0.0, 0.0);
  add(t, 1.0, 2.0, 0.0);  // the velocity is 12 (s - s^2), 3 rad/s in the middle
  const MotionCurves curves = bench.curves(t);
  const auto speed = std::ranges::find(curves.breaks, Rate::kVelocity, &LimitBreak::rate);
  QVERIFY(speed != curves.breaks.end());
  const double half = std::sqrt(0.25 - 2.0 / 12.0);
  QVERIFY(near(speed->from_s, 0.5 - half, 1e-5) && near(speed->to_s, 0.5 + half, 1e-5));
  QVERIFY(near(speed->worst, 3.0) && near(speed->worst_s, 0.5));
  // The acceleration is 12 - 24 s: beyond 5 rad/s^2 at both ends.
  QCOMPARE(std::ranges::count(curves.breaks, Rate::kAcceleration, &LimitBreak::rate), 2);
  const auto first = std::ranges::find(curves.breaks, Rate::kAcceleration, &LimitBreak::rate);
  QVERIFY(near(first->from_s, 0.0) && near(first->to_s, 7.0 / 24.0, 1e-5) && near(first->worst, 12.0));
  for (const LimitBreak& one : curves.breaks) QCOMPARE(one.joint, std::size_t{0});
  QVERIFY(near(curves.joints[0].peaks[kVelocityRow].share, 1.5));
}

void TestMotionCurves::aBreakGoesOnOverStates() {
  const Bench bench;
  model::Trajectory t;
  add(t, 0.0, 0.0, 0.0);
  add(t, 1.0, 1.25, 2.5);
  add(t, 1.2, 1.75, 2.5);
  add(t, 2.2, 3.0, 0.0);
  const MotionCurves curves = bench.curves(t);
  QCOMPARE(std::ranges::count(curves.breaks, Rate::kVelocity, &LimitBreak::rate), 1);
  const auto speed = std::ranges::find(curves.breaks, Rate::kVelocity, &LimitBreak::rate);
  QVERIFY(near(speed->from_s, 0.8, 1e-5) && near(speed->to_s, 1.4, 1e-5));
}

void TestMotionCurves::positionsHaveMargins() {
  const Bench bench;
  // The first joint may go to 3 rad: 2.95 is within, 3.1 is not.
  model::Trajectory t;
  add(t, 0.0, 2.0, 0.0);
  add(t, 3.0, 2.95, 0.0);
  MotionCurves curves = bench.curves(t);
  QVERIFY(near(curves.joints[0].margin, 0.05) && near(curves.joints[0].margin_at_s, 3.0));
  QVERIFY(std::ranges::find(curves.breaks, Rate::kPosition, &LimitBreak::rate) == curves.breaks.end());
  t.states.back().q = bent(3.1);
  curves = bench.curves(t);
  QVERIFY(near(curves.joints[0].margin, -0.1));
  const auto out = std::ranges::find(curves.breaks, Rate::kPosition, &LimitBreak::rate);
  QVERIFY(out != curves.breaks.end());
  QVERIFY(out->from_s > 0.0 && near(out->to_s, 3.0) && near(out->worst, 3.1));
  QVERIFY(near(t.sample(out->from_s).q[0], 3.0, 1e-6));
}

void TestMotionCurves::aStopIsARestOnTheWay() {
  const Bench bench;
  model::Trajectory t;
  add(t, 0.0, 0.0, 0.0);
  add(t, 0.5, 0.0, 0.0);  // waits first
  add(t, 1.5, 0.4, 0.0);
  add(t, 2.0, 0.4, 0.0);  // waits on the way
  add(t, 3.0, 0.8, 0.0);
  add(t, 3.5, 0.8, 0.0);  // and at the end
  const MotionCurves curves = bench.curves(t);
  QCOMPARE(curves.stops, std::vector<double>{1.5});
}

// The fifth joint goes through 0 in the middle: the fourth and the sixth axis fall together there.
void TestMotionCurves::theWristIsSingularInTheMiddle() {
  const Bench bench;
  model::Trajectory t;
  const JointVector still = JointVector::Zero(6);
  t.times = {0.0, 2.0};
  t.states = {{test::joints({0, 0.6, 1.3, 0, 0.6, 0}), still, still},
              {test::joints({0, 0.6, 1.3, 0, -0.6, 0}), still, still}};
  const MotionCurves curves = bench.curves(t);
  QCOMPARE(curves.singular.size(), std::size_t{1});
  QVERIFY2(near(curves.singular[0].at_s, 1.0, 1e-3), qPrintable(QString::number(curves.singular[0].at_s)));
  QVERIFY(curves.singular[0].dexterity < 1e-6);
}

void TestMotionCurves::nothingIsSingularElsewhere() {
  const Bench bench;
  const MotionCurves curves = bench.curves(Bench::trapezoid());
  QVERIFY(curves.singular.empty());
  for (const CurvePoint& p : curves.points) QVERIFY(p.dexterity > kNearSingular && p.dexterity <= 1.0);
}

void TestMotionCurves::whatIsNearIsAMark() {
  std::vector<ClearanceSample> samples;
  const double metres[] = {0.1, 0.02, 0.0, 0.04, 0.1, 0.03};
  for (std::size_t i = 0; i < 6; ++i)
    samples.push_back({static_cast<double>(i), metres[i], EntityId{i + 1}, EntityId{9}, Vec3::Zero(), Vec3::Zero()});
  const auto marks = nearMarks(samples, 0.05);
  QCOMPARE(marks.size(), std::size_t{2});
  QCOMPARE(marks[0].kind, MotionMark::Kind::kContact);
  QVERIFY(near(marks[0].from_s, 0.625) && near(marks[0].to_s, 3.0 + 1.0 / 6.0));
  QCOMPARE(marks[0].worst_s, 2.0);
  QCOMPARE(marks[0].a, EntityId{3});
  QCOMPARE(marks[1].kind, MotionMark::Kind::kNear);
  QVERIFY(near(marks[1].from_s, 4.0 + 5.0 / 7.0) && near(marks[1].to_s, 5.0));
  QCOMPARE(nearMarks(samples, 0.0).size(), std::size_t{1});  // what touches does so whatever the limit
  QVERIFY(nearMarks({}, 0.05).empty());
}

void TestMotionCurves::marksAreByTime() {
  const Bench bench;
  model::Trajectory t;
  add(t, 0.0, 0.0, 0.0);
  add(t, 1.0, 2.0, 0.0);
  add(t, 3.0, 1.0, 0.0);
  const std::vector<ClearanceSample> samples{{0.0, 0.2, {}, {}, Vec3::Zero(), Vec3::Zero()},
                                             {2.0, 0.01, EntityId{1}, EntityId{2}, Vec3::Zero(), Vec3::Zero()}};
  const auto marks = motionMarks(bench.curves(t), samples, 0.05);
  QVERIFY(std::ranges::is_sorted(marks, {}, &MotionMark::from_s));
  for (const auto kind : {MotionMark::Kind::kStop, MotionMark::Kind::kNear, MotionMark::Kind::kLimit})
    QVERIFY(std::ranges::find(marks, kind, &MotionMark::kind) != marks.end());
  const auto stop = std::ranges::find(marks, MotionMark::Kind::kStop, &MotionMark::kind);
  QCOMPARE(stop->from_s, 1.0);
}

void TestMotionCurves::whatDoesNotFitIsRefused() {
  Bench bench;
  const ObjectId box = bench.addBox("box", {0.1, 0.1, 0.1}, Pose::translation(2, 0, 0));
  const auto model = model::Model::make(bench.world);
  const auto code = [&](ObjectId robot, const model::Trajectory& t) {
    return motionCurves(model, robot, std::nullopt, t).status().code;
  };
  QCOMPARE(code(bench.arm, {}), Code::kInvalidArgument);
  model::Trajectory other;
  other.times = {0.0};
  other.states = {{JointVector::Zero(2), JointVector::Zero(2), JointVector::Zero(2)}};
  QCOMPARE(code(bench.arm, other), Code::kInvalidArgument);
  QCOMPARE(code(box, other), Code::kFailedPrecondition);
  QCOMPARE(code(ObjectId{99999}, other), Code::kNotFound);
}

void TestMotionCurves::workThatNobodyNeedsEnds() {
  const Bench bench;
  CurveOptions options;
  options.moments = 100000;
  options.outdated = [] { return true; };
  QVERIFY(bench.curves(Bench::trapezoid(), options).points.size() < 10);
}

QTEST_GUILESS_MAIN(TestMotionCurves)
#include "test_motion_curves.moc"
