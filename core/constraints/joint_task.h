// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cmath>

#include "core/constraints/constraint.h"

namespace ww::constraints {

// Not for use outside this folder. What is missing of a joint's position, for a distance.
inline void addMiss(const model::Mechanism& mechanism, std::size_t joint, double missing, Miss& out) {
  double& most = mechanism.model().body(mechanism.joints()[joint]).revolute ? out.radians : out.metres;
  most = std::max(most, std::abs(missing));
}

}  // namespace ww::constraints
