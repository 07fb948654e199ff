// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

constexpr double kSlack = 1e-9;  // radians or metres; of rates relative

// What the application does not give is not beyond the system's.
bool isAbove(double application, double system) {
  return application > 0.0 && system > 0.0 && application > system * (1.0 + kSlack);
}

bool ratesWithin(const KinematicsComponent::Limits& application, const KinematicsComponent::Limits& system) {
  return !isAbove(application.velocity(), system.velocity()) &&
         !isAbove(application.acceleration(), system.acceleration()) && !isAbove(application.jerk(), system.jerk());
}

void check(const std::string& name, int i, const KinematicsComponent& k, Findings& findings) {
  const Limits application = limitsOf(k.application_limits()), system = limitsOf(k.system_limits());
  if (application.lower < system.lower - kSlack || application.upper > system.upper + kSlack) {
    findings.add(i, bad(fmt::format("application limits of joint '{}' lie outside its system limits", name),
                        "make the application's range as large as the system's at most"));
  }
  if (!ratesWithin(k.application_limits(), k.system_limits())) {
    findings.add(
        i, bad(fmt::format("application velocity, acceleration or jerk limit of joint '{}' is above its system limit",
                           name),
               "what the application allows is at most what the system can do"));
  }
  if (isAbove(k.application_limits().effort(), k.system_limits().effort())) {
    findings.add(i, bad(fmt::format("application effort limit of joint '{}' is above its system limit", name),
                        "what the application allows is at most what the system can do"));
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
