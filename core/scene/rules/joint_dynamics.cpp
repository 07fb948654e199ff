// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void jointDynamics(const ObjectIndex& object, Findings& findings) {
  forEachJoint(object, [&](int i, const KinematicsComponent& k) {
    if (std::isnan(k.damping()) || std::isnan(k.friction())) {
      findings.addIn(i, bad("a joint's damping or friction is not a number", "send a number, or leave it out"));
    } else if (k.damping() < 0.0 || k.friction() < 0.0) {
      findings.addIn(i, bad("a joint's damping or friction is negative", "it must be 0 or more"));
    }
  });
}

}  // namespace ww::scene::rules
