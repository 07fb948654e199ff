// SPDX-License-Identifier: Apache-2.0
#include "core/validate/derivatives.h"

#include <algorithm>
#include <cmath>

namespace ww::validate {
namespace {

// Of the cubic between two states, at its begin and at its end.
struct Ends {
  double begin = 0.0, end = 0.0;
};

Ends accelerationsOf(const model::Trajectory& t, std::size_t piece, Eigen::Index joint) {
  const model::JointState &s0 = t.states[piece], &s1 = t.states[piece + 1];
  const double h = t.times[piece + 1] - t.times[piece], slope = (s1.q[joint] - s0.q[joint]) / h;
  return {(6.0 * slope - 4.0 * s0.v[joint] - 2.0 * s1.v[joint]) / h,
          (2.0 * s0.v[joint] + 4.0 * s1.v[joint] - 6.0 * slope) / h};
}

// The largest that the motion has, of each joint.
std::vector<double> peaksOf(const model::Trajectory& t, std::size_t joints) {
  std::vector<double> out(joints, 0.0);
  for (std::size_t i = 0; i + 1 < t.states.size(); ++i)
    for (std::size_t k = 0; k < joints; ++k) {
      const Ends ends = accelerationsOf(t, i, static_cast<Eigen::Index>(k));
      out[k] = std::max({out[k], std::abs(ends.begin), std::abs(ends.end)});
    }
  return out;
}

}  // namespace

std::optional<WrongAcceleration> wrongAcceleration(const model::Trajectory& t,
                                                   const std::vector<model::DynamicLimit>& limits) {
  constexpr double kOfPeak = 0.1, kOfLimit = 0.002, kOfJump = 0.5;
  constexpr double kShortest = 1e-5;  // seconds: of shorter pieces rounding is all there is to see
  const std::vector<double> peaks = peaksOf(t, limits.size());
  std::optional<WrongAcceleration> worst;
  double most = 1.0;  // how far off, as share of what is allowed
  for (std::size_t i = 0; i < t.states.size(); ++i) {
    const bool has_before = i > 0, has_after = i + 1 < t.states.size();
    if ((has_before && t.times[i] - t.times[i - 1] < kShortest) ||
        (has_after && t.times[i + 1] - t.times[i] < kShortest) || (!has_before && !has_after))
      continue;
    for (std::size_t k = 0; k < limits.size(); ++k) {
      const auto joint = static_cast<Eigen::Index>(k);
      const double after = has_after ? accelerationsOf(t, i, joint).begin : accelerationsOf(t, i - 1, joint).end;
      const double before = has_before ? accelerationsOf(t, i - 1, joint).end : after;
      const double given = t.states[i].a[joint];
      // Nobody goes on from the last state, so that 0 is as true, and to the first one nobody has come.
      const bool is_end = !has_before || !has_after;
      const double lower = std::min({before, after, is_end ? 0.0 : before});
      const double upper = std::max({before, after, is_end ? 0.0 : before});
      const double allowed =
          kOfPeak * peaks[k] + kOfLimit * limits[k].acceleration + kOfJump * std::abs(after - before);
      const double off = std::max(lower - given, given - upper) / allowed;
      if (!(off > most)) continue;
      most = off;
      worst = {i, k, given, after};
    }
  }
  return worst;
}

bool hasNoAccelerations(const model::Trajectory& t) {
  constexpr double kNone = 1e-12, kSame = 1e-6;  // per second squared, per second
  const auto& first = t.states.front().v;
  bool changes = false;
  for (const model::JointState& state : t.states) {
    if (!state.a.isZero(kNone)) return false;
    changes = changes || (state.v - first).cwiseAbs().maxCoeff() > kSame;
  }
  return changes;
}

}  // namespace ww::validate
