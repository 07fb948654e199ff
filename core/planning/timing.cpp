// SPDX-License-Identifier: Apache-2.0
#include "core/planning/timing.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/planning/speed_profile.h"

namespace ww::planning {
namespace {

constexpr double kShortest = 1e-7;      // waypoints nearer than this are one (radians or metres)
constexpr double kLongestCorner = 0.6;  // radians or metres along the path
constexpr double kSampleTime = 0.008;   // seconds
constexpr double kMostSamples = 60000;  // of motions of more than eight minutes: the cubics between are exact anyway
constexpr double kBudget = 0.9995;      // share of the limits that is used, against rounding

// A stretch of the path: straight, or a rounded corner.
struct Stretch {
  bool straight = true;
  JointVector from, u;  // straight
  Corner corner;
  double length = 0.0;
  Ramp top;  // largest speed, acceleration, jerk along it
};

struct Path {
  std::vector<Stretch> stretches;
  std::vector<double> knots;  // largest speed before each stretch and at the end
};

// h: how far the direction has turned, 0 to 1; H its integral.
double turned(double x) { return x < 0.5 ? 2.0 * x * x : 1.0 - 2.0 * (1.0 - x) * (1.0 - x); }
double turnedIntegral(double x) {
  if (x < 0.5) return 2.0 / 3.0 * x * x * x;
  const double y = 1.0 - x;
  return 0.5 - y + 2.0 / 3.0 * y * y * y;
}

Ramp straightLimits(const JointVector& u, const std::vector<DynamicLimit>& limits) {
  Ramp out{1e9, 1e9, 1e9};
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const double share = std::abs(u[static_cast<Eigen::Index>(i)]);
    if (share < 1e-12) continue;
    out.velocity = std::min(out.velocity, kBudget * limits[i].velocity / share);
    out.acceleration = std::min(out.acceleration, kBudget * limits[i].acceleration / share);
    out.jerk = std::min(out.jerk, kBudget * limits[i].jerk / share);
  }
  return out;
}

double cornerSpeed(const Corner& c, const std::vector<DynamicLimit>& limits) {
  double v = 1e9;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const double most = std::max(std::abs(c.u1[at]), std::abs(c.u2[at])), bend = std::abs(c.u2[at] - c.u1[at]);
    if (most > 1e-12) v = std::min(v, kBudget * limits[i].velocity / most);
    if (bend < 1e-12) continue;
    v = std::min(v, std::sqrt(kBudget * limits[i].acceleration * c.length / (2.0 * bend)));
    v = std::min(v, std::cbrt(kBudget * limits[i].jerk * c.length * c.length / (4.0 * bend)));
  }
  return v;
}

// The longest free corner of a few sizes; length 0 for none.
Corner roundCorner(const JointVector& a, const JointVector& b, const JointVector& c, const CornerCheck& isFree) {
  const double before = (b - a).norm(), after = (c - b).norm();
  Corner out;
  out.u1 = (b - a) / before;
  out.u2 = (c - b) / after;
  // Turning back has no rounding worth it.
  if (out.u1.dot(out.u2) < -0.99) return out;
  for (double length = std::min({kLongestCorner, 0.98 * before, 0.98 * after}); length > 2e-3; length *= 0.5) {
    out.length = length;
    out.start = b - 0.5 * length * out.u1;
    if (!isFree || isFree(out)) return out;
  }
  out.length = 0.0;
  return out;
}

Path buildPath(const std::vector<JointVector>& points, const std::vector<DynamicLimit>& limits,
               const CornerCheck& isFree) {
  Path path;
  path.knots.push_back(0.0);
  double trimmed = 0.0;  // of the segment's start
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    Corner corner;
    if (i + 2 < points.size()) corner = roundCorner(points[i], points[i + 1], points[i + 2], isFree);
    const JointVector u = (points[i + 1] - points[i]).normalized();
    Stretch line;
    line.u = u;
    line.from = points[i] + trimmed * u;
    line.length = (points[i + 1] - points[i]).norm() - trimmed - 0.5 * corner.length;
    line.top = straightLimits(u, limits);
    path.stretches.push_back(line);
    trimmed = 0.5 * corner.length;
    if (corner.length <= 0.0) {
      path.knots.push_back(0.0);
      continue;
    }
    Stretch bend;
    bend.straight = false;
    bend.length = corner.length;
    bend.corner = corner;
    const double v = cornerSpeed(corner, limits);
    path.stretches.push_back(bend);
    path.knots.push_back(v);
    path.knots.push_back(v);
  }
  return path;
}

