// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/configurations.h"

#include <algorithm>
#include <map>

#include "core/scene/followers.h"
#include "core/scene/joint.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using Positions = google::protobuf::Map<std::string, double>;
using Fits = std::vector<ConfigurationFit>;

bool slidesAt(const scene::KinematicsComponent& joint) { return scene::motionOf(joint) == JointKind::kPrismatic; }

// Of one joint that is free to move.
void fitJoint(const std::string& name, const scene::KinematicsComponent& joint, const std::string& configuration,
              Positions& positions, Fits& fits) {
  const scene::Limits limits = scene::limitsOf(scene::limitsInForce(joint));
  const auto found = positions.find(name);
  const bool has = found != positions.end();
  const double wanted = has ? found->second : scene::positionOf(joint);
  const double sound = scene::isRangeInOrder(limits) ? scene::nearestWithin(wanted, limits) : wanted;
  if (has && scene::isWithin(wanted, limits)) return;
  fits.push_back({configuration, name, has ? std::optional(wanted) : std::nullopt, sound, slidesAt(joint)});
  positions[name] = sound;
}

}  // namespace

std::vector<ConfigurationFit> fitConfigurations(const so::SceneObject& before, so::SceneObject& object) {
  Fits fits;
  if (object.properties().kinematics().named_configurations().empty()) return fits;
  std::map<std::string, bool> moved;  // and whether they slid
  for (const so::Entity& e : before.entities())
    if (e.has_joint() && scene::moves(e.joint().kinematics_component()))
      moved[e.name()] = slidesAt(e.joint().kinematics_component());
  std::map<std::string, const scene::KinematicsComponent*> moving;
  for (const so::Entity& e : object.entities())
    if (e.has_joint() && scene::moves(e.joint().kinematics_component()))
      moving[e.name()] = &e.joint().kinematics_component();
  const auto known = scene::followsOf(object);
  std::vector<scene::Follow> follows;
  if (known.ok()) follows = scene::resolveFollows(*known, scene::jointStates(scene::ObjectIndex(object))).follows;
  for (const scene::Follow& f : follows) moving.erase(f.joint);
  std::map<std::string, std::map<std::string, double>> old;
  for (const so::NamedConfiguration& c : before.properties().kinematics().named_configurations())
    old[c.name()].insert(c.joint_positions().begin(), c.joint_positions().end());
  for (so::NamedConfiguration& c : *object.mutable_properties()->mutable_kinematics()->mutable_named_configurations()) {
    Positions& positions = *c.mutable_joint_positions();
    for (const auto& [name, joint] : moving) fitJoint(name, *joint, c.name(), positions, fits);
    for (const scene::Follow& f : follows)
      if (positions.contains(f.joint) && positions.contains(f.leader)) positions[f.joint] = f.at(positions[f.leader]);
    for (const auto& [joint, position] : old[c.name()]) {
      const bool follows_now = std::ranges::find(follows, joint, &scene::Follow::joint) != follows.end();
      if (moving.contains(joint) || follows_now || !moved.contains(joint)) continue;
      positions.erase(joint);
      fits.push_back({c.name(), joint, position, std::nullopt, moved[joint]});
    }
  }
  return fits;
}

}  // namespace ww::usecase
