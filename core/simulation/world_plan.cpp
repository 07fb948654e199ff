// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/world_plan.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/scene/loops.h"
#include "core/simulation/failures.h"
#include "core/simulation/plan_notes.h"
#include "worldwright/v1/file.pb.h"

namespace ww::simulation {
namespace {

using model::BodyIndex;
using model::kFixedBody;
using world::Object;

constexpr double kLightShare = 1e-4;  // of a mechanism's mass: what a link weighs that says nothing
constexpr double kLightRadius = 0.05;
constexpr double kTouch = 1e-4;  // metres

const intrinsic_proto::scene_object::v1::SimulationSpec& specOf(const Object& object) {
  static const intrinsic_proto::scene_object::v1::SimulationSpec kNone;
  return object.message ? object.message->content().simulation_spec() : kNone;
}

bool hasJoints(const Object& object) { return !object.moving_joints.empty() || !object.followers.empty(); }

class Planner {
 public:
  Planner(const world::World& world, const PlanOptions& options, const PlanChanges& changes,
          collision::ShapeCache& shapes)
      : world_(world), options_(options), changes_(changes), shapes_(shapes) {}

  WorldPlan plan();
  bool flies(const Object& object) const;

 private:
  // The body that one is rigid with, as some joints do not move here.
  struct Rigid {
    BodyIndex body = kFixedBody;
    Pose body_t_this;
  };
  // A mechanism or free body under way.
  struct Growing {
    Assembly assembly;
    std::map<BodyIndex, int> pieces;
  };

  Inertial weigh(const world::Entity& entity) const;
  double massOf(const Object& object) const;
  bool carriesJoints(const Object& object) const;
  void findRigid();
  bool moves(BodyIndex body) const;
  void addParts(const Object& object);
  Part partOf(const world::Entity& entity, const Pose& piece_t_part);
  void addPayload(const Object& object);
  Growing& growing(BodyIndex body);
  void addJointBody(BodyIndex body, const model::Body& b);
  Axis axisOf(BodyIndex body, const model::Body& b) const;
  void addLeaders();
  void addTies(const Object& object);
  void lighten(Growing& mechanism);
  void seat(EntityId key, const Growing& mechanism);
  void addFloor();
  void note(const Object& object);
  static arg::Node name(const world::World& world, ObjectId object) { return {world.display(object), object.value}; }