// Speeds that ramps can reach, forward and backward; one speed through each corner.
void lowerKnots(Path& path) {
  const std::size_t n = path.stretches.size();
  const auto pass = [&path](std::size_t i, std::size_t known, std::size_t other) {
    const Stretch& s = path.stretches[i];
    const double most = s.straight ? reachableSpeed(path.knots[known], s.length, s.top) : path.knots[known];
    path.knots[other] = std::min(path.knots[other], most);
  };
  for (std::size_t i = 0; i < n; ++i) pass(i, i, i + 1);
  for (std::size_t i = n; i-- > 0;) pass(i, i + 1, i);
  // A corner lowered from behind lowers nothing before it that the backward pass has not seen.
}

struct Piece {
  const Stretch* stretch = nullptr;
  double start = 0.0;    // seconds
  SpeedProfile profile;  // along the stretch
};

JointState stateAt(const Piece& piece, double time) {
  const auto [s, v, a] = piece.profile.at(time - piece.start);
  const Stretch& st = *piece.stretch;
  if (st.straight) return {st.from + s * st.u, v * st.u, a * st.u};
  const JointVector d = st.corner.derivative(s);
  return {st.corner.at(s), v * d, v * v * st.corner.second(s) + a * d};
}

double wholeNanoseconds(double seconds) { return std::round(seconds * 1e9) * 1e-9; }

// Times of change, with regular ones between; those closer than 5 us to the one before are left out.
std::vector<double> sampleTimes(const std::vector<Piece>& pieces) {
  std::vector<double> changes;
  for (const auto& piece : pieces) {
    for (const double t : piece.profile.changes()) changes.push_back(piece.start + t);
  }
  const double end = pieces.back().start + pieces.back().profile.duration();
  const double step = std::max(kSampleTime, end / kMostSamples);
  std::vector<double> out{0.0};
  for (const double change : changes) {
    if (change - out.back() < 5e-6 || end - change < 5e-6) continue;
    const double gap = change - out.back();
    const int parts = std::max(1, static_cast<int>(std::ceil(gap / step)));
    const double from = out.back();
    for (int k = 1; k < parts; ++k) out.push_back(wholeNanoseconds(from + gap * k / parts));
    out.push_back(wholeNanoseconds(change));
  }
  const double gap = end - out.back(), from = out.back();
  const int parts = std::max(1, static_cast<int>(std::ceil(gap / step)));
  for (int k = 1; k <= parts; ++k) out.push_back(wholeNanoseconds(from + gap * k / parts));
  return out;
}

}  // namespace

JointVector Corner::at(double s) const { return start + s * u1 + length * turnedIntegral(s / length) * (u2 - u1); }
JointVector Corner::derivative(double s) const { return u1 + turned(s / length) * (u2 - u1); }
JointVector Corner::second(double s) const {
  const double x = s / length;
  return 4.0 / length * std::min(x, 1.0 - x) * (u2 - u1);
}

Trajectory timePath(const std::vector<JointVector>& waypoints, const std::vector<DynamicLimit>& limits,
                    const CornerCheck& isFree) {
  std::vector<JointVector> points{waypoints.front()};
  for (const auto& q : waypoints) {
    if ((q - points.back()).norm() > kShortest) points.push_back(q);
  }
  const JointVector zero = JointVector::Zero(points.front().size());
  if (points.size() == 1) return {{0.0}, {{points.front(), zero, zero}}};
  Path path = buildPath(points, limits, isFree);
  lowerKnots(path);
  std::vector<Piece> pieces;
  double time = 0.0;
  for (std::size_t i = 0; i < path.stretches.size(); ++i) {
    const Stretch& s = path.stretches[i];
    Piece piece{&s, time,
                s.straight ? SpeedProfile::ramps(path.knots[i], path.knots[i + 1], s.length, s.top)
                           : SpeedProfile::constant(path.knots[i], s.length)};
    time += piece.profile.duration();
    pieces.push_back(std::move(piece));
  }
  Trajectory out;
  out.times = sampleTimes(pieces);
  std::size_t at = 0;
  for (const double t : out.times) {
    while (at + 1 < pieces.size() && t >= pieces[at + 1].start) ++at;
    out.states.push_back(stateAt(pieces[at], t));
  }
  // Rest at both ends is exact.
  out.states.front() = {points.front(), zero, out.states.front().a};
  out.states.back() = {points.back(), zero, zero};
  return out;
}

}  // namespace ww::planning
