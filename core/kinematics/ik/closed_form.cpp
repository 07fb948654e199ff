// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/closed_form.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/vector_state.h"
#include "core/kinematics/ik/pair_search.h"

namespace ww::kinematics {
namespace {

constexpr double kEnough = 1e-11;      // metres and radians; no polish is needed within
constexpr double kExact = 1e-9;        // answers are at most so far off
constexpr double kSamePosture = 1e-6;  // radians
constexpr double kExactArm = 1e-7;     // a defect that rounding of angles in files makes

constexpr int kMostSteps = 100;   // of a polish; all but those near the ends of branches take three or four
constexpr double kSlack = 100.0;  // defects: out of the reach of the arm that one is taken for, and in its own

// The point nearest to some axes, and how far the farthest is from it.
Crossing nearestPoint(const std::array<Screw, 6>& axis, std::size_t first, std::size_t count) {
  Mat3 a = Mat3::Zero();
  Vec3 b = Vec3::Zero();
  for (std::size_t i = first; i < first + count; ++i) {
    const Mat3 across = Mat3::Identity() - axis[i].h * axis[i].h.transpose();
    a += across;
    b += across * axis[i].p;
  }
  Crossing out;
  out.point = a.ldlt().solve(b);
  for (std::size_t i = first; i < first + count; ++i) {
    const Vec3 off = out.point - axis[i].p;
    out.distance = std::max(out.distance, (off - axis[i].h * axis[i].h.dot(off)).norm());
  }
  return out;
}

// How far out the arm goes, for tolerances: no axis is farther from the next.
double lengthOf(const SixAxes& arm) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 5; ++i) {
    const Screw &a = arm.axis[i], &b = arm.axis[i + 1];
    const Crossing c = crossingOf(a, b, 0.05);
    const Vec3 way = b.p - a.p;
    sum += std::isfinite(c.distance) ? c.distance : (way - a.h * a.h.dot(way)).norm();
  }
  for (std::size_t i = 0; i < 6; ++i) sum = std::max(sum, 0.5 * (arm.axis[i].p - arm.axis[0].p).norm());
  return std::max(sum, 1e-3);
}

bool isKnown(const Joints6& q, const Postures& in) {
  for (int i = 0; i < in.count; ++i) {
    const Joints6& known = in.at[static_cast<std::size_t>(i)];
    int k = 0;
    while (k < 6 && std::abs(wrapped(q[k] - known[k])) < kSamePosture) ++k;
    if (k == 6) return true;
  }
  return false;
}

std::int8_t signOf(double x) { return std::isnan(x) ? 0 : x >= 0.0 ? 1 : -1; }

}  // namespace

struct ClosedForm::Job {
  Rigid goal;
  Rigid motion;  // what all joints together must do, in the order of axis_
  Joints6 seed;  // in that order
  // Of the posture that was looked at last: the next mostly has the same first joints.
  mutable ThreeAxes::Angles first{std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0};
  mutable Rigid third;

  Rigid tip(const SixAxes& arm, const Joints6& q, const Sines& of) const {
    if (first != ThreeAxes::Angles{q[0], q[1], q[2]}) {
      first = {q[0], q[1], q[2]};
      third = arm.begun(of);
    }
    return arm.ended(third, of);
  }
};

std::optional<ClosedForm> ClosedForm::make(const SixAxes& arm) {
  ClosedForm out;
  out.arm_ = arm;
  out.home_inverse_ = arm.home.inverse();
  out.reach_ = lengthOf(arm);
  using Take = bool (ClosedForm::*)();
  for (const Take take : {&ClosedForm::takeWrist, &ClosedForm::takeParallel, &ClosedForm::takePair}) {
    for (const bool reversed : {false, true}) {
      out.reversed_ = reversed;
      out.axis_ = reversed ? arm.reversed().axis : arm.axis;
      out.defect_ = 0.0;
      if (!(out.*take)()) continue;
      out.slack_.share = std::max(out.slack_.share, kSlack * out.defect_);
      if (out.defect_ > kExactArm) out.slack_.spread = 2.0 * std::sqrt(out.defect_);
      out.wrist_slack_ = {std::max(out.slack_.share, std::sqrt(out.defect_)), out.slack_.spread};
      out.named_ =
          !reversed && out.family_ != Family::kMeetingPair && areParallel(arm.axis[1].h, arm.axis[2].h, kLoose);
      return out;
    }
  }
  return std::nullopt;
}

