// SPDX-License-Identifier: Apache-2.0
#include "core/planning/timing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/planning/speed_marks.h"

namespace ww::planning {
namespace {

constexpr double kFrameStep = 0.001;  // seconds between looks at a frame
constexpr double kFrameMargin = 2e-5;
constexpr double kMostSamples = 60000;  // of motions of more than ten minutes
constexpr double kMostLooks = 60000;    // at a frame, beside one at each state: of motions of more than a minute

double wholeNanoseconds(double seconds) { return std::round(seconds * 1e9) * 1e-9; }

// The largest share of limits that a motion between two stops uses: of speed, acceleration and jerk.
struct Use {
  double v = 0.0, a = 0.0, j = 0.0;
  // By how much time has to be stretched for all to be 1.
  double stretch() const { return std::max({v, std::sqrt(a), std::cbrt(j), 1e-9}); }
};

// The square of a speed and its derivative by time.
struct Square {
  double value = 0.0, slope = 0.0;
};

// The largest value of the cubic between two of them that are `h` apart.
double mostBetween(const Square& a, const Square& b, double h) {
  double most = std::max(a.value, b.value);
  if (a.slope <= 0.0 || b.slope >= 0.0) return most;
  // Its slope, as p + 2 q x + r x^2 with x from 0 to 1: above 0 in the beginning and below at the end.
  const double rise = b.value - a.value, p = h * a.slope, q = 3.0 * rise - h * (2.0 * a.slope + b.slope);
  const double r = 3.0 * (h * (a.slope + b.slope) - 2.0 * rise);
  const double x = p / (std::sqrt(std::max(0.0, q * q - p * r)) - q);
  if (x > 0.0 && x < 1.0) most = std::max(most, a.value + x * (p + x * (q + x * r / 3.0)));
  return most;
}

// The states of one range, by the cubics between them.
class Motion {
 public:
  Motion(const PathCurve& path, const PathLimits& limits, bool limits_jerk)
      : path_(path), limits_(limits), limits_jerk_(limits_jerk), n_(static_cast<Eigen::Index>(path.joints())) {}

  void place(const std::vector<Mark>& marks) {
    times_.reserve(marks.size());
    places_.reserve(marks.size());
    states_.resize(marks.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const Mark& mark = marks[i];
      JointState& state = states_[i];
      for (JointVector* part : {&state.q, &state.v, &state.a}) part->resize(n_);
      path_.state(mark.piece, mark.s, mark.v, mark.a, state);
      times_.push_back(mark.t);
      places_.push_back(mark.s);
    }
    if (limits_jerk_) smooth();
  }

  // To whole nanoseconds; a state moves along its velocity by what that changes.
  void stretch(double factor) {
    for (std::size_t i = 0; i < times_.size(); ++i) {
      JointState& s = states_[i];
      const double time = wholeNanoseconds(factor * times_[i]), late = time / factor - times_[i];
      if (i > 0 && i + 1 < times_.size()) {
        s.q += late * s.v;
        s.v = (s.v + late * s.a) / factor;
      }
      times_[i] = time;
    }
    accelerate();
  }

  // Those of the cubics at both ends are what counts.
  Use use() const {
    Use out;
    for (std::size_t i = 0; i + 1 < times_.size(); ++i) addInterval(i, out);
    if (limits_.motion && limits_.frame.any()) addFrame(out);
    return out;
  }

  void appendTo(Trajectory& out, std::vector<double>& places) && {
    const double offset = out.empty() ? 0.0 : out.times.back();
    if (!out.empty()) out.states.back().a = states_.front().a;
    for (std::size_t i = out.empty() ? 0 : 1; i < times_.size(); ++i) {
      out.times.push_back(offset + times_[i]);
      out.states.push_back(std::move(states_[i]));
      places.push_back(places_[i]);
    }
  }

