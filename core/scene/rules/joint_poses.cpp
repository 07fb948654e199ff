// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

constexpr double kPoseSlack = 5e-3;  // metres and radians

bool agrees(const so::Entity& e, const KinematicsComponent& k) {
  const auto given = geometry::fromWire(e.parent_t_this());
  const auto meant = parentTJoint(k, k.raw_value());
  if (!given.ok() || !meant.ok() || given.value() == Pose{}) return true;  // other rules tell what is not sound
  return positionDistance(*given, *meant) < kPoseSlack && rotationDistance(*given, *meant) < kPoseSlack;
}

}  // namespace

void jointPoses(const ObjectIndex& object, Findings& findings) {
  forEachJoint(object, [&](int i, const KinematicsComponent& k) {
    const so::Entity& e = object.entity(i);
    if (e.parent_name().empty() || !e.has_parent_t_this() || !k.has_raw_value() || !std::isfinite(k.raw_value()) ||
        agrees(e, k))
      return;
    findings.addIn(i, fail(failures::kJointPose));
  });
}

}  // namespace ww::scene::rules