// The order in which the three axes leave the simplest equation.
void ClosedForm::setThree(std::size_t first) {
  const Screw &a = axis_[first], &b = axis_[first + 1], &c = axis_[first + 2];
  three_backward_ = true;
  three_ = ThreeAxes({-c.h, c.p}, {-b.h, b.p}, {-a.h, a.p}, kLoose, reach_);
  if (three_.kind() == ThreeAxes::Kind::kParallel || three_.kind() == ThreeAxes::Kind::kMeeting) return;
  const ThreeAxes forward(a, b, c, kLoose, reach_);
  if (three_.kind() == ThreeAxes::Kind::kSkew && forward.kind() == ThreeAxes::Kind::kNone) return;
  three_backward_ = false;
  three_ = forward;
}

bool ClosedForm::takeWrist() {
  const Crossing meet = nearestPoint(axis_, 3, 3);
  if (!(meet.distance <= kLoose * reach_)) return false;
  if (areParallel(axis_[3].h, axis_[4].h, 0.05) || areParallel(axis_[4].h, axis_[5].h, 0.05)) return false;
  setThree(0);
  if (three_.kind() == ThreeAxes::Kind::kNone) return false;
  family_ = Family::kSphericalWrist;
  meet_ = meet.point;
  defect_ = std::max(meet.distance / reach_, three_.defect());
  return true;
}

bool ClosedForm::takeParallel() {
  const Vec3 h = axis_[1].h;
  double off = 0.0;
  Vec3 sum = h;
  for (const std::size_t i : {2, 3}) {
    const Vec3 same = axis_[i].h.dot(h) < 0.0 ? Vec3(-axis_[i].h) : axis_[i].h;
    off = std::max(off, same.cross(h).norm());
    sum += same;
  }
  const Crossing meet = crossingOf(axis_[4], axis_[5], 0.05);
  if (off > kLoose || !(meet.distance <= kLoose * reach_)) return false;
  if (areParallel(axis_[0].h, h, 0.05) || areParallel(axis_[4].h, h, 0.05)) return false;
  for (const std::size_t i : {1, 2, 3})
    axis_[i].h = axis_[i].h.dot(h) < 0.0 ? Vec3(-sum.normalized()) : sum.normalized();
  family_ = Family::kThreeParallel;
  meet_ = meet.point;
  defect_ = std::max(off, meet.distance / reach_);
  return true;
}

bool ClosedForm::takePair() {
  const Crossing meet = crossingOf(axis_[4], axis_[5], 0.05);
  if (!(meet.distance <= kLoose * reach_)) return false;
  setThree(1);
  if (three_.kind() != ThreeAxes::Kind::kParallel && three_.kind() != ThreeAxes::Kind::kMeeting) return false;
  family_ = Family::kMeetingPair;
  meet_ = meet.point;
  defect_ = std::max(meet.distance / reach_, three_.defect());
  return true;
}

void ClosedForm::solve(const Rigid& goal, const Joints6& seed, Postures& out) const {
  clearVectorState();
  out.count = 0;
  Job job;
  job.goal = goal;
  job.motion = goal * home_inverse_;
  job.seed = seed;
  if (reversed_) {
    job.motion = job.motion.inverse();
    job.seed = seed.reverse();
  }
  switch (family_) {
    case Family::kSphericalWrist: return solveWrist(job, out);
    case Family::kThreeParallel: return solveParallel(job, out);
    case Family::kMeetingPair: {
      PairSearch::Found found;
      PairSearch(*this, job.motion, job.seed).run(found);
      for (std::size_t i = 0; i < found.count; ++i) add(job, found.at[i], Sines::of(found.at[i]), out);
    }
  }
}

ThreeAxes::Ways ClosedForm::waysTo(const Vec3& place, const ThreeAxes::Angles& seed, const Slack& slack) const {
  ThreeAxes::Ways ways;
  if (!three_backward_) {
    three_.solve(meet_, place, seed, slack, ways);
    return ways;
  }
  // E1 E2 E3 meet = place, read from the other end.
  three_.solve(place, meet_, {seed[2], seed[1], seed[0]}, slack, ways);
  for (auto& way : ways.at) std::swap(way[0], way[2]);
  return ways;
}

// The first three bring the wrist to its place, the last three turn it.
void ClosedForm::solveWrist(const Job& job, Postures& out) const {
  const Vec3 place = job.motion * meet_;
  const ThreeAxes::Ways ways = waysTo(place, {job.seed[0], job.seed[1], job.seed[2]}, slack_);
  for (unsigned i = 0; i < 4; ++i)
    if (ways.there >> i & 1U) addWrists(job, ways.at[i], out);
}

