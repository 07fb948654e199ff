// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/kinematics/ik.h"

namespace ww::kinematics {

// Not for use outside this folder. Why a request that was tried has no solution.
IkDiagnosis diagnoseIk(const JointTree& tree, const IkRequest& request, const IkResult& tried);

}  // namespace ww::kinematics