 private:
  // Accelerations at both ends of a cubic.
  std::pair<double, double> ends(std::size_t i, Eigen::Index joint, double per) const {
    const JointState &s0 = states_[i], &s1 = states_[i + 1];
    const double six = 6.0 * per * (s1.q[joint] - s0.q[joint]);
    return {per * (six - 4.0 * s0.v[joint] - 2.0 * s1.v[joint]), per * (2.0 * s0.v[joint] + 4.0 * s1.v[joint] - six)};
  }
  void accelerate() {
    for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
      const double per = 1.0 / (times_[i + 1] - times_[i]);
      for (Eigen::Index k = 0; k < n_; ++k) states_[i].a[k] = ends(i, k, per).first;
    }
    states_.back().a.setZero();
  }
  // The velocities with which the cubics are continuous in acceleration as well: the spline through the places, which
  // differs from the path's motion by the fourth power of the steps. By those of the path the acceleration would jump
  // by their square.
  void smooth() {
    const std::size_t n = times_.size() - 1;
    std::vector<double> ratio(n, 0.0);
    for (std::size_t i = 1; i < n; ++i) {
      const double before = 1.0 / (times_[i] - times_[i - 1]), after = 1.0 / (times_[i + 1] - times_[i]);
      const double inverse = 1.0 / (2.0 * (before + after) - before * ratio[i - 1]);
      ratio[i] = after * inverse;
      const JointState &last = states_[i - 1], &next = states_[i + 1];
      JointState& s = states_[i];
      const double b2 = 3.0 * before * before, a2 = 3.0 * after * after;
      for (Eigen::Index k = 0; k < n_; ++k)
        s.v[k] = inverse * (b2 * (s.q[k] - last.q[k]) + a2 * (next.q[k] - s.q[k]) - before * last.v[k]);
    }
    for (std::size_t i = n; i-- > 1;)
      for (Eigen::Index k = 0; k < n_; ++k) states_[i].v[k] -= ratio[i] * states_[i + 1].v[k];
  }
  void addInterval(std::size_t i, Use& out) const {
    const double per = 1.0 / (times_[i + 1] - times_[i]);
    for (Eigen::Index k = 0; k < n_; ++k) {
      const DynamicLimit& limit = limits_.joints[static_cast<std::size_t>(k)];
      const auto [a0, a1] = ends(i, k, per);
      const double v0 = states_[i].v[k], j = per * (a1 - a0);
      // The speed turns within.
      double v = std::max(std::abs(v0), std::abs(states_[i + 1].v[k]));
      if (a0 * a1 < 0.0) v = std::max(v, std::abs(v0 - 0.5 * a0 * a0 / j));
      out.v = std::max(out.v, v / limit.velocity);
      out.a = std::max(out.a, std::max(std::abs(a0), std::abs(a1)) / limit.acceleration);
      out.j = std::max(out.j, std::abs(j) / limit.jerk);
    }
  }
  // Of the frame there is no closed form between the states.
  void addFrame(Use& out) const {
    const FrameLimits& frame = limits_.frame;
    const double step = std::max(kFrameStep, (times_.back() - times_.front()) / kMostLooks);
    JointState s{JointVector(n_), JointVector(n_), JointVector(n_)};
    double linear = 0.0, angular = 0.0;  // squares of the highest speeds
    for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
      const double h = times_[i + 1] - times_[i];
      const int parts = std::max(1, static_cast<int>(std::ceil(h / step)));
      Square moves, turns;
      for (int k = 0; k <= parts; ++k) {
        cubic(i, h * k / parts, s);
        const FrameDerivatives d = limits_.motion(s.q, s.v, s.a);
        const auto square = [&d](int c) { return Square{d.col(c).squaredNorm(), 2.0 * d.col(c).dot(d.col(c + 1))}; };
        const Square moved = moves, turned = turns;
        moves = square(0);
        turns = square(2);
        linear = std::max(linear, k == 0 ? moves.value : mostBetween(moved, moves, h / parts));
        angular = std::max(angular, k == 0 ? turns.value : mostBetween(turned, turns, h / parts));
        out.a = std::max(
            {out.a, d.col(1).norm() / frame.linear_acceleration, d.col(3).norm() / frame.angular_acceleration});
      }
    }
    out.v = std::max({out.v, std::sqrt(linear) / frame.linear_velocity, std::sqrt(angular) / frame.angular_velocity});
    // What may be missed between the looks.
    out.v *= 1.0 + kFrameMargin;
    out.a *= 1.0 + kFrameMargin;
  }
  void cubic(std::size_t i, double t, JointState& out) const {
    const double per = 1.0 / (times_[i + 1] - times_[i]);
    for (Eigen::Index k = 0; k < n_; ++k) {
      const auto [a0, a1] = ends(i, k, per);
      const double j = per * (a1 - a0), v0 = states_[i].v[k];
      out.q[k] = states_[i].q[k] + t * (v0 + t * (0.5 * a0 + t * j / 6.0));
      out.v[k] = v0 + t * (a0 + 0.5 * t * j);
      out.a[k] = a0 + t * j;
    }
  }

  const PathCurve& path_;
  const PathLimits& limits_;
  const bool limits_jerk_;
  const Eigen::Index n_;
  std::vector<double> times_, places_;
  std::vector<JointState> states_;
};

// Two changes of jerk that are nearer than a ramp of it ever lasts are one.
double leastSpacing(const PathLimits& limits) {
  double out = 1e-3;
  for (const DynamicLimit& limit : limits.joints) out = std::min(out, 0.1 * limit.acceleration / limit.jerk);
  return std::max(out, 2e-5);
}

// About how long the path takes: the unit of time in which it is timed, so that no figure is too small for the
// thresholds of the solvers, however slow the limits are.
double secondsAtTopSpeed(const PathCurve& path, const PathLimits& limits) {
  PathLimiter limiter(path, limits);
  double out = 0.0;
  for (std::size_t i = 0; i < path.pieces().size(); ++i)
    out += path.pieces()[i].length / limiter.topAt(i, path.pieces()[i].start);
  return out;
}

// From rest to rest over a length (radians or metres), of which nothing is less.
double secondsOver(double length, double acceleration, double jerk) {
  return std::max(2.0 * std::sqrt(length / acceleration), std::cbrt(32.0 * length / jerk));
}

