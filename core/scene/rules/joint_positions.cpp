// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

void checkMoving(const std::string& name, int i, const KinematicsComponent& k, Findings& findings) {
  if (!limitFaults(limitsInForce(k)).empty()) return;
  const Limits limits = limitsOf(limitsInForce(k));
  const double position = positionOf(k);
  if (!std::isfinite(position)) return;  // no raw_value: the limits leave none, which their rule has said
  Status fault = checkPosition(name, position, limits, k.motion_type() == KinematicsComponent::MOTION_TYPE_PRISMATIC);
  if (!fault.ok()) findings.add(i, std::move(fault));
}

}  // namespace

void jointPositions(const ObjectIndex& object, Findings& findings) {
  forEachJoint(object, [&](int i, const KinematicsComponent& k) {
    if (k.has_raw_value() && !std::isfinite(k.raw_value())) {
      findings.addIn(i, fail(failures::kRawValue));
    } else if (moves(k)) {
      checkMoving(shown(object.entity(i).name()), i, k, findings);
    } else if (k.raw_value() != 0.0 && checkMotionType(k).ok()) {
      findings.addIn(i, fail(failures::kFixedPosition));
    }
  });
}

}  // namespace ww::scene::rules
