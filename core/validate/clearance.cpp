// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/validate/judge.h"
#include "core/validate/pair_watch.h"

namespace ww::validate {
namespace {

constexpr double kFarClearance = 10.0;  // metres; more is not measured
constexpr double kNearby = 1e-3;        // metres; how much farther is looked where it comes nearest
constexpr double kSame = 1e-7;          // metres; what differs by less does not change
constexpr int kMostDips = 32;
// Radians or metres: the longest stretch that is looked at, and the shortest. Nor are those halved on which what may be
// nearest goes no farther than that (metres).
constexpr double kLongestLook = 0.25, kCoarse = 1.0 / 32.0, kLittleWay = 4e-3;

// A stretch that is not halved any more, where things may be nearer than anywhere that was looked at by then.
struct Near {
  double from, to;          // lengths of the way
  double from_s, at_s;      // its start and its middle
  double to_s = 0.0;        // its end
  double distance_m = 0.0;  // in its middle
  double least_m = 0.0;     // and nowhere in it less than that
};

// Those that are nearer than their neighbours: between these the way may come nearer still.
std::vector<Near> dips(const std::vector<Near>& near) {
  std::vector<Near> out;
  for (std::size_t i = 0; i < near.size(); ++i) {
    Near here = near[i];
    const Near* last = i > 0 && near[i - 1].to >= here.from ? &near[i - 1] : nullptr;
    const Near* next = i + 1 < near.size() && near[i + 1].from <= here.to ? &near[i + 1] : nullptr;
    // Where a distance stays as it is, its first and its last place say all.
    const auto same = [&](const Near* other) {
      return other && std::abs(other->distance_m - here.distance_m) <= kSame;
    };
    if ((last && last->distance_m < here.distance_m) || (next && next->distance_m < here.distance_m)) continue;
    if (same(last) && same(next)) continue;
    if (last) here.from_s = last->at_s;
    if (next) here.to_s = next->at_s;
    out.push_back(here);
  }
  std::ranges::sort(out, {}, &Near::distance_m);
  if (out.size() > kMostDips) out.resize(kMostDips);
  return out;
}

// Where a trajectory comes nearest, as far as it was looked at.
class Approach {
 public:
  Approach(const model::Trajectory& trajectory, PairWatch watch)
      : trajectory_(trajectory), ways_(trajectory), watch_(std::move(watch)) {}

  // Looks at all of it: stretches where everything stays farther apart than the nearest so far are left out, others
  // halved, those first where things may come nearest. Fails with what `interrupted` says.
  Status sweep(const std::function<Status()>& interrupted);
  const std::vector<Near>& near() const { return near_; }
  // The smallest clearance from one neighbour to the other, by the golden section.
  void refine(const Near& dip);

  double least() const { return least_m_; }
  double at() const { return at_s_; }
  const std::optional<PairWatch::Nearest>& nearest() const { return nearest_; }

 private:
  struct Stretch {
    double from, to;                     // lengths of the way
    std::vector<PairWatch::Open> pairs;  // those that may be nearer
    double least_m;                      // and they are nowhere nearer than that
  };
  static bool later(const Stretch& a, const Stretch& b) {
    return a.least_m != b.least_m ? a.least_m > b.least_m : a.from > b.from;
  }
  // The distance of the nearest pair at a time, if it is less than that (metres).
  std::optional<double> lookAt(double time, double beyond);
  void note(const std::optional<PairWatch::Nearest>& near, double time);
  // If it is open, its halves are to be looked at, or it is the shortest that is.
  void look(Stretch& stretch);

