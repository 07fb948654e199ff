// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "core/math/pose.h"

namespace ww::model {

// Eight configurations side by side, for passes that compute all of them at once.
constexpr int kLanes = 8;
using Lanes = Eigen::Array<double, kLanes, 1>;
// Positions of joints: a column for each joint, a row for each lane. Radians or metres.
using PositionLanes = Eigen::Array<double, kLanes, Eigen::Dynamic>;

// Eight poses by their coordinates: place in metres, unit quaternion x, y, z, w.
struct PoseLanes {
  std::array<Lanes, 3> p;
  std::array<Lanes, 4> q;

  Pose lane(int i) const { return {Vec3(p[0][i], p[1][i], p[2][i]), Quat(q[3][i], q[0][i], q[1][i], q[2][i])}; }
};

}  // namespace ww::model
