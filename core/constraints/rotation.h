// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/constraints/constraint.h"

namespace ww::constraints {

// Of a RotationEquality, a RotationBall, a RelativeRotation; see ConstraintKind::make for what fails. Radians or
// metres.
Result<TaskPtr> makeRotation(const model::Mechanism& mechanism, const Constraint& constraint, const JointVector& start);
Result<TaskPtr> makeRotationBall(const model::Mechanism& mechanism, const Constraint& constraint,
                                 const JointVector& start);
Result<TaskPtr> makeRelativeRotation(const model::Mechanism& mechanism, const Constraint& constraint,
                                     const JointVector& start);

}  // namespace ww::constraints