void ClosedForm::addWrists(const Job& job, const ThreeAxes::Angles& first, Postures& out) const {
  Mat3 left = job.motion.r;
  Sines of;
  for (std::size_t i = 0; i < 3; ++i) {
    of.set(i, first[i]);
    left = turnAbout(axis_[i].h, of.c[i], -of.s[i]) * left;
  }
  const Vec3 &h4 = axis_[3].h, &h5 = axis_[4].h, &h6 = axis_[5].h;
  const Vec3 to = left * h6, side = h6.unitOrthogonal(), side_to = left * side;
  const double c56 = h5.dot(h6), c45 = h4.dot(h5);
  std::array<double, 2> fifth{};
  const int n = anglesOnLine(h4.dot(h6) - c45 * c56, h4.dot(h5.cross(h6)), h4.dot(to) - c45 * c56, 1.0, wrist_slack_,
                             job.seed[4], fifth);
  // There the cosine that the fifth angle came from says little of it; the fourth makes it good.
  const bool is_stretched = n < 2 || std::abs(std::sin(0.5 * (fifth[0] - fifth[1]))) < 0.1;
  for (int i = 0; i < n; ++i) {
    double q5 = fifth[static_cast<std::size_t>(i)];
    of.set(4, q5);
    const double q4 = angleAbout(h4, turned(h5, of.c[4], of.s[4], h6), to, job.seed[3]);
    of.set(3, q4);
    if (is_stretched) {
      q5 = angleAbout(h5, h6, turned(h4, of.c[3], -of.s[3], to), q5);
      of.set(4, q5);
    }
    const Vec3 before = turned(h4, of.c[3], of.s[3], turned(h5, of.c[4], of.s[4], side));
    const double q6 = std::atan2(to.dot(before.cross(side_to)), before.dot(side_to));
    of.set(5, q6);
    Joints6 q;
    q << first[0], first[1], first[2], q4, q5, q6;
    add(job, q, of, out);
  }
}

// What the three parallel axes do keeps their direction, and all parts along it.
void ClosedForm::solveParallel(const Job& job, Postures& out) const {
  const Vec3 &h = axis_[1].h, &h1 = axis_[0].h, &h5 = axis_[4].h, &h6 = axis_[5].h;
  const Vec3 arm = job.motion * meet_ - axis_[0].p;
  const double along = h1.dot(h);
  std::array<double, 2> first{}, fifth{};
  // The part along h of the place where the last two axes meet, seen from behind the first joint.
  const int n = anglesOnLine(h.dot(arm) - along * h1.dot(arm), h.dot(arm.cross(h1)),
                             h.dot(meet_ - axis_[0].p) - along * h1.dot(arm), reach_, wrist_slack_, job.seed[0], first);
  Joints6 q = Joints6::Zero();
  Sines of{};
  for (int i = 0; i < n; ++i) {
    of.set(0, q[0] = first[static_cast<std::size_t>(i)]);
    const Vec3 h_there = turned(h1, of.c[0], of.s[0], h);  // of the parallel axes
    const Vec3 h_seen = job.motion.r.transpose() * h_there;
    const double c56 = h5.dot(h6), c5 = h.dot(h5);
    const int m = anglesOnLine(h.dot(h6) - c5 * c56, h.dot(h5.cross(h6)), h_seen.dot(h6) - c5 * c56, 1.0, wrist_slack_,
                               job.seed[4], fifth);
    for (int k = 0; k < m; ++k) {
      const double q5 = fifth[static_cast<std::size_t>(k)];
      of.set(5, q[5] = -angleAbout(h6, turned(h5, -q5, h), h_seen, -job.seed[5]));
      of.set(4, q[4] = angleAbout(h5, turned(h6, of.c[5], of.s[5], h_seen), h, q5));
      addElbows(job, q, of, out);
    }
  }
}

