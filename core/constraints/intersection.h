// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/constraints/constraint.h"

namespace ww::constraints {

// Of an Intersection, by the makers of its parts; see ConstraintKind::make for what fails. Radians or metres.
Result<TaskPtr> makeIntersection(const model::Mechanism& mechanism, const Constraint& constraint,
                                 const JointVector& start);

}  // namespace ww::constraints
