// SPDX-License-Identifier: Apache-2.0
#include "core/world/instantiate.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "core/geometry/wire_convert.h"
#include "core/world/records.h"
#include "core/world/references.h"
#include "core/world/updates/helpers.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using worldwright::v1::EntityRecord;
using worldwright::v1::FrameRecord;
using worldwright::v1::ObjectRecord;

Status bad(std::string title) {
  return fail(Code::kInvalidArgument, std::move(title)).withHint("mend the scene object and send it again");
}

// Indices of the entities, parents first; fails unless they form one tree.
Result<std::vector<int>> parentsFirst(const so::SceneObject& object) {
  std::map<std::string, int> index;
  std::multimap<std::string, int> children;
  int root = -1;
  for (int i = 0; i < object.entities_size(); ++i) {
    const so::Entity& e = object.entities(i);
    WW_TRY(checkName(e.name()));
    if (!index.emplace(e.name(), i).second) return bad(fmt::format("two entities are named '{}'", e.name()));
    if (!e.parent_name().empty()) children.emplace(e.parent_name(), i);
    else if (root >= 0) return bad(fmt::format("'{}' and '{}' both have no parent", object.entities(root).name(), e.name()));
    else root = i;
  }
  if (root < 0) return bad("the scene object has no root entity");
  for (const auto& [parent, child] : children) {
    if (!index.contains(parent)) {
      return bad(fmt::format("the parent '{}' of entity '{}' does not exist", parent, object.entities(child).name()));
    }
  }
  std::vector<int> order{root};
  for (std::size_t at = 0; at < order.size(); ++at) {
    const auto [first, last] = children.equal_range(object.entities(order[at]).name());
    for (auto it = first; it != last; ++it) order.push_back(it->second);
  }
  if (order.size() != static_cast<std::size_t>(object.entities_size())) return bad("entities form a cycle");
  return order;
}

Status checkKind(const so::Entity& e, const so::Entity* parent) {
  if (!parent) {
    return e.has_link() || e.has_frame() ? okStatus() : bad(fmt::format("the root entity '{}' is not a link", e.name()));
  }
  const bool fine = e.has_frame()    ? parent->has_link() || parent->has_frame() || parent->has_joint()
                    : e.has_link()   ? parent->has_link() || parent->has_joint() || parent->has_frame()
                    : e.has_joint()  ? parent->has_link() || parent->has_joint()
                    : e.has_sensor() ? parent->has_link() || parent->has_joint()
                                     : false;
  if (fine) return okStatus();
  return bad(fmt::format("entity '{}' cannot hang on '{}'", e.name(), parent->name()))
      .withHint("links hang on links or joints, joints and sensors on links or joints, frames on links or frames");
}

Status checkJointValue(const Entity& e) {
  if (!e.joint || !e.joint->moves()) return okStatus();
  constexpr double kSlack = 1e-9;
  const Joint& j = *e.joint;
  if (j.application.lower < j.system.lower - kSlack || j.application.upper > j.system.upper + kSlack) {
    return bad(fmt::format("application limits of joint '{}' lie outside its system limits", e.name));
  }
  if (j.value < j.application.lower - kSlack || j.value > j.application.upper + kSlack) {
    return bad(fmt::format("position {} of joint '{}' lies outside its limits", j.value, e.name));
  }
  return okStatus();
}

// Keys that importers use among themselves; in an object they would have no meaning.
constexpr const char* kForbiddenKeys[] = {"gazebo_plugins", "gazebo_collision_surface", "gazebo_joint_physics", "sdf_lights"};

Status checkRuleSide(const so::SceneObject& scene, const so::CollisionEntityPair::Entity& side) {
  if (side.entity_name().empty()) return okStatus();  // anything in this scene object
  for (const so::Entity& e : scene.entities()) {
    if (e.name() == side.entity_name()) return okStatus();
  }
  return bad(fmt::format("a collision rule names the entity '{}', which does not exist", side.entity_name()));
}

Status checkRulePair(const so::SceneObject& scene, const so::CollisionEntityPair& pair) {
  WW_TRY(checkRuleSide(scene, pair.left_entity()));
  return checkRuleSide(scene, pair.right_entity());
}

// What concerns the scene object as a whole.
Status checkSceneObject(const so::SceneObject& scene) {
  for (const char* key : kForbiddenKeys) {
    if (scene.user_data().contains(key)) return bad(fmt::format("the user data key '{}' is not allowed in a scene object", key)).about(key);
  }
  if (scene.properties().kinematics().ik_solvers_size() > 1) return bad("a scene object has at most one inverse kinematics solver");
  for (const auto& rule : scene.collision_rules().exclusion_rules()) WW_TRY(checkRulePair(scene, rule.entity_pair()));
  for (const auto& rule : scene.collision_rules().margin_rules()) {
    WW_TRY(checkRulePair(scene, rule.entity_pair()));
    if (!(std::isfinite(rule.hard_margin()) && rule.hard_margin() >= 0.0)) return bad("a collision margin is negative or not finite");
  }
  return okStatus();
}

