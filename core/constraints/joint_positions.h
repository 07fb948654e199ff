// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/constraints/constraint.h"

namespace ww::constraints {

// Of a JointVector; see ConstraintKind::make.
Result<std::unique_ptr<const Task>> makeJointPositions(const model::Mechanism& mechanism, const Constraint& constraint);

}  // namespace ww::constraints
