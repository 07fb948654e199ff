// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/kept_poses.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/session/pose_builders.h"

namespace ww::usecase {
namespace {

constexpr double kSamePose = 1e-9;  // metres, radians

bool isSame(const Pose& a, const Pose& b) {
  return positionDistance(a, b) < kSamePose && rotationDistance(a, b) < kSamePose;
}

bool isSame(const JointVector& a, const JointVector& b) {
  return a.size() == b.size() && (a.size() == 0 || (a - b).cwiseAbs().maxCoeff() < kSamePose);
}

bool ridesOn(const world::World& world, ObjectId id, const std::set<ObjectId>& moved) {
  for (ObjectId at = world.peek(id)->parent; at && at != world::kRootObject; at = world.peek(at)->parent)
    if (moved.contains(at)) return true;
  return false;
}

JointVector positionsOf(const world::Object& object, const simulation::JointMoment& moment) {
  JointVector out = moment.positions;
  for (std::size_t i = 0; i < object.moving_joints.size(); ++i) {
    const world::JointLimits& limits = object.movingJoint(i).application;
    double& q = out[static_cast<Eigen::Index>(i)];
    if (!std::isfinite(q)) q = object.movingJoint(i).value;
    q = std::min(std::max(q, limits.lower), limits.upper);
  }
  return out;
}

// What flies, and what stands and was put elsewhere; what hangs on others of them comes after these.
std::vector<simulation::FlyingMoment> carriersFirst(const world::World& world, const simulation::Moment& moment) {
  std::map<world::NodeRef, simulation::FlyingMoment> known;
  std::vector<world::NodeRef> nodes;
  const auto add = [&](const simulation::FlyingMoment& f) {
    if (world.peek(f.object) && known.emplace(f.object, f).second) nodes.emplace_back(f.object);
  };
  for (const simulation::FlyingMoment& f : moment.flying) add(f);
  for (const simulation::StandingMoment& s : moment.standing) add({s.object, s.root_t_object, {}, true});
  std::vector<simulation::FlyingMoment> out;
  for (const world::NodeRef& node : session::parentsFirst(world, nodes)) out.push_back(known.at(node));
  return out;
}

}  // namespace

KeptPoses keptPoses(const world::World& world, const simulation::Moment& moment,
                    const std::function<bool(ObjectId, bool)>& wanted, const world::World* start) {
  KeptPoses out;
  std::vector<session::EditsPtr> parts;
  std::set<ObjectId> moved;
  // Joints first: they carry along what hangs on them here and flies there.
  for (const simulation::JointMoment& j : moment.joints) {
    const world::Object* object = world.peek(j.object);
    if (!object || !wanted(j.object, j.rests)) continue;
    if (static_cast<Eigen::Index>(object->moving_joints.size()) != j.positions.size()) continue;
    const JointVector positions = positionsOf(*object, j), now = object->jointPositions();
    if (isSame(positions, now)) continue;
    const world::Object* before = start ? start->peek(j.object) : nullptr;
    if (before && !isSame(now, before->jointPositions())) {
      ++out.left;
      continue;
    }
    parts.push_back(session::setJoints(j.object, positions));
    moved.insert(j.object);
  }
  for (const simulation::FlyingMoment& f : carriersFirst(world, moment)) {
    if (!wanted(f.object, f.rests)) continue;
    const Pose root_t_now = world.rootT(f.object);
    if (isSame(root_t_now, f.root_t_object) && !ridesOn(world, f.object, moved)) continue;
    if (start && start->peek(f.object) && !isSame(root_t_now, start->rootT(f.object))) {
      ++out.left;
      continue;
    }
    parts.push_back(session::setPose(f.object, world::kRootObject, f.root_t_object));
    moved.insert(f.object);
  }
  out.count = parts.size();
  if (!parts.empty()) out.edits = session::join(parts);
  return out;
}

}  // namespace ww::usecase
