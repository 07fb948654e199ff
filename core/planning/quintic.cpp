// SPDX-License-Identifier: Apache-2.0
#include "core/planning/quintic.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ww::planning {
namespace {

constexpr double kQuinticStep = 1e-3;  // seconds
constexpr double kMostQuintic = 1e6;   // states

// Of the quintic between two states that are `h` apart, `t` after the first.
JointState quinticAt(const JointState& s0, const JointState& s1, double h, double t) {
  const JointVector way = (s1.q - s0.q - h * s0.v - 0.5 * h * h * s0.a) / (h * h * h);
  const JointVector speed = (s1.v - s0.v - h * s0.a) / (h * h), change = (s1.a - s0.a) / h;
  const JointVector c3 = 10.0 * way - 4.0 * speed + 0.5 * change;
  const JointVector c4 = (-15.0 * way + 7.0 * speed - change) / h,
                    c5 = (6.0 * way - 3.0 * speed + 0.5 * change) / (h * h);
  return {s0.q + t * (s0.v + t * (0.5 * s0.a + t * (c3 + t * (c4 + t * c5)))),
          s0.v + t * (s0.a + t * (3.0 * c3 + t * (4.0 * c4 + 5.0 * t * c5))),
          s0.a + t * (6.0 * c3 + t * (12.0 * c4 + 20.0 * t * c5))};
}

}  // namespace

Trajectory quinticAsCubic(Trajectory given) {
  const bool rises = std::ranges::adjacent_find(given.times, std::greater_equal<>()) == given.times.end();
  if (!rises || given.times.size() < 2) return given;
  const double step = std::max(kQuinticStep, (given.times.back() - given.times.front()) / kMostQuintic);
  Trajectory out;
  for (std::size_t i = 0; i + 1 < given.times.size(); ++i) {
    const double h = given.times[i + 1] - given.times[i];
    const int parts = std::max(1, static_cast<int>(std::ceil(h / step)));
    for (int k = 0; k < parts; ++k) {
      const double t = h * k / parts;
      out.times.push_back(given.times[i] + t);
      out.states.push_back(quinticAt(given.states[i], given.states[i + 1], h, t));
    }
  }
  out.times.push_back(given.times.back());
  out.states.push_back(std::move(given.states.back()));
  return out;
}

}  // namespace ww::planning
