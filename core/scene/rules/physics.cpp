// SPDX-License-Identifier: Apache-2.0
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void physics(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    if (!object.entity(i).link().has_physics_component()) continue;
    for (Status& fault : physicsFaults(object.entity(i).link().physics_component()))
      findings.addIn(i, std::move(fault));
  }
}

}  // namespace ww::scene::rules