  const model::Trajectory& trajectory_;
  const JointWays ways_;
  PairWatch watch_;
  double last_ = 0.0;  // time that was looked at
  double least_m_ = kFarClearance, at_s_ = 0.0;
  std::optional<PairWatch::Nearest> nearest_;
  std::vector<Stretch> work_;  // a heap
  std::vector<Near> near_;
};

void Approach::note(const std::optional<PairWatch::Nearest>& near, double time) {
  if (!near || near->distance_m >= least_m_) return;
  least_m_ = near->distance_m;
  at_s_ = time;
  nearest_ = near;
}

std::optional<double> Approach::lookAt(double time, double beyond) {
  watch_.goTo(trajectory_.sample(time).q, ways_.between(last_, time));
  last_ = time;
  const auto near = watch_.nearest(std::min(kFarClearance, beyond));
  note(near, time);
  return near ? std::optional(near->distance_m) : std::nullopt;
}

void Approach::look(Stretch& s) {
  const double middle = 0.5 * (s.from + s.to), time = ways_.timeAt(middle);
  // A little more at either end, for what rounding does to times.
  const double spare = 1e-9 * (1.0 + ways_.length());
  const double begins = ways_.timeAt(s.from - spare), ends = ways_.timeAt(s.to + spare);
  watch_.goTo(trajectory_.sample(time).q, ways_.between(begins, time).cwiseMax(ways_.between(time, ends)));
  last_ = time;
  if (s.pairs.empty())
    for (const std::uint32_t pair : watch_.around(least_m_)) s.pairs.push_back({pair});
  const bool shortest = s.to - s.from <= kCoarse;
  PairWatch::Glance seen = watch_.glance(s.pairs, least_m_, shortest);
  note(seen.nearest, time);
  if (seen.pairs.empty()) return;
  if (shortest || seen.way_m <= kLittleWay) {
    near_.push_back({s.from, s.to, begins, time, ends, seen.distance_m, seen.least_m});
    return;
  }
  for (const auto& [from, to] : {std::pair(s.from, middle), std::pair(middle, s.to)}) {
    work_.push_back({from, to, seen.pairs, seen.least_m});
    std::ranges::push_heap(work_, later);
  }
}

Status Approach::sweep(const std::function<Status()>& interrupted) {
  const auto ask = [&] { return interrupted ? interrupted() : okStatus(); };
  WW_TRY(ask());
  for (const double time : {trajectory_.times.back(), trajectory_.times.front()}) lookAt(time, least_m_);
  if (!std::isfinite(ways_.length())) return okStatus();
  const double parts = std::max(1.0, std::ceil(ways_.length() / kLongestLook)), part = ways_.length() / parts;
  for (double i = 0.0; i < parts; i += 1.0)
    work_.push_back({i * part, (i + 1.0) * part, {}, -std::numeric_limits<double>::infinity()});
  std::ranges::make_heap(work_, later);
  while (!work_.empty()) {
    std::ranges::pop_heap(work_, later);
    Stretch s = std::move(work_.back());
    work_.pop_back();
    if (s.least_m >= least_m_) break;
    WW_TRY(ask());
    look(s);
  }
  std::ranges::sort(near_, {}, &Near::from);
  return okStatus();
}

void Approach::refine(const Near& dip) {
  constexpr double kGolden = 0.6180339887498949;
  if (dip.least_m >= least_m_) return;
  const double beyond = dip.distance_m + kNearby;
  const auto distanceAt = [&](double time) { return lookAt(time, beyond).value_or(kFarClearance); };
  double from = dip.from_s, to = dip.to_s;
  double a = to - kGolden * (to - from), b = from + kGolden * (to - from);
  double at_a = distanceAt(a), at_b = distanceAt(b);
  for (int i = 0; i < 14; ++i) {
    if (at_a < at_b) {
      to = b, b = a, at_b = at_a;
      a = to - kGolden * (to - from), at_a = distanceAt(a);
    } else {
      from = a, a = b, at_a = at_b;
      b = from + kGolden * (to - from), at_b = distanceAt(b);
    }
  }
}

// To position limits, radians or metres: at the states, and where a joint turns back between them.
double leastMargin(const model::Trajectory& t, const std::vector<world::JointLimits>& limits) {
  double out = std::numeric_limits<double>::infinity();
  const auto add = [&](std::size_t i, double q) { out = std::min({out, q - limits[i].lower, limits[i].upper - q}); };
  for (std::size_t k = 0; k < t.states.size(); ++k) {
    for (std::size_t i = 0; i < limits.size(); ++i) {
      const auto joint = static_cast<Eigen::Index>(i);
      const double q0 = t.states[k].q[joint];
      add(i, q0);
      if (k + 1 == t.states.size()) continue;
      // In parts of the time between: the speed is c + 2 b x + 3 a x^2.
      const double h = t.times[k + 1] - t.times[k], c = h * t.states[k].v[joint], end = h * t.states[k + 1].v[joint];
      const double way = t.states[k + 1].q[joint] - q0, b = 3.0 * way - 2.0 * c - end, a = c + end - 2.0 * way;
      const double square = b * b - 3.0 * a * c;
      if ((c >= 0.0) == (end >= 0.0) && (c >= 0.0) == (b + c >= 0.0)) continue;
      if (!(square >= 0.0)) continue;
      const double root = -(b + std::copysign(std::sqrt(square), b));
      for (const double x : {root / (3.0 * a), c / root})
        if (x > 0.0 && x < 1.0) add(i, q0 + x * (c + x * (b + x * a)));
    }
  }
  return out;
}

}  // namespace

Result<Clearance> Judge::clearance(const model::Trajectory& trajectory, const std::vector<world::JointLimits>& limits,
                                   const std::function<Status()>& interrupted) {
  WW_TRY(check(trajectory));
  Clearance out;
  out.least_joint_margin = leastMargin(trajectory, limits);
  Approach approach(trajectory, PairWatch(checker_.scene(), checker_.rules(), mechanism_));
  WW_TRY(approach.sweep(interrupted));
  for (const Near& dip : dips(approach.near())) {
    if (interrupted) WW_TRY(interrupted());
    approach.refine(dip);
  }
  out.least_m = approach.least();
  out.at_s = approach.at();
  if (const auto& pair = approach.nearest())
    out.nearest = checker_.between(at(trajectory.sample(out.at_s).q), pair->a, pair->b);
  return out;
}

}  // namespace ww::validate
