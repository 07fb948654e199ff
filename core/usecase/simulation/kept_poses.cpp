// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/kept_poses.h"

#include <algorithm>
#include <cmath>

namespace ww::usecase {
namespace {

constexpr double kSamePose = 1e-9;  // metres, radians

bool isSame(const Pose& a, const Pose& b) {
  return positionDistance(a, b) < kSamePose && rotationDistance(a, b) < kSamePose;
}

bool isSame(const JointVector& a, const JointVector& b) {
  return a.size() == b.size() && (a.size() == 0 || (a - b).cwiseAbs().maxCoeff() < kSamePose);
}

}  // namespace

KeptPoses keptPoses(const world::World& world, const simulation::Moment& moment,
                    const std::function<bool(ObjectId, bool)>& wanted, const world::World* start) {
  KeptPoses out;
  std::vector<session::EditsPtr> parts;
  for (const simulation::FlyingMoment& f : moment.flying) {
    if (!world.peek(f.object) || !wanted(f.object, f.rests)) continue;
    const Pose root_t_now = world.rootT(f.object);
    if (isSame(root_t_now, f.root_t_object)) continue;
    if (start && start->peek(f.object) && !isSame(root_t_now, start->rootT(f.object))) {
      ++out.left;
      continue;
    }
    parts.push_back(session::setPose(f.object, world::kRootObject, f.root_t_object));
  }
  for (const simulation::JointMoment& j : moment.joints) {
    const world::Object* object = world.peek(j.object);
    if (!object || !wanted(j.object, j.rests)) continue;
    if (static_cast<Eigen::Index>(object->moving_joints.size()) != j.positions.size()) continue;
    JointVector positions = j.positions;
    for (std::size_t i = 0; i < object->moving_joints.size(); ++i) {
      const world::JointLimits& limits = object->movingJoint(i).application;
      double& q = positions[static_cast<Eigen::Index>(i)];
      if (!std::isfinite(q)) q = object->movingJoint(i).value;
      q = std::min(std::max(q, limits.lower), limits.upper);
    }
    const JointVector now = object->jointPositions();
    if (isSame(positions, now)) continue;
    const world::Object* before = start ? start->peek(j.object) : nullptr;
    if (before && !isSame(now, before->jointPositions())) {
      ++out.left;
      continue;
    }
    parts.push_back(session::setJoints(j.object, positions));
  }
  out.count = parts.size();
  if (!parts.empty()) out.edits = session::join(parts);
  return out;
}

}  // namespace ww::usecase
