// SPDX-License-Identifier: Apache-2.0
// Models: what there is, what comes and goes.
#include <algorithm>
#include <limits>

#include "core/geometry/wire_convert.h"
#include "core/session/edit_builders.h"
#include "core/session/object_properties.h"
#include "core/simulation/failures.h"
#include "core/simulation/grip.h"
#include "core/simulation/simulation_impl.h"
#include "core/world/updates/edits.h"
#include "core/world/views/references.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::simulation {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

// As gazebo has it: a model flies unless it is fastened to the world, or its root weighs nothing.
bool mayFly(const world::Object& object) {
  const world::Entity& root = *object.entities.front();
  return root.name != "world" && inertialOf(root, 0.0).mass > 0.0;
}

// Of what links say; what they do not say is none. As setLinkProperties has it.
Status checkMasses(const so::SceneObject& object) {
  for (const auto& entity : object.entities()) {
    if (!entity.has_link() || !entity.link().has_physics_component()) continue;
    const auto& physics = entity.link().physics_component();
    const Phrase link = phrase(WW_TEXT("Core", "link {name}"), {{"name", arg::Name{entity.name()}}});
    const double mass = physics.mass_kg();
    if (!(mass >= 0.0) || mass > kHeaviest)
      return within(fail(failures::kOutOfRange, {{"field", arg::Words{"mass"}},
                                                 {"value", arg::Number{mass}},
                                                 {"range", phrase(WW_TEXT("Core", "1e9 kg or less"))}}),
                    link);
    for (const double v : physics.inertia().values())
      if (const Status status = checkNumber(v, "inertia"); !status.ok()) return within(status, link);
  }
  return okStatus();
}

// The object below the root whose id is that or a later one.
ObjectId madeSince(const world::World& world, std::uint64_t first) {
  ObjectId made;
  world.forEachObject([&](const world::Object& o) {
    if (o.id.value >= first && o.parent == world::kRootObject) made = o.id;
  });
  return made;
}

worldwright::v1::Edits copyOf(ObjectId source, const std::string& name, const Pose& root_t_copy) {
  worldwright::v1::Edits edits;
  auto& copy = *edits.add_edits()->mutable_copy_object();
  copy.mutable_source()->set_id(world::toWire(source));
  copy.set_name(name);
  copy.set_with_children(true);
  copy.mutable_parent()->mutable_reference()->set_id(world::toWire(world::kRootObject));
  geometry::toWire(root_t_copy, copy.mutable_parent_object_t_copy());
  return edits;
}

Status letStand(world::World& world, ObjectId object, geometry::GeometryStore& store) {
  session::SimulationFlags flags = session::simulationOf(*world.peek(object));
  flags.is_static = true;
  WW_ASSIGN(world, world::apply(world, *session::setSimulation(object, flags), store));
  return okStatus();
}

// Of all of them one sentence.
StatusMessage withoutInertia(const std::vector<EntityId>& links, const world::World& world) {
  if (links.empty()) return {};
  if (links.size() == 1)
    return told(fail(failures::kNoInertia, {{"link", arg::Node{world.display(links[0]), links[0].value}}}));
  arg::Names names;
  for (const EntityId id : links) names.texts.push_back(world.display(id));
  return phrase(WW_TEXT("Core",
                        "{count} links have a mass, and no inertia that a body can have: those of their shapes "
                        "are taken: {links}"),
                {{"count", arg::Count{links.size()}}, {"links", std::move(names)}});
}

// What there is to say of an object that has come.
StatusMessage noteOf(const std::vector<Status>& notes, const world::World& world, const world::Object& object) {
  StatusMessage out;
  for (const Status& note : notes) {
    const auto* node = note.failure ? note.failure->find("object") : nullptr;
    const auto* named = node ? std::get_if<arg::Node>(node) : nullptr;
    if (named && named->id == object.id.value) out = bothTold(std::move(out), told(note));
  }
  std::set<std::string> fields;
  std::vector<EntityId> without;
  for (const auto& entity : object.entities) {
    for (std::string& field : unsupportedOf(object, *entity)) fields.insert(std::move(field));
    if (takesInertiaOfShape(*entity)) without.push_back(entity->id);
  }
  out = bothTold(std::move(out), withoutInertia(without, world));
  if (fields.empty()) return out;
  return bothTold(std::move(out),
                  told(fail(failures::kNotSimulated, {{"fields", arg::Names{{fields.begin(), fields.end()}}}})));
}

