// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "core/kinematics/ik.h"
#include "core/kinematics/ik/lane_descent.h"
#include "core/kinematics/random.h"

namespace ww::kinematics {

// Not for use outside this folder. Descents from random starts, eight at a time; a lane whose descent has ended takes
// the next start. Same seed, same results in the same order.
class LaneSearch {
 public:
  // `weight` as of LaneDescent; `limits` by the tree's joints, in radians or metres.
  LaneSearch(const JointTree& tree, const IkRequest& request, const LaneArm& arm, double weight,
             const std::vector<world::JointLimits>& limits);

  // Descends from the request's start and from `rounds` times eight random ones. Gives `found` where descents arrive,
  // that from the start before any other; until it says that this is enough. CANCELLED and DEADLINE_EXCEEDED when the
  // request says so.
  Status run(int rounds, const std::function<bool(const JointVector&)>& found);
  int rounds() const { return (begun_ + LaneDescent::kLanes - 1) / LaneDescent::kLanes; }  // that were begun

 private:
  LaneDescent::Positions randomStart();
  void fillPool();
  JointVector toTree(const LaneDescent::Positions& at) const;

  const JointTree& tree_;
  const IkRequest& request_;
  const LaneArm& arm_;
  const std::vector<world::JointLimits>& limits_;
  LaneDescent descent_;
  Random random_;
  std::vector<LaneDescent::Positions> pool_;  // starts to come
  int begun_ = 0;
};

}  // namespace ww::kinematics
