// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/constraints/constraint.h"

namespace ww::constraints {

// INVALID_ARGUMENT unless there is a finite position for each joint of the mechanism.
Status checkPositions(const model::Mechanism& mechanism, const JointVector& positions);

// Of a JointVector; see ConstraintKind::make.
Result<std::unique_ptr<const Task>> makeJointPositions(const model::Mechanism& mechanism, const Constraint& constraint);

}  // namespace ww::constraints
