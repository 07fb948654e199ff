// SPDX-License-Identifier: Apache-2.0
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void ikSolvers(const ObjectIndex& object, Findings& findings) {
  if (object.object().properties().kinematics().ik_solvers_size() <= 1) return;
  findings.add(bad("a scene object has at most one inverse kinematics solver", "leave one of them"));
}

}  // namespace ww::scene::rules
