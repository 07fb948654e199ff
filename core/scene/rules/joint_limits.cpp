// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void jointLimits(const ObjectIndex& object, Findings& findings) {
  forEachJoint(object, [&](int i, const KinematicsComponent& k) {
    for (const auto* given : {&k.system_limits(), &k.application_limits()}) {
      Faults faults = limitFaults(*given);
      const bool sound = faults.empty();
      for (Status& fault : faults) findings.addIn(i, std::move(fault));
      if (!sound) continue;
      Status fault = checkRange(shown(object.entity(i).name()), limitsOf(*given));
      if (!fault.ok()) findings.add(i, std::move(fault));
    }
  });
}

}  // namespace ww::scene::rules
