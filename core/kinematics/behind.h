// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "core/kinematics/joint_tree.h"

namespace ww::kinematics {

// Whether a mover rides on another one, at any distance and not by being it.
bool ridesOn(const JointTree& tree, std::size_t mover, std::size_t carrier);

// For each joint of the tree, whether it moves nothing but what rides behind the link that carries the node, as the
// fingers of a hand do. All 0 where the node stands still.
std::vector<std::uint8_t> jointsBehind(const JointTree& tree, const Riding& node);

}  // namespace ww::kinematics
