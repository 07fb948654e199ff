// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/model/trajectory.h"

namespace ww::planning {

using model::JointState;
using model::Trajectory;

}  // namespace ww::planning
