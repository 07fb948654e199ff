// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/constraint.h"

#include "core/constraints/joint_positions.h"
#include "core/constraints/pose.h"

namespace ww::constraints {

std::span<const ConstraintKind> constraintKinds() {
  static constexpr ConstraintKind kKinds[] = {{"joint_positions", &makeJointPositions}, {"pose", &makePose}};
  static_assert(std::size(kKinds) == std::variant_size_v<Constraint>);
  return kKinds;
}

Result<std::unique_ptr<const Task>> makeTask(const model::Mechanism& mechanism, const Constraint& constraint) {
  return constraintKinds()[constraint.index()].make(mechanism, constraint);
}

}  // namespace ww::constraints
