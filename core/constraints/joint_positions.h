// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/constraints/constraint.h"

namespace ww::constraints {

// INVALID_ARGUMENT unless there is a finite position (radians or metres) for each joint of the mechanism.
Status checkPositions(const model::Mechanism& mechanism, const JointVector& positions);

// Of a JointVector, and of SomeJointPositions; see ConstraintKind::make for what fails. Radians or metres.
Result<TaskPtr> makeJointPositions(const model::Mechanism& mechanism, const Constraint& constraint,
                                   const JointVector& start);
Result<TaskPtr> makeSomeJointPositions(const model::Mechanism& mechanism, const Constraint& constraint,
                                       const JointVector& start);

}  // namespace ww::constraints
