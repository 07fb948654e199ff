// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/motion.h"

#include <algorithm>

namespace ww::ui {

bool isSameMotion(const MotionRequest& a, const MotionRequest& b) {
  // The tool is of no account on the way to a configuration.
  return a.robot == b.robot && a.configuration == b.configuration && a.frame == b.frame && a.type == b.type && (!a.configuration.empty() || a.tool == b.tool);
}

JointVector MotionPlan::at(double seconds) const {
  if (positions.empty()) return {};
  const auto next = std::upper_bound(times.begin(), times.end(), seconds);
  if (next == times.begin()) return positions.front();
  if (next == times.end()) return positions.back();
  const auto i = static_cast<std::size_t>(next - times.begin());
  const double share = (seconds - times[i - 1]) / (times[i] - times[i - 1]);
  return positions[i - 1] + share * (positions[i] - positions[i - 1]);
}

}  // namespace ww::ui
