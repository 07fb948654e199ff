// SPDX-License-Identifier: Apache-2.0
#include "core/scene/updates/draft.h"

#include <algorithm>

#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/failures.h"
#include "core/scene/joint.h"
#include "core/scene/names.h"

namespace ww::scene::updates {

Draft::Draft(so::SceneObject& object, bool is_instance) : object_(object), is_instance_(is_instance) {
  for (const so::Entity& e : object_.entities()) origins_.emplace(e.name(), e.name());
}

void Draft::index() {
  if (is_indexed_) return;
  by_name_.clear();
  for (int i = 0; i < object_.entities_size(); ++i) by_name_.emplace(object_.entities(i).name(), i);
  is_indexed_ = true;
}

so::Entity* Draft::find(const std::string& name) {
  index();
  const auto it = by_name_.find(name);
  return it == by_name_.end() ? nullptr : object_.mutable_entities(it->second);
}

so::Entity* Draft::root() {
  auto& all = *object_.mutable_entities();
  const auto it = std::find_if(all.begin(), all.end(), [](const so::Entity& e) { return e.parent_name().empty(); });
  return it == all.end() ? nullptr : &*it;
}

Result<so::Entity*> Draft::named(const std::string& name, const char* field) {
  if (name.empty()) return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{field}}});
  if (so::Entity* entity = find(name)) return entity;
  constexpr int kMostNames = 5000;
  std::vector<std::string> names;
  for (int i = 0; i < std::min(object_.entities_size(), kMostNames); ++i) names.push_back(object_.entities(i).name());
  return withNearest(fail(failures::kNoSuchEntity, {{"entity", arg::Name{shown(name)}}}), name, names);
}

std::vector<so::Entity*> Draft::childrenOf(const std::string& name) {
  std::vector<so::Entity*> children;
  for (so::Entity& e : *object_.mutable_entities()) {
    if (e.parent_name() == name) children.push_back(&e);
  }
  return children;
}

Status Draft::checkFree(const std::string& name) {
  WW_TRY(checkName(name));
  return find(name) ? fail(failures::kEntityNameUsed, {{"name", arg::Name{name}}}) : okStatus();
}

so::Entity& Draft::add(const std::string& name) {
  index();
  so::Entity& entity = *object_.add_entities();
  entity.set_name(name);
  by_name_.emplace(name, object_.entities_size() - 1);
  return entity;
}

void Draft::rename(const std::string& from, const std::string& to) {
  so::Entity* entity = find(from);
  if (!entity) return;
  for (so::Entity* child : childrenOf(from)) child->set_parent_name(to);
  entity->set_name(to);
  if (auto node = by_name_.extract(from)) {
    node.key() = to;
    by_name_.insert(std::move(node));
  }
  if (auto node = origins_.extract(from)) {
    node.key() = to;
    origins_.insert(std::move(node));
  }
}

void Draft::remove(const std::set<std::string>& names) {
  auto& all = *object_.mutable_entities();
  all.erase(std::remove_if(all.begin(), all.end(), [&](const so::Entity& e) { return names.contains(e.name()); }),
            all.end());
  for (const std::string& name : names) origins_.erase(name);
  is_indexed_ = false;
}

std::vector<Follow> Draft::follows() {
  const auto kept = followsOf(object_);
  if (!kept.ok() || kept->empty()) return {};
  return resolveFollows(*kept,
                        [this](const std::string& name) {
                          const so::Entity* e = find(name);
                          if (!e || !e->has_joint()) return JointState::kNone;
                          return moves(e->joint().kinematics_component()) ? JointState::kMoves : JointState::kFixed;
                        })
      .follows;
}

double Draft::positionOf(const so::Entity& joint) {
  for (const Follow& f : follows()) {
    if (f.joint != joint.name()) continue;
    return f.at(scene::positionOf(find(f.leader)->joint().kinematics_component()));
  }
  return scene::positionOf(joint.joint().kinematics_component());
}

Result<Pose> Draft::poseOf(const so::Entity& entity) {
  if (entity.parent_name().empty()) return Pose{};
  if (entity.has_joint()) return parentTJoint(entity.joint().kinematics_component(), positionOf(entity));
  return geometry::fromWireOrIdentity(entity.has_parent_t_this(), entity.parent_t_this());
}

// An object that was not sound may have a circle: no way up is longer than there are entities.
Result<Pose> Draft::rootT(const so::Entity& entity) {
  Pose pose;
  const so::Entity* at = &entity;
  for (int steps = 0; at && steps <= object_.entities_size(); ++steps) {
    WW_ASSIGN(const Pose parent_t_at, poseOf(*at));
    pose = parent_t_at * pose;
    at = at->parent_name().empty() ? nullptr : find(at->parent_name());
  }
  return pose;
}

Status Draft::setPose(so::Entity& entity, const Pose& parent_t_entity) {
  WW_ASSIGN(const Pose sound, checkedPose(parent_t_entity));
  if (!entity.has_joint()) {
    geometry::toWire(sound, entity.mutable_parent_t_this());
    return okStatus();
  }
  auto& component = *entity.mutable_joint()->mutable_kinematics_component();
  KinematicsComponent from_inboard = component;
  from_inboard.clear_parent_t_inboard();
  WW_ASSIGN(const Pose inboard_t_joint, parentTJoint(from_inboard, positionOf(entity)));
  WW_ASSIGN(const Pose parent_t_inboard, checkedPose(sound * inboard_t_joint.inverse()));
  geometry::toWire(parent_t_inboard, component.mutable_parent_t_inboard());
  return refreshPose(entity);
}

Status Draft::refreshPose(so::Entity& joint) {
  if (!joint.has_parent_t_this()) return okStatus();
  WW_ASSIGN(const Pose pose, poseOf(joint));
  WW_ASSIGN(const Pose sound, checkedPose(pose));
  // What is the same but for rounding stays, so that what changes nothing is no change.
  constexpr double kRounding = 1e-12;  // metres, radians
  const auto kept = geometry::fromWire(joint.parent_t_this());
  if (kept.ok() && positionDistance(*kept, sound) <= kRounding && rotationDistance(*kept, sound) <= kRounding)
    return okStatus();
  geometry::toWire(sound, joint.mutable_parent_t_this());
  return okStatus();
}

}  // namespace ww::scene::updates
