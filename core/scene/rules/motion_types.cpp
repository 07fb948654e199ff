// SPDX-License-Identifier: Apache-2.0
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void motionTypes(const ObjectIndex& object, Findings& findings) {
  forEachJoint(object, [&](int i, const KinematicsComponent& k) {
    Status status = checkMotionType(k);
    if (!status.ok()) findings.addIn(i, std::move(status));
  });
}

}  // namespace ww::scene::rules
