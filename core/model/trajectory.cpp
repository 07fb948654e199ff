// SPDX-License-Identifier: Apache-2.0
#include "core/model/trajectory.h"

#include <algorithm>

#include "core/base/check.h"

namespace ww::model {

JointState Trajectory::sample(double time) const {
  WW_CHECK(!times.empty());
  if (times.size() == 1 || time <= times.front()) return states.front();
  if (time >= times.back()) return states.back();
  const auto next = static_cast<std::size_t>(std::ranges::upper_bound(times, time) - times.begin());
  const JointState &s0 = states[next - 1], &s1 = states[next];
  const double h = times[next] - times[next - 1], t = time - times[next - 1];
  // q = q0 + v0 t + c t^2 + d t^3
  const JointVector slope = (s1.q - s0.q) / h;
  const JointVector c = (3.0 * slope - 2.0 * s0.v - s1.v) / h;
  const JointVector d = (s0.v + s1.v - 2.0 * slope) / (h * h);
  return {s0.q + t * (s0.v + t * (c + t * d)), s0.v + t * (2.0 * c + 3.0 * t * d), 2.0 * c + 6.0 * t * d};
}

void Trajectory::append(const Trajectory& next) {
  if (empty()) {
    *this = next;
    return;
  }
  const double offset = times.back();
  for (std::size_t i = 1; i < next.times.size(); ++i) {
    times.push_back(offset + next.times[i]);
    states.push_back(next.states[i]);
  }
}

}  // namespace ww::model
