// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/kinematics/ik.h"

namespace ww::kinematics {

// Not for use outside this folder. Why a request that was tried has no solution.
IkDiagnosis diagnoseIk(const JointTree& tree, const IkRequest& request, const IkResult& tried);

// The same of a request with a task. `nearest`: the best within the limits (radians or metres); `beyond`: what solves
// it outside of them, if that is known.
IkDiagnosis diagnoseTask(const JointTree& tree, const IkRequest& request, const IkResult& tried,
                         const JointVector& nearest, const std::vector<JointVector>& beyond);

}  // namespace ww::kinematics
