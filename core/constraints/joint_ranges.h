// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/constraints/constraint.h"

namespace ww::constraints {

// Of JointRanges; see ConstraintKind::make for what fails. Radians or metres.
Result<TaskPtr> makeJointRanges(const model::Mechanism& mechanism, const Constraint& constraint,
                                const JointVector& start);

}  // namespace ww::constraints
