// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

constexpr double kSamePlace = 1e-6;  // radians or metres

const KinematicsComponent& componentOf(const ObjectIndex& object, int joint) {
  return object.entity(joint).joint().kinematics_component();
}

// A follower that says where it stands stands where its leader puts it.
void checkPlace(const ObjectIndex& object, const Follow& f, Findings& findings) {
  const int joint = object.find(f.joint);
  const KinematicsComponent& k = componentOf(object, joint);
  const double meant = f.at(positionOf(componentOf(object, object.find(f.leader))));
  if (!k.has_raw_value() || !std::isfinite(k.raw_value()) || !std::isfinite(meant) ||
      std::abs(k.raw_value() - meant) <= kSamePlace)
    return;
  findings.add(joint, fail(failures::kFollowerPlace, {{"joint", shownName(f.joint)},
                                                      {"position", arg::Number{k.raw_value()}},
                                                      {"leader", shownName(f.leader)},
                                                      {"meant", arg::Number{meant}}}));
}

void checkLimits(const ObjectIndex& object, const Follow& f, Findings& findings) {
  const int leader = object.find(f.leader);
  const KinematicsComponent &l = componentOf(object, leader), &k = componentOf(object, object.find(f.joint));
  for (const auto* limits : {&l.system_limits(), &limitsInForce(l), &k.system_limits(), &limitsInForce(k)}) {
    if (!limitFaults(*limits).empty()) return;
  }
  Status fault = checkLeader(f, limitsOf(l.system_limits()), limitsOf(k.system_limits()), "system");
  if (fault.ok()) fault = checkLeader(f, limitsOf(limitsInForce(l)), limitsOf(limitsInForce(k)), "application");
  if (!fault.ok()) findings.add(leader, std::move(fault));
}

}  // namespace

void followers(const ObjectIndex& object, Findings& findings) {
  const auto follows = followsOf(object.object());
  if (!follows.ok()) return findings.add(follows.status());
  const Resolved resolved = resolveFollows(*follows, jointStates(object));
  for (const FollowFault& f : resolved.faults) {
    const Follow& follow = (*follows)[f.follow];
    const bool missing = f.fault.failure->row == &failures::kLeaderMissing;
    findings.add(object.find(follow.joint), missing ? findings.near(f.fault, follow.leader) : f.fault);
  }
  for (const Follow& f : resolved.follows) {
    checkPlace(object, f, findings);
    checkLimits(object, f, findings);
  }
}

}  // namespace ww::scene::rules