// That accelerations allow, at least: as far as joints and frame get on the way.
double leastSeconds(const PathCurve& path, const PathLimits& limits) {
  JointVector last = path.start(), q = last, d1 = last, d2 = last, ways = JointVector::Zero(last.size());
  double shifted = 0.0, turned = 0.0;
  for (std::size_t i = 0; i < path.pieces().size(); ++i) {
    const PathCurve::Piece& piece = path.pieces()[i];
    if (limits.motion) {
      const double middle = piece.start + 0.5 * piece.length;
      path.derivative(i, middle, 0, q);
      path.derivative(i, middle, 1, d1);
      path.derivative(i, middle, 2, d2);
      const FrameDerivatives d = limits.motion(q, d1, d2);
      shifted += piece.length * d.col(0).norm();
      turned += piece.length * d.col(2).norm();
    }
    path.derivative(i, piece.start + piece.length, 0, q);
    ways += (q - last).cwiseAbs();
    last = q;
  }
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double out = std::max(secondsOver(shifted, limits.frame.linear_acceleration, kNone),
                        secondsOver(turned, limits.frame.angular_acceleration, kNone));
  for (Eigen::Index j = 0; j < ways.size(); ++j) {
    const DynamicLimit& limit = limits.joints[static_cast<std::size_t>(j)];
    out = std::max(out, secondsOver(ways[j], limit.acceleration, limit.jerk));
  }
  return out;
}

PathLimits inUnits(PathLimits limits, double unit) {
  for (DynamicLimit& l : limits.joints)
    l = {unit * l.velocity, unit * unit * l.acceleration, unit * unit * unit * l.jerk};
  FrameLimits& frame = limits.frame;
  frame = {unit * frame.linear_velocity, unit * frame.angular_velocity, unit * unit * frame.linear_acceleration,
           unit * unit * frame.angular_acceleration};
  return limits;
}

std::vector<Mark> marksInSeconds(PathLimiter& limiter, double unit, PieceRange range, const MarkSpacing& spacing) {
  auto marks = fastestMarks(limiter, range, {spacing.line / unit, spacing.curve / unit, spacing.least / unit});
  for (Mark& mark : marks) {
    mark.t *= unit;
    mark.v /= unit;
    mark.a /= unit * unit;
  }
  return marks;
}

Motion timeRange(PathLimiter& limiter, double unit, const PathLimits& limits, PieceRange range) {
  MarkSpacing spacing{.least = leastSpacing(limits)};
  // The unit is about the duration: of very slow motions not even a first try has more states than that.
  spacing.line = std::max(spacing.line, unit / kMostSamples);
  spacing.curve = std::max(spacing.curve, unit / kMostSamples);
  std::vector<Mark> marks = marksInSeconds(limiter, unit, range, spacing);
  if (marks.back().t > kMostSamples * spacing.curve) {
    spacing.line = spacing.curve = marks.back().t / kMostSamples;
    marks = marksInSeconds(limiter, unit, range, spacing);
  }
  Motion out(limiter.path(), limits, limiter.limitsJerk());
  out.place(marks);
  // Between the places that were looked at limits may be exceeded by a little, or not used up. What a stretch does is
  // exact but for rounding.
  out.stretch(out.use().stretch() * (1.0 + 1e-8));
  return out;
}

}  // namespace

double roughSeconds(const PathCurve& path, const PathLimits& limits) {
  return std::max(secondsAtTopSpeed(path, limits), leastSeconds(path, limits));
}

Trajectory timeCurve(const PathCurve& path, const PathLimits& limits, std::vector<double>* places) {
  const JointVector zero = JointVector::Zero(path.start().size());
  Trajectory out;
  std::vector<double> unused;
  std::vector<double>& along = places ? *places : unused;
  along.clear();
  if (path.pieces().empty()) {
    along.push_back(0.0);
    return {{0.0}, {{path.start(), zero, zero}}};
  }
  // Figures are reckoned in about the duration, so that none is next to nothing.
  constexpr double kFar = 100.0;
  const double fast = secondsAtTopSpeed(path, limits), least = leastSeconds(path, limits);
  const double unit = least > kFar * fast ? least : fast;
  if (!(std::max(fast, least) <= kEndless)) {
    along = {0.0, path.pieces().back().start + path.pieces().back().length};
    return {{0.0, std::max(fast, least)}, {{path.start(), zero, zero}, {path.end(), zero, zero}}};
  }
  const PathLimits scaled = inUnits(limits, unit);
  PathLimiter limiter(path, scaled);
  for (PieceRange range; range.last < path.pieces().size(); range.first = range.last) {
    do ++range.last;
    while (range.last < path.pieces().size() && !path.pieces()[range.last].stops);
    timeRange(limiter, unit, limits, range).appendTo(out, along);
  }
  // Both ends are exact.
  out.states.front() = {path.start(), zero, out.states.front().a};
  out.states.back() = {path.end(), zero, zero};
  return out;
}

Trajectory timePath(const std::vector<JointVector>& waypoints, const std::vector<DynamicLimit>& limits,
                    const CornerCheck& isFree) {
  return timeCurve(PathCurve::blended(waypoints, {}, isFree), {limits, {}, {}});
}

}  // namespace ww::planning
