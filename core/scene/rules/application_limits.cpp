// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

// What the application does not give is not beyond the system's.
double givenRate(double application, double system) { return application > 0.0 ? application : system; }

void check(const std::string& name, int i, const KinematicsComponent& k, Findings& findings) {
  const Limits system = limitsOf(k.system_limits());
  Limits application = limitsOf(k.application_limits());
  const auto& given = k.application_limits();
  application.velocity = givenRate(given.velocity(), system.velocity);
  application.acceleration = givenRate(given.acceleration(), system.acceleration);
  application.jerk = givenRate(given.jerk(), system.jerk);
  application.effort = givenRate(given.effort(), system.effort);
  for (Status fault : {checkRangeWithin(name, application, system), checkRatesWithin(name, application, system),
                       checkEffortWithin(name, application, system)}) {
    if (!fault.ok()) findings.add(i, std::move(fault));
  }
}

}  // namespace

void applicationLimits(const ObjectIndex& object, Findings& findings) {
  forEachJoint(object, [&](int i, const KinematicsComponent& k) {
    if (!moves(k) || !k.has_application_limits()) return;
    if (!limitFaults(k.system_limits()).empty() || !limitFaults(k.application_limits()).empty()) return;
    check(shown(object.entity(i).name()), i, k, findings);
  });
}

}  // namespace ww::scene::rules