  const world::World& world_;
  const PlanOptions& options_;
  const PlanChanges& changes_;
  collision::ShapeCache& shapes_;
  model::Model model_ = model::Model::make(world::World());
  std::map<BodyIndex, Rigid> rigid_;
  std::map<EntityId, Growing> growing_;           // by key
  std::map<BodyIndex, EntityId> keys_;            // of the bodies in them
  std::map<ObjectId, EntityId> key_of_joints_on;  // of mechanisms that stand: one for each object
  WorldPlan out_;
};

Inertial Planner::weigh(const world::Entity& entity) const {
  const auto it = changes_.links.find(entity.id);
  return it == changes_.links.end() ? inertialOf(entity, options_.density) : it->second.inertial;
}

double Planner::massOf(const Object& object) const {
  double sum = 0.0;
  if (specOf(object).disabled()) return sum;
  for (const auto& entity : object.entities) sum += weigh(*entity).mass;
  object.children.forEach([&](std::uint64_t id, world::Present) { sum += massOf(*world_.peek(ObjectId{id})); });
  return sum;
}

bool Planner::carriesJoints(const Object& object) const {
  bool found = hasJoints(object);
  object.children.forEach(
      [&](std::uint64_t id, world::Present) { found = found || carriesJoints(*world_.peek(ObjectId{id})); });
  return found;
}

bool Planner::flies(const Object& object) const {
  if (object.id == world::kRootObject || object.parent != world::kRootObject) return false;
  if (specOf(object).is_static() || specOf(object).disabled()) return false;
  if (carriesJoints(object) && !changes_.floating.contains(object.id)) return false;
  return massOf(object) > 0.0;
}

// Joints of what stands still, and of mechanisms without any mass, do not move.
void Planner::findRigid() {
  std::map<ObjectId, double> mass;
  const auto stuck = [&](ObjectId id) {
    const Object& object = *world_.peek(id);
    if (specOf(object).is_static() || specOf(object).disabled()) return true;
    if (!mass.contains(id)) {
      mass[id] = massOf(object);
      if (mass[id] <= 0.0) out_.notes.push_back(fail(failures::kMechanismNoMass, {{"object", name(world_, id)}}));
    }
    return mass[id] <= 0.0;
  };
  model_.forEachBody([&](BodyIndex i, const model::Body& b) {
    if (b.kind != model::BodyKind::kJoint || !stuck(b.object)) {
      rigid_[i] = {i, Pose{}};
    } else {
      const Rigid& below = rigid_.at(b.parent);
      rigid_[i] = {below.body, below.body_t_this * model_.parentT(i)};
    }
  });
}

bool Planner::moves(BodyIndex body) const { return body != kFixedBody && rigid_.at(body).body == body; }

Part Planner::partOf(const world::Entity& entity, const Pose& piece_t_part) {
  Part part;
  part.entity = entity.id;
  part.name = entity.name;
  part.piece_t_part = piece_t_part;
  part.inertial = weigh(entity);
  const auto changed = changes_.links.find(entity.id);
  part.gravity = changed == changes_.links.end() || changed->second.gravity;
  const auto material = changes_.materials.find(entity.id);
  part.material =
      material == changes_.materials.end() ? materialOf(*world_.peek(entity.object), entity) : material->second;
  for (const world::PlacedGeometry& placed : entity.collision) {
    if (!placed.geometry) continue;
    for (const auto& primitive : placed.geometry->shape.primitives)
      part.solids.emplace_back(
          geometry::PlacedPrimitive{primitive.primitive, placed.ref_t_shape * primitive.ref_t_shape});
    if (!placed.geometry->shape.primitives.empty()) continue;
    if (const auto shape = shapes_.get(placed)) {
      for (const collision::Piece& piece : shape->pieces) part.solids.emplace_back(piece);
      out_.shapes.push_back(shape);
    }
  }
  return part;
}

Planner::Growing& Planner::growing(BodyIndex body) {
  const EntityId key = keys_.at(body);
  return growing_.at(key);
}

Axis Planner::axisOf(BodyIndex i, const model::Body& b) const {
  Axis axis;
  const world::Joint& joint = model_.joint(i);
  axis.entity = b.entity;
  axis.name = model_.jointName(i);
  axis.revolute = b.revolute;
  const Rigid& below = rigid_.at(b.parent);
  axis.parent_t_piece = below.body_t_this * b.parent_t_body.at(0.0);
  axis.axis = b.axis_in_body;
  axis.on_axis = b.p_on_axis_in_body;
  axis.position = model_.position(i);
  axis.lower = joint.system.lower;
  axis.upper = joint.system.upper;
  if (joint.system.effort > 0.0) axis.effort_limit = joint.system.effort;
  if (joint.system.velocity > 0.0) axis.velocity_limit = joint.system.velocity;
  const auto& message = world_.entity(b.entity)->message;
  if (message && message->content().has_joint()) {
    const auto& k = message->content().joint().kinematics_component();
    if (std::isfinite(k.damping()) && k.damping() > 0.0) axis.damping = k.damping();
    if (std::isfinite(k.friction()) && k.friction() > 0.0) axis.friction = k.friction();
  }
  for (const auto& device : specOf(*world_.peek(b.object)).robot().device_specs()) {
    if (device.joint_entity() == axis.name && device.has_initial_state() && std::isfinite(device.initial_state()))
      axis.position = std::clamp(device.initial_state(), axis.lower, axis.upper);
  }
  axis.held = options_.hold_joints && !changes_.floating.contains(b.object);
  return axis;
}

void Planner::addJointBody(BodyIndex i, const model::Body& b) {
  const BodyIndex below = rigid_.at(b.parent).body;
  EntityId key;
  if (below != kFixedBody) {
    key = keys_.at(below);
  } else if (const auto known = key_of_joints_on.find(b.object); known != key_of_joints_on.end()) {
    key = known->second;
  } else {
    key = key_of_joints_on[b.object] = b.entity;
    Growing& made = growing_[key];
    made.assembly.kind = AssemblyKind::kMechanism;
    made.assembly.object = b.object;
    made.assembly.pieces.emplace_back();  // the base, whose parts are those of what stands still
    made.pieces[kFixedBody] = 0;
  }
  keys_[i] = key;
  Growing& mechanism = growing_.at(key);
  mechanism.assembly.kind = AssemblyKind::kMechanism;
  Axis axis = axisOf(i, b);
  axis.parent = mechanism.pieces.at(below);
  mechanism.pieces[i] = static_cast<int>(mechanism.assembly.pieces.size());
  mechanism.assembly.axes.push_back(std::move(axis));
  mechanism.assembly.pieces.push_back({b.entity, {}});
}

void Planner::addLeaders() {
  model_.forEachBody([&](BodyIndex i, const model::Body& b) {
    if (!b.follows() || !moves(i) || !moves(b.leader) || keys_.at(i) != keys_.at(b.leader)) return;
    Growing& mechanism = growing(i);
    Axis& axis = mechanism.assembly.axes[static_cast<std::size_t>(mechanism.pieces.at(i) - 1)];
    axis.leader = mechanism.pieces.at(b.leader) - 1;
    axis.multiplier = b.multiplier;
    axis.offset = b.offset;
    axis.held = false;
    const Axis& leader = mechanism.assembly.axes[static_cast<std::size_t>(axis.leader)];
    axis.position = b.multiplier * leader.position + b.offset;
  });
}

void Planner::addParts(const Object& object) {
  if (specOf(object).disabled()) return;
  Assembly still;
  still.object = object.id;
  still.root_t_base = world_.rootT(object.id);
  still.pieces.push_back({object.rootEntity(), {}});
  bool some = false;
  for (const auto& entity : object.entities) {
    const model::Ride ride = model_.ride(object.id, entity->id);
    const Rigid& rigid = rigid_.at(ride.body);
    const Pose body_t_entity = rigid.body_t_this * ride.body_t_node;
    const bool stands = rigid.body == kFixedBody;
    some |= stands;
    const Pose piece_t_entity = stands ? still.root_t_base.inverse() * body_t_entity : body_t_entity;
    const EntityId key = stands ? object.rootEntity() : keys_.at(rigid.body);
    const int piece = stands ? 0 : growing_.at(key).pieces.at(rigid.body);
    out_.entities[entity->id] = {key, piece, piece_t_entity};
    Part part = partOf(*entity, piece_t_entity);
    if (stands && part.solids.empty()) continue;
    if (!stands && part.solids.empty() && part.inertial.mass <= 0.0) continue;
    Piece& to = stands ? still.pieces.front() : growing_.at(key).assembly.pieces[static_cast<std::size_t>(piece)];
    to.parts.push_back(std::move(part));
  }
  if (some) out_.assemblies[object.rootEntity()] = std::make_shared<const Assembly>(std::move(still));
  addPayload(object);
}

// Of chains that are closed. What drives none of its joints lets it move.
void Planner::addTies(const Object& object) {
  if (!object.message || specOf(object).disabled()) return;
  for (const scene::LoopJoint& loop : scene::loopsOf(object.message->content().user_data())) {
    const world::Entity *parent = object.entityNamed(loop.parent), *child = object.entityNamed(loop.child);
    if (!parent || !child) continue;
    const EntitySeat &of_parent = out_.entities.at(parent->id), &of_child = out_.entities.at(child->id);
    const bool parent_moves = growing_.contains(of_parent.assembly), child_moves = growing_.contains(of_child.assembly);
    const EntityId key = child_moves ? of_child.assembly : of_parent.assembly;
    if (!(parent_moves || child_moves) || (parent_moves && child_moves && of_parent.assembly != of_child.assembly))
      continue;
    Assembly& mechanism = growing_.at(key).assembly;
    // What stands is the base of what is fastened.
    const Pose base_t_root = mechanism.root_t_base.inverse();
    const Pose parent_t = parent_moves ? of_parent.piece_t_entity : base_t_root * world_.rootT(parent->id);
    const Pose child_t = child_moves ? of_child.piece_t_entity : base_t_root * world_.rootT(child->id);
    for (const scene::LoopTie& tie : loop.ties)
      mechanism.ties.push_back({parent_moves ? of_parent.piece : 0, child_moves ? of_child.piece : 0,
                                parent_t * tie.in_parent, child_t * tie.in_child});
    for (Axis& axis : mechanism.axes) axis.held = false;
  }
}

// What a robot says that it carries weighs at its flange.
void Planner::addPayload(const Object& object) {
  const auto payload = payloadOf(world_, object);
  if (!payload) return;
  const EntitySeat& seat = out_.entities.at(payload->first);
  const auto it = growing_.find(seat.assembly);
  if (it == growing_.end()) return;
  Part part;
  part.name = "payload";
  part.piece_t_part = seat.piece_t_entity;
  part.inertial = payload->second;
  it->second.assembly.pieces[static_cast<std::size_t>(seat.piece)].parts.push_back(std::move(part));
}

// The solver divides by what a joint moves.
void Planner::lighten(Growing& mechanism) {
  double total = 0.0;
  for (const Piece& piece : mechanism.assembly.pieces) total += piece.inertial().mass;
  for (std::size_t i = mechanism.assembly.floating ? 0 : 1; i < mechanism.assembly.pieces.size(); ++i) {
    Piece& piece = mechanism.assembly.pieces[i];
    if (piece.inertial().mass > 0.0) continue;
    Part part;
    part.name = "assumed";
    part.inertial.mass = std::max(kLightShare * total, 1e-6);
    part.inertial.inertia = 0.4 * part.inertial.mass * kLightRadius * kLightRadius * Eigen::Matrix3d::Identity();
    if (i > 0) {
      out_.notes.push_back(fail(failures::kLinkNoMass, {{"joint", arg::Name{mechanism.assembly.axes[i - 1].name}},
                                                        {"mass", arg::Number{part.inertial.mass}}}));
    }
    piece.parts.push_back(std::move(part));
  }
}

void Planner::seat(EntityId key, const Growing& mechanism) {
  for (std::size_t i = 0; i < mechanism.assembly.axes.size(); ++i)
    out_.joints[mechanism.assembly.axes[i].entity] = {key, static_cast<int>(i)};
}

void Planner::addFloor() {
  if (!options_.floor) return;
  Assembly floor;
  floor.root_t_base = Pose::translation(0, 0, *options_.floor);
  Part part;
  part.name = "floor";
  part.material = floorMaterial();
  if (const auto changed = changes_.materials.find(WorldPlan::kFloor); changed != changes_.materials.end())
    part.material = changed->second;
  part.solids.emplace_back(Ground{});
  floor.pieces.push_back({WorldPlan::kFloor, {part}});
  out_.assemblies[WorldPlan::kFloor] = std::make_shared<const Assembly>(std::move(floor));
  for (const auto& [id, seat] : out_.entities) {
    const auto growing = growing_.find(seat.assembly);
    if (growing == growing_.end()) continue;
    const auto entity = world_.entity(id);
    const auto shape = entity->collision.empty() ? nullptr : shapes_.get(*entity);
    if (!shape) continue;
    const double lowest =
        shape->bounds.transformed(Eigen::Affine3d(world_.rootT(world::NodeRef(id)).isometry())).min.z();
    const double depth = *options_.floor - lowest;
    if (depth <= kTouch) continue;
    const bool bolted = growing->second.assembly.kind == AssemblyKind::kMechanism && !growing->second.assembly.floating;
    if (bolted) out_.over_floor.insert(id);
    else
      out_.notes.push_back(
          fail(failures::kBelowFloor, {{"object", name(world_, entity->object)}, {"depth", arg::Length{depth}}}));
  }
}

void Planner::note(const Object& object) {
  const auto& spec = specOf(object);
  if (spec.extra_inlined_plugins_size() > 0)
    out_.notes.push_back(fail(failures::kPluginNotRun,
                              {{"object", name(world_, object.id)},
                               {"count", arg::Count{static_cast<std::uint64_t>(spec.extra_inlined_plugins_size())}}}));
  if (spec.disabled()) {
    out_.notes.push_back(fail(failures::kLeftOut, {{"object", name(world_, object.id)}}));
  } else if (object.parent == world::kRootObject && !spec.is_static() && !carriesJoints(object) &&
             massOf(object) <= 0.0) {
    out_.notes.push_back(fail(failures::kNoMass, {{"object", name(world_, object.id)}}));
  }
  noteFastJoints(world_, object, out_.notes);
  for (const auto& entity : object.entities) {
    const std::vector<std::string> fields = unsupportedOf(object, *entity);
    if (fields.empty()) continue;
    out_.notes.push_back(
        within(fail(failures::kNotSimulated, {{"fields", arg::Names{fields}}}),
               phrase(WW_TEXT("Core", "{node}"), {{"node", arg::Node{world_.display(entity->id), entity->id.value}}})));
  }
}

WorldPlan Planner::plan() {
  std::vector<ObjectId> free;
  std::vector<const Object*> objects;
  world_.forEachObject([&](const Object& o) { objects.push_back(&o); });
  for (const Object* o : objects) {
    if (o->id != world::kRootObject) note(*o);
    if (flies(*o)) free.push_back(o->id);
  }
  model_ = model::Model::make(world_, {free});
  findRigid();
  model_.forEachBody([&](BodyIndex i, const model::Body& b) {
    if (!moves(i)) return;
    if (b.kind == model::BodyKind::kJoint) return addJointBody(i, b);
    keys_[i] = b.entity;
    Growing& made = growing_[b.entity];
    made.assembly.kind = AssemblyKind::kFree;
    made.assembly.floating = true;
    made.assembly.object = b.object;
    made.assembly.root_t_base = model_.rootT(i);
    made.assembly.pieces.push_back({b.entity, {}});
    made.pieces[i] = 0;
  });
  addLeaders();
  for (const Object* o : objects) addParts(*o);
  for (const Object* o : objects) addTies(*o);
  addFloor();
  for (auto& [key, made] : growing_) {
    if (made.assembly.kind == AssemblyKind::kMechanism) lighten(made);
    seat(key, made);
    out_.assemblies[key] = std::make_shared<const Assembly>(std::move(made.assembly));
  }
  return std::move(out_);
}

}  // namespace

bool flies(const world::World& world, ObjectId object, const PlanOptions& options) {
  const world::Object* found = world.peek(object);
  return found && Planner(world, options, {}, *collision::ShapeCache::ofProcess()).flies(*found);
}

WorldPlan planOf(const world::World& world, const PlanOptions& options, const PlanChanges& changes,
                 collision::ShapeCache& shapes) {
  return Planner(world, options, changes, shapes).plan();
}

}  // namespace ww::simulation
