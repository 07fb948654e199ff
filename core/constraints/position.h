// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/constraints/constraint.h"

namespace ww::constraints {

// Of a PositionEquality, a RelativePosition; see ConstraintKind::make for what fails. Radians or metres.
Result<TaskPtr> makePosition(const model::Mechanism& mechanism, const Constraint& constraint, const JointVector& start);
Result<TaskPtr> makeRelativePosition(const model::Mechanism& mechanism, const Constraint& constraint,
                                     const JointVector& start);

}  // namespace ww::constraints