// "::" and the name of the collision geometry there: the one whose box is nearest.
std::string shapeAt(const world::Entity& link, const Vec3& in_link) {
  const world::PlacedGeometry* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const world::PlacedGeometry& placed : link.collision) {
    if (!placed.geometry) continue;
    const Bounds box = placed.geometry->bounds.transformed(placed.ref_t_shape);
    const double apart = (box.min - in_link).cwiseMax(in_link - box.max).cwiseMax(0.0).norm();
    if (apart < least) least = apart, nearest = &placed;
  }
  return nearest && !nearest->name.empty() ? "::" + nearest->name : std::string();
}

std::map<std::pair<EntityId, EntityId>, Contact> byPair(std::vector<ContactPoint> points) {
  std::map<std::pair<EntityId, EntityId>, Contact> pairs;
  for (ContactPoint& point : points) {
    if (point.b < point.a) {
      std::swap(point.a, point.b);
      point.normal = -point.normal;
      point.force = -point.force;
    }
    Contact& contact = pairs[{point.a, point.b}];
    contact.forces.push_back(point.force);
    contact.positions.push_back(point.position);
    contact.normals.push_back(point.normal);
    contact.depths.push_back(point.depth);
    contact.slips.push_back(point.slip);
    contact.total_force += point.force;
    contact.total_torque += point.position.cross(point.force);
  }
  return pairs;
}

}  // namespace

std::vector<std::string> Simulation::modelNames() const {
  std::vector<std::string> out;
  impl_->world.forEachObject([&](const world::Object& o) {
    if (o.id != world::kRootObject) out.push_back(impl_->world.display(o.id));
  });
  return out;
}

Result<ModelProperties> Simulation::modelProperties(const std::string& model) const {
  const Impl& d = *impl_;
  WW_ASSIGN(const ObjectId id, d.modelNamed(model));
  const world::Object& object = *d.world.peek(id);
  ModelProperties out;
  if (object.parent != world::kRootObject) out.parent_model_name = d.world.display(object.parent);
  out.canonical_body_name = object.entities.front()->name;
  bool moves = false;
  for (const auto& entity : object.entities) {
    if (entity->kind == world::EntityKind::kLink) out.body_names.push_back(entity->name);
    if (entity->kind == world::EntityKind::kJoint) out.joint_names.push_back(entity->name);
    for (const auto& placed : entity->collision) out.geom_names.push_back(placed.name);
    const auto piece = d.pieceOf(entity->id);
    moves |= piece && !d.engine->isFixed(*piece);
  }
  for (const ObjectId child : d.world.childrenOf(object)) out.child_model_names.push_back(d.world.peek(child)->name);
  out.is_static = !moves;
  return out;
}

Result<StatusMessage> Simulation::spawn(const std::string& name, const so::SceneObject& object, const StateIn& at,
                                        const SpawnWays& ways) {
  Impl& d = *impl_;
  if (isReservedName(name)) return fail(failures::kReservedName, {{"name", arg::Name{name}}});
  WW_ASSIGN(const Motion motion, d.motionFrom(at));
  WW_TRY(checkMasses(object));
  so::SceneObject wanted = object;
  if (ways.is_static) wanted.mutable_simulation_spec()->set_is_static(true);
  const auto edits =
      session::createFromSceneObject(world::kRootObject, world::kRootEntity, name, wanted, motion.root_t_this);
  const std::uint64_t first = d.world.nextId();
  WW_ASSIGN(d.world, world::apply(d.world, *edits, *d.store));
  const ObjectId made = madeSince(d.world, first);
  const world::Object& now = *d.world.peek(made);
  if (mayFly(now) && !ways.held_by_world) d.changes.floating.insert(made);
  if (!(ways.object_t_model == Pose())) d.model_frames[made] = ways.object_t_model;
  d.replan();
  const auto piece = d.pieceOf(now.rootEntity());
  const bool still = !piece || d.engine->isFixed(*piece);
  if (!still && (!motion.twist.linear.isZero() || !motion.twist.angular.isZero()))
    WW_TRY(d.setMotion(now.rootEntity(), carried({motion.root_t_this * ways.object_t_model, motion.twist},
                                                 ways.object_t_model.inverse())));
  return noteOf(notes(), d.world, now);
}

