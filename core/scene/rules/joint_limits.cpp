// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void jointLimits(const ObjectIndex& object, Findings& findings) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  forEachJoint(object, [&](int i, const KinematicsComponent& k) {
    for (const auto* given : {&k.system_limits(), &k.application_limits()}) {
      Faults faults = limitFaults(*given);
      const bool sound = faults.empty();
      for (Status& fault : faults) findings.addIn(i, std::move(fault));
      const Limits limits = limitsOf(*given);
      if (!sound || (limits.lower < kInfinity && limits.upper > -kInfinity)) continue;
      findings.add(i, bad(fmt::format("the limits [{:.6g}, {:.6g}] of joint '{}' leave no position", limits.lower,
                                      limits.upper, shown(object.entity(i).name())),
                          "leave the limits out where there are none"));
    }
  });
}

}  // namespace ww::scene::rules
