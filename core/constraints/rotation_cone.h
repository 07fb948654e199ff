// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/constraints/constraint.h"

namespace ww::constraints {

// See ConstraintKind::make for what fails. Radians or metres.
Result<TaskPtr> makeRotationCone(const model::Mechanism& mechanism, const Constraint& constraint,
                                 const JointVector& start);

}  // namespace ww::constraints
