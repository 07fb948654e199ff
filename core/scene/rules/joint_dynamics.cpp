// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void jointDynamics(const ObjectIndex& object, Findings& findings) {
  forEachJoint(object, [&](int i, const KinematicsComponent& k) {
    if (std::isnan(k.damping()) || std::isnan(k.friction())) {
      findings.addIn(i, fail(failures::kDynamicsNotNumber));
    } else if (k.damping() < 0.0 || k.friction() < 0.0) {
      findings.addIn(i, fail(failures::kDynamicsNegative));
    }
  });
}

}  // namespace ww::scene::rules