// Physics and the joint's pose as they were sent; poses are normalised in the message.
Status checkComponents(so::Entity& content, const Entity& entity) {
  if (content.link().has_physics_component()) WW_TRY(updates::checkPhysics(*content.mutable_link()->mutable_physics_component()));
  if (content.has_sensor()) WW_TRY(updates::checkSensor(content.sensor().sensor_component()));
  if (!entity.joint) return okStatus();
  auto& k = *content.mutable_joint()->mutable_kinematics_component();
  if (k.has_parent_t_inboard()) geometry::toWire(entity.joint->parent_t_inboard, k.mutable_parent_t_inboard());
  if (k.has_outboard_t_child()) geometry::toWire(entity.joint->outboard_t_child, k.mutable_outboard_t_child());
  WW_TRY(updates::checkNumbers(k));
  if (k.damping() < 0.0 || k.friction() < 0.0) return bad("a joint's damping or friction is negative");
  if (!entity.joint->moves() && entity.joint->value != 0.0) return bad("a fixed joint has a position other than 0");
  if (!content.has_parent_t_this() || !k.has_raw_value()) return okStatus();
  constexpr double kSlack = 5e-3;  // metres and radians
  WW_ASSIGN(const Pose given, geometry::fromWire(content.parent_t_this()));
  if (given == Pose{} || (positionDistance(given, entity.parent_t_this) < kSlack && rotationDistance(given, entity.parent_t_this) < kSlack)) return okStatus();
  return bad("the pose of a joint is not that of its position").withHint("leave parent_t_this out, or make it agree with raw_value");
}

class Instantiation {
 public:
  Instantiation(WorldEditor& editor, const NewObject& place, so::SceneObject scene)
      : editor_(editor), place_(place), scene_(std::move(scene)) {}

  Result<ObjectId> run() {
    WW_TRY(checkSceneObject(scene_));
    WW_TRY(internGeometry(scene_, editor_.store(), editor_.made()));
    WW_ASSIGN(const std::vector<int> order, parentsFirst(scene_));
    object_.id = {editor_.newId()};
    for (const int i : order) WW_TRY(addPart(scene_.entities(i), i == order.front()));
    WW_TRY(finishObject());
    const ObjectId id = object_.id;
    editor_.add(std::move(object_));
    for (Frame& f : frames_) editor_.add(std::move(f));
    return id;
  }

 private:
  Status addPart(const so::Entity& content, bool is_root) {
    const so::Entity* parent = is_root ? nullptr : contents_.at(content.parent_name());
    WW_TRY(checkKind(content, parent));
    contents_[content.name()] = &content;
    if (!is_root && content.has_frame()) return addFrame(content, *parent);
    if (parent && parent->has_frame() && !entity_of_.contains(parent->name())) {
      return bad(fmt::format("entity '{}' cannot hang on frame '{}'", content.name(), parent->name()));
    }
    EntityRecord record;
    record.set_id(editor_.newId());
    record.set_object(object_.id.value);
    if (parent) record.set_parent(entity_of_.at(parent->name()).value);
    *record.mutable_content() = content;
    if (is_root) record.mutable_content()->clear_parent_t_this();
    record.mutable_content()->clear_parent_name();
    Result<EntityPtr> entity = toEntity(record, editor_.store());
    if (!entity.ok()) return entity.status().in(fmt::format("entity '{}'", content.name()));
    WW_TRY(checkJointValue(*entity.value()));
    Status components = checkComponents(*record.mutable_content(), *entity.value());
    if (!components.ok()) return std::move(components).in(fmt::format("entity '{}'", content.name()));
    auto checked = std::make_shared<Entity>(*entity.value());
    checked->message = std::make_shared<EntityRecord>(record);
    entity = EntityPtr(std::move(checked));
    entity_of_[content.name()] = {record.id()};
    object_.entities.push_back(std::move(entity).value());
    return okStatus();
  }

  Status addFrame(const so::Entity& content, const so::Entity& parent) {
    FrameRecord record;
    record.set_id(editor_.newId());
    record.set_entity(editor_.newId());
    record.set_object(object_.id.value);
    if (const auto it = frame_of_.find(parent.name()); it != frame_of_.end()) {
      record.set_parent_frame(frames_[it->second].id.value);
      record.set_parent_entity(frames_[it->second].parent_entity.value);
    } else {
      record.set_parent_entity(entity_of_.at(parent.name()).value);
    }
    *record.mutable_content() = content;
    record.mutable_content()->clear_parent_name();
    WW_ASSIGN(const FramePtr frame, toFrame(record));
    frame_of_[content.name()] = frames_.size();
    frames_.push_back(*frame);
    return okStatus();
  }

  Status finishObject() {
    ObjectRecord record;
    *record.mutable_content() = scene_;
    record.mutable_content()->clear_entities();
    object_.name = place_.name;
    object_.name_is_global_alias = place_.name_is_global_alias;
    object_.parent = place_.parent;
    object_.parent_entity = place_.parent_entity;
    object_.parent_entity_t_this = {place_.parent_entity_t_object.p, normalizedOnce(place_.parent_entity_t_object.q)};
    object_.message = std::make_shared<ObjectRecord>(std::move(record));
    return deriveJoints(object_);
  }

  WorldEditor& editor_;
  const NewObject& place_;
  so::SceneObject scene_;
  Object object_;
  std::vector<Frame> frames_;
  std::map<std::string, const so::Entity*> contents_;
  std::map<std::string, EntityId> entity_of_;
  std::map<std::string, std::size_t> frame_of_;
};

}  // namespace

Result<ObjectId> instantiate(WorldEditor& editor, const NewObject& place, const so::SceneObject& scene_object) {
  return Instantiation(editor, place, scene_object).run();
}

}  // namespace ww::world