void ClosedForm::addElbows(const Job& job, Joints6 q, Sines of, Postures& out) const {
  const Vec3& h = axis_[1].h;
  const auto backOf = [&](std::size_t i, const Vec3& v) -> Vec3 { return turned(axis_[i].h, of.c[i], -of.s[i], v); };
  const auto back = [&](std::size_t i, const Vec3& at) -> Vec3 { return turned(axis_[i], of.c[i], -of.s[i], at); };
  const Vec3 to = back(0, job.motion * back(5, back(4, axis_[3].p)));  // of the fourth axis
  const auto across = [&h](const Vec3& v) -> Vec3 { return v - h * h.dot(v); };
  const Vec3 upper = across(axis_[2].p - axis_[1].p), fore = across(axis_[3].p - axis_[2].p);
  const Vec3 way = across(to - axis_[1].p);
  const double s3 = axis_[2].h.dot(h) < 0.0 ? -1.0 : 1.0, s4 = axis_[3].h.dot(h) < 0.0 ? -1.0 : 1.0;
  // What is left to turn about h, of a direction across it.
  const Vec3 side = h.unitOrthogonal();
  const Vec3 side_to = backOf(0, job.motion.r * backOf(5, backOf(4, side)));
  const double sum = angleAbout(h, side, side_to, 0.0);
  std::array<double, 2> third{};
  const int n = anglesOnLine(2.0 * upper.dot(fore), 2.0 * upper.dot(h.cross(fore)),
                             way.squaredNorm() - upper.squaredNorm() - fore.squaredNorm(), reach_ * reach_, slack_,
                             s3 * job.seed[2], third);
  for (int i = 0; i < n; ++i) {
    const double t3 = third[static_cast<std::size_t>(i)], c3 = std::cos(t3), s3_turned = std::sin(t3);
    const double t2 = angleAbout(h, upper + turned(h, c3, s3_turned, fore), way, job.seed[1]);
    q[2] = s3 * t3;
    of.c[2] = c3, of.s[2] = s3 * s3_turned;
    of.set(1, q[1] = t2);
    of.set(3, q[3] = s4 * (sum - t2 - t3));
    add(job, q, of, out);
  }
}

bool ClosedForm::reach(const Job& job, Joints6& q, const Sines& of) const {
  constexpr double kAstray = 100.0;  // radians
  if (apart(job.tip(arm_, q, of), job.goal) <= kEnough) return true;
  return arm_.polish(job.goal, kEnough, kMostSteps, q) <= kExact && q.cwiseAbs().maxCoeff() < kAstray;
}

void ClosedForm::add(const Job& job, const Joints6& raw, const Sines& of, Postures& out) const {
  if (out.count == Postures::kMost) return;
  const Joints6 start = reversed_ ? Joints6(raw.reverse()) : raw;
  Joints6 q = start;
  if (!reach(job, q, reversed_ ? of.reversed() : of)) return;
  if (isKnown(q, out)) {
    if (slack_.spread == 0.0) return;
    // Of two close together both starts have ended at one: the other lies on the far side.
    q = 2.0 * start - q;
    if (!reach(job, q, Sines::of(q)) || isKnown(q, out)) return;
  }
  for (double& angle : q) angle = wrapped(angle);
  out.at[static_cast<std::size_t>(out.count++)] = q;
}

ClosedForm::Sides ClosedForm::sidesOf(const Joints6& q) const {
  std::array<Screw, 6> at;
  arm_.moved(q, at);
  Sides out;
  if (family_ == Family::kMeetingPair || (reversed_ && family_ == Family::kThreeParallel)) return out;
  if (!reversed_) out.wrist = at[4].h.dot(at[3].h.cross(at[5].h));
  if (!named_) return out;
  // The way of joint 1's axis that points up; files have it either way.
  const Vec3 up = at[0].h.dot(arm_.up) < -0.1 ? Vec3(-at[0].h) : at[0].h;
  const Vec3& n = at[1].h;
  const bool spherical = family_ == Family::kSphericalWrist;
  const Vec3 meet = crossingOf(at[4], at[5], 0.05).point;
  const Vec3 elbow = at[2].p - at[1].p, wrist = (spherical ? meet : at[3].p) - at[1].p;
  out.shoulder = (meet - at[0].p).dot(n.cross(up)) / reach_;
  out.elbow = n.dot(wrist.cross(elbow)) / (reach_ * reach_);
  return out;
}

IkBranch ClosedForm::branchOf(const Sides& sides) {
  IkBranch out;
  out.shoulder = signOf(sides.shoulder);
  out.elbow = signOf(-out.shoulder * sides.elbow);
  out.wrist = signOf(sides.wrist);
  return out;
}

// The elbow's side by its own bend: its name turns over with the shoulder.
bool ClosedForm::mayBeOneBranch(const Sides& a, const Sides& b) {
  constexpr double kAtEdge = 1e-4;  // there the joints that reach a pose are known no better
  const auto fit = [](double x, double y) {
    return std::abs(x) <= kAtEdge || std::abs(y) <= kAtEdge || signOf(x) == signOf(y);
  };
  return fit(a.shoulder, b.shoulder) && fit(a.elbow, b.elbow) && fit(a.wrist, b.wrist);
}

}  // namespace ww::kinematics
