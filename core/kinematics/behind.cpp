// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/behind.h"

namespace ww::kinematics {

bool ridesOn(const JointTree& tree, std::size_t mover, std::size_t carrier) {
  int up = static_cast<int>(mover);
  do up = tree.mechanism().row(static_cast<std::size_t>(up)).parent;
  while (up >= 0 && static_cast<std::size_t>(up) != carrier);
  return up >= 0;
}

std::vector<std::uint8_t> jointsBehind(const JointTree& tree, const Riding& node) {
  std::vector<std::uint8_t> out(tree.size(), node.joint >= 0);
  for (std::size_t mover = 0; node.joint >= 0 && mover < tree.movers().size(); ++mover)
    if (!ridesOn(tree, mover, static_cast<std::size_t>(node.joint))) out[tree.jointOf(mover)] = 0;
  return out;
}

}  // namespace ww::kinematics
