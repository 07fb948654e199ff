// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/constraints/pose.h"

namespace ww::usecase {

// Not for use outside this folder. Room that joints have: to their lower and upper ends, from where they stand.
struct JointRoom {
  Eigen::VectorXd lower, upper;  // radians or metres; lower <= 0 <= upper
};

struct DampedStep {
  Eigen::VectorXd change;  // by column of the Jacobian; within the room
  int held = -1;           // the column that its end holds back the most
  bool held_above = false;
};

// The change of the joints that takes off of an error what it can, damped: columns whose joints have come to their ends
// are left out and the rest is solved for anew. The change is shortened so that no joint moves more than `most`
// (radians or metres); `damping` in squares of the unit of the error.
DampedStep dampedStep(const constraints::PoseTask::Columns& jacobian, const constraints::PoseTask::Vec6& error,
                      double damping, double most, const JointRoom& room);

}  // namespace ww::usecase