Result<StatusMessage> Simulation::spawnCopy(const std::string& name, const std::string& model, const StateIn& at,
                                            const SpawnWays& ways) {
  Impl& d = *impl_;
  if (isReservedName(name)) return fail(failures::kReservedName, {{"name", arg::Name{name}}});
  WW_ASSIGN(const ObjectId source, d.modelNamed(model));
  WW_ASSIGN(const Motion of_model, d.motionFrom(at));
  const Pose object_t_model = d.objectTModel(source);
  const Motion motion = carried(of_model, object_t_model.inverse());
  const std::uint64_t first = d.world.nextId();
  const bool flies = d.changes.floating.contains(source);
  WW_ASSIGN(world::World with_copy, world::apply(d.world, copyOf(source, name, motion.root_t_this), *d.store));
  const ObjectId made = madeSince(with_copy, first);
  if (ways.is_static) WW_TRY(letStand(with_copy, made, *d.store));
  d.world = std::move(with_copy);
  if (flies) d.changes.floating.insert(made);
  if (d.model_frames.contains(source)) d.model_frames[made] = object_t_model;
  d.replan();
  const EntityId root = d.world.peek(made)->rootEntity();
  const auto piece = d.pieceOf(root);
  if (piece && !d.engine->isFixed(*piece)) WW_TRY(d.setMotion(root, motion));
  return StatusMessage{};
}

Status Simulation::remove(const std::string& model) {
  Impl& d = *impl_;
  WW_ASSIGN(const ObjectId object, d.modelNamed(model));
  WW_TRY(Grips::letGoOf(d, object));
  const std::set<ObjectId> objects = d.withChildren(object);
  d.forgetJobsOf(objects);
  WW_ASSIGN(d.world, world::apply(d.world, *session::deleteObject(object, true), *d.store));
  for (const ObjectId id : objects) {
    d.changes.floating.erase(id);
    d.model_frames.erase(id);
  }
  std::erase_if(d.changes.links, [&](const auto& l) { return !d.world.owner(l.first); });
  std::erase_if(d.changes.materials,
                [&](const auto& m) { return m.first != WorldPlan::kFloor && !d.world.owner(m.first); });
  std::erase_if(d.kept, [&](const auto& k) { return !d.world.owner(k.first); });
  d.replan();
  return okStatus();
}

std::vector<NamedState> Simulation::modelStates() const {
  const Impl& d = *impl_;
  std::vector<NamedState> out;
  std::set<ObjectId> jointed;
  for (const auto& [joint, seat] : d.plan.joints) jointed.insert(d.world.owner(joint)->object);
  d.world.forEachObject([&](const world::Object& o) {
    const Assembly* assembly = o.id == world::kRootObject ? nullptr : d.assemblyOf(o.rootEntity());
    const bool moves = assembly && assembly->kind != AssemblyKind::kStatic;
    if (!moves && !jointed.contains(o.id)) return;
    const Motion motion = d.motionOf(world::NodeRef(o.id));
    out.push_back({d.world.display(o.id), motion.root_t_this, motion.twist});
  });
  return out;
}

std::vector<NamedState> Simulation::linkStates() const {
  const Impl& d = *impl_;
  std::vector<NamedState> out;
  for (const auto& [entity, seat] : d.plan.entities) {
    const PieceId piece{d.numbers.at(seat.assembly), seat.piece};
    if (d.engine->isFixed(piece) || d.world.entity(entity)->kind != world::EntityKind::kLink) continue;
    const Motion motion = d.motionOf(entity);
    out.push_back({d.scoped(entity), motion.root_t_this, motion.twist});
  }
  return out;
}

std::vector<NamedJoint> Simulation::jointStates() const {
  const Impl& d = *impl_;
  std::vector<NamedJoint> out;
  for (const auto& [joint, seat] : d.plan.joints) {
    NamedJoint row{d.scoped(joint), d.engine->joint(d.numbers.at(seat.assembly), seat.joint),
                   std::numeric_limits<double>::quiet_NaN()};
    const auto drive = d.drives.find(joint);
    if (drive != d.drives.end() && drive->second.servo && !drive->second.by_speed) row.target = drive->second.target;
    out.push_back(std::move(row));
  }
  return out;
}

bool Simulation::asleep(const std::string& model) const {
  const auto object = impl_->modelNamed(model);
  if (!object.ok()) return false;
  const auto piece = impl_->pieceOf(impl_->world.peek(*object)->rootEntity());
  return piece && impl_->engine->asleep(piece->assembly);
}

std::vector<Contact> Simulation::contacts() const {
  auto pairs = byPair(impl_->engine->contacts());
  std::vector<Contact> out;
  for (auto& [pair, contact] : pairs) {
    const auto name = [&, at = contact.positions.front()](EntityId e) -> std::string {
      if (e == WorldPlan::kFloor) return "floor";
      return impl_->scoped(e) + shapeAt(*impl_->world.entity(e), impl_->motionOf(e).root_t_this.inverse() * at);
    };
    contact.collision1 = name(pair.first);
    contact.collision2 = name(pair.second);
    out.push_back(std::move(contact));
  }
  return out;
}

}  // namespace ww::simulation
