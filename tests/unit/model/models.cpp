// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/model/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/geometry/wire_convert.h"
#include "core/world/records/records.h"
#include "core/world/updates/editor.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::test {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

so::Entity& addEntity(so::SceneObject& to, const std::string& name, const std::string& parent) {
  so::Entity& e = *to.add_entities();
  e.set_name(name);
  e.set_parent_name(parent);
  return e;
}

void addJoint(so::SceneObject& to, std::mt19937_64& random, const std::string& name, const std::string& parent) {
  auto* k = addEntity(to, name, parent).mutable_joint()->mutable_kinematics_component();
  k->set_motion_type(random() % 3 ? intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_REVOLUTE
                                  : intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_PRISMATIC);
  geometry::toWire(Vec3(randomNumber(random), randomNumber(random), 1.1).normalized(), k->mutable_axis());
  geometry::toWire(randomPose(random), k->mutable_parent_t_inboard());
  if (random() % 2) geometry::toWire(randomPose(random), k->mutable_outboard_t_child());
  k->mutable_system_limits()->mutable_fixed_limits()->set_lower(-3);
  k->mutable_system_limits()->mutable_fixed_limits()->set_upper(3);
}

// The entity that names a body; equal in all models of a world.
EntityId nameOf(const model::Model& m, model::BodyIndex i) { return i < 0 ? EntityId{} : m.body(i).entity; }

std::vector<EntityId> namesOf(const model::Model& m, const std::vector<model::BodyIndex>& bodies) {
  std::vector<EntityId> out;
  for (const model::BodyIndex i : bodies) out.push_back(nameOf(m, i));
  std::ranges::sort(out);
  return out;
}

std::string bodyDifference(const model::Model& a, model::BodyIndex i, const model::Model& b, model::BodyIndex k) {
  model::Body x = a.body(i), y = b.body(k);
  if (nameOf(a, x.parent) != nameOf(b, y.parent)) return "rides on another body";
  if (nameOf(a, x.leader) != nameOf(b, y.leader)) return "follows another joint";
  x.parent = y.parent;
  x.leader = y.leader;
  if (!(x == y)) return "moves in another way";
  if (a.position(i) != b.position(k)) return "stands at another position";
  if (namesOf(a, a.childrenOf(i)) != namesOf(b, b.childrenOf(k))) return "carries other bodies";
  if (a.objectsOn(i) != b.objectsOn(k)) return "carries other objects";
  if (a.entitiesOn(i) != b.entitiesOn(k)) return "carries other entities";
  return a.framesOn(i) == b.framesOn(k) ? "" : "carries other frames";
}

std::string rideDifference(const model::Model& a, const model::Model& b, world::NodeRef node) {
  const model::Ride x = a.ride(node), y = b.ride(node);
  if (nameOf(a, x.body) != nameOf(b, y.body)) return a.world().display(node) + " rides on another body";
  return x.body_t_node == y.body_t_node ? "" : a.world().display(node) + " rides elsewhere on its body";
}

std::string disorder(const model::Model& m) {
  std::string wrong;
  std::size_t entities = 0, frames = 0, objects = 0;
  m.forEachBody([&](model::BodyIndex i, const model::Body& b) {
    if (b.parent >= i || i >= m.bodyEnd()) wrong = "a body comes before what it rides on";
    for (const model::BodyIndex child : m.childrenOf(i)) {
      if (!m.hasBody(child) || m.body(child).parent != i) wrong = "a body has a child that is not its own";
    }
    for (const EntityId e : m.entitiesOn(i)) {
      ++entities;
      if (m.bodyOf(e) != i) wrong = "an entity is listed on another body than it rides on";
    }
    frames += m.framesOn(i).size();
    objects += m.objectsOn(i).size();
  });
  if (frames != m.world().frameCount() || objects != m.world().objectCount())
    wrong = "not every node rides on one body";
  if (entities + frames != m.world().data().entities.size()) wrong = "not every entity rides on one body";
  return wrong;
}

template <typename Fn>
void forEachNode(const world::World& w, Fn&& fn) {
  w.forEachObject([&](const world::Object& o) {
    fn(world::NodeRef(o.id));
    for (const world::EntityPtr& e : o.entities) fn(world::NodeRef(e->id));
  });
  w.forEachFrame([&](const world::Frame& f) {
    fn(world::NodeRef(f.id));
    fn(world::NodeRef(f.entity));
  });
}

}  // namespace

double randomNumber(std::mt19937_64& random) { return static_cast<double>(random() % 2000) / 1000.0 - 1.0; }

Pose randomPose(std::mt19937_64& random) {
  const Vec3 axis(randomNumber(random), randomNumber(random), 1.1);
  return {Vec3(randomNumber(random), randomNumber(random), randomNumber(random)),
          Quat(Eigen::AngleAxisd(3.0 * randomNumber(random), axis.normalized()))};
}

so::SceneObject randomTree(std::mt19937_64& random, int joints, bool branches) {
  so::SceneObject out;
  out.set_name("tree");
  addEntity(out, "base", "").mutable_link();
  std::vector<std::string> links{"base"};
  for (int i = 1; i <= joints; ++i) {
    const std::string joint = fmt::format("joint_{}", i), link = fmt::format("link_{}", i);
    addJoint(out, random, joint, branches ? links[random() % links.size()] : links.back());
    so::Entity& e = addEntity(out, link, joint);
    e.mutable_link();
    geometry::toWire(randomPose(random), e.mutable_parent_t_this());
    links.push_back(link);
  }
  so::Entity& tip = addEntity(out, "tip", links.back());
  tip.mutable_frame()->set_is_attachment_frame(true);
  geometry::toWire(randomPose(random), tip.mutable_parent_t_this());
  return out;
}

so::SceneObject gripper(int fingers) {
  so::SceneObject out;
  out.set_name("gripper");
  addEntity(out, "base", "").mutable_link();
  for (int i = 1; i <= fingers; ++i) {
    auto* k = addEntity(out, fmt::format("joint_{}", i), "base").mutable_joint()->mutable_kinematics_component();
    k->set_motion_type(i % 2 ? intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_PRISMATIC
                             : intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_REVOLUTE);
    k->mutable_axis()->set_x(1);
    geometry::toWire(Pose::translation(0.05 * i, 0, 0.1), k->mutable_parent_t_inboard());
    k->mutable_system_limits()->mutable_fixed_limits()->set_lower(-1);
    k->mutable_system_limits()->mutable_fixed_limits()->set_upper(1);
    addEntity(out, fmt::format("finger_{}", i), fmt::format("joint_{}", i)).mutable_link();
  }
  return out;
}

void Workshop::apply(const session::EditsPtr& edits) {
  auto next = world::apply(w, *edits, store);
  if (!next.ok()) fmt::print(stderr, "{}\n", next.status().line());
  WW_CHECK(next.ok());
  w = std::move(next).value();
}

ObjectId Workshop::add(const std::string& name, const so::SceneObject& what, const Pose& pose, ObjectId parent,
                       EntityId on) {
  apply(session::createFromSceneObject(parent, on, name, what, pose));
  return id(name);
}

ObjectId Workshop::addBox(const std::string& name, const Pose& pose, ObjectId parent, EntityId on) {
  apply(session::createPrimitive(parent, on, name, geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, pose));
  return w.find(name);
}

EntityId Workshop::entity(const std::string& object, const std::string& name) const {
  return w.peek(id(object))->entityNamed(name)->id;
}
FrameId Workshop::frame(const std::string& object, const std::string& name) const {
  return w.frameNamed(id(object), name);
}
void Workshop::setJoints(ObjectId object, const JointVector& q) { apply(session::setJoints(object, q)); }

void Workshop::follow(ObjectId object, const std::vector<scene::Follow>& follows) {
  world::WorldEditor editor(w, store);
  world::Object changed = *w.peek(object);
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*changed.message);
  scene::setFollows(*record->mutable_content(), follows);
  changed.message = std::move(record);
  WW_CHECK(world::deriveJoints(changed).ok());
  editor.replace(std::move(changed));
  w = std::move(editor).finish();
}

std::string poseMismatch(const Pose& a, const Pose& b, double tolerance) {
  const double place = (a.p - b.p).norm();
  const double turn = std::min((a.q.coeffs() - b.q.coeffs()).norm(), (a.q.coeffs() + b.q.coeffs()).norm());
  if (place <= tolerance && turn <= tolerance) return "";
  return fmt::format("off by {:.3g} m and {:.3g}", place, turn);
}

HandlingCell::HandlingCell(std::uint64_t seed) : random(seed) {
  const ObjectId table = addBox("table", randomPose(random));
  const ObjectId arm = add("arm", randomTree(random, 6, false), randomPose(random), table);
  const ObjectId hand = add("hand", gripper(2), randomPose(random), arm, entity("arm", "link_6"));
  follow(hand, {{"joint_2", "joint_1", -0.5, 0.1}});
  apply(session::createFrame(hand, entity("hand", "finger_1"), "pinch", randomPose(random)));
  apply(session::createFrameOnFrame(frame("hand", "pinch"), "grip", randomPose(random)));
  apply(session::createFrame(hand, entity("hand", "finger_2"), "side", randomPose(random)));
  const ObjectId part = addBox("part", randomPose(random));
  apply(session::reparentObjectToFrame(part, frame("hand", "grip")));
  apply(session::createFrame(part, w.peek(part)->rootEntity(), "on_part", randomPose(random)));
  addBox("leaf", randomPose(random), part, w.peek(part)->rootEntity());
  const ObjectId other = add("other", randomTree(random, 4), randomPose(random));
  addBox("held", randomPose(random), other, entity("other", "link_3"));
  addBox("beside", randomPose(random));
  for (const ObjectId robot : {arm, hand, other}) {
    JointVector q = w.peek(robot)->jointPositions();
    for (double& v : q) v = 0.8 * randomNumber(random);
    setJoints(robot, q);
  }
}

model::Overrides HandlingCell::elsewhere() {
  model::Overrides out;
  for (const char* name : {"arm", "hand", "other"}) {
    if (random() % 2 == 0) continue;
    JointVector& q = out.joints[id(name)] = w.peek(id(name))->jointPositions();
    for (double& v : q) v = 0.8 * randomNumber(random);
  }
  for (const char* name : {"table", "arm", "hand", "part", "leaf", "other", "held", "beside"})
    if (random() % 4 == 0) out.objects[id(name)] = randomPose(random);
  for (const FrameId f : {frame("hand", "pinch"), frame("hand", "grip"), frame("hand", "side"), frame("arm", "tip"),
                          frame("part", "on_part")})
    if (random() % 4 == 0) out.frames[f] = randomPose(random);
  return out;
}

// An object, then its frames, those on frames after them, then what hangs on it: what comes later stays.
world::World HandlingCell::committed(const model::Overrides& overrides) const {
  Workshop made;
  made.w = w;
  for (const auto& [id, q] : overrides.joints) made.setJoints(id, q);
  std::vector<ObjectId> objects{world::kRootObject};
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const world::Object& object = *w.peek(objects[i]);
    if (const auto there = overrides.objects.find(object.id); there != overrides.objects.end())
      made.apply(session::setPose(object.id, world::kRootObject, there->second));
    for (const FrameId f : w.framesOf(object)) {  // made in this order
      if (const auto there = overrides.frames.find(f); there != overrides.frames.end())
        made.apply(session::setPose(f, world::kRootObject, there->second));
    }
    for (const ObjectId child : w.childrenOf(object)) objects.push_back(child);
  }
  return made.w;
}

std::string misplaced(const model::State& state, const world::World& world) {
  return misplaced([&](world::NodeRef node) { return state.rootT(node); }, world);
}

std::string misplaced(const std::function<Pose(world::NodeRef)>& root_t, const world::World& world) {
  std::string wrong;
  // Rounding grows with what poses turn, which random edits may bring to hundreds of metres.
  double lever = 1.0;
  world.forEachObject([&](const world::Object& o) {
    lever = std::max({lever, 0.1 * o.parent_entity_t_this.p.norm(), 0.1 * world.rootT(o.id).p.norm()});
  });
  forEachNode(world, [&](world::NodeRef node) {
    const std::string mismatch = poseMismatch(root_t(node), world.rootT(node), kPoseTolerance * lever);
    if (!mismatch.empty()) wrong = world.display(node) + ": " + mismatch;
  });
  return wrong;
}

std::string modelDifference(const model::Model& a, const model::Model& b) {
  for (const model::Model* m : {&a, &b}) {
    if (const std::string wrong = disorder(*m); !wrong.empty()) return wrong;
  }
  if (a.bodyCount() != b.bodyCount()) return "one has more bodies";
  std::map<EntityId, model::BodyIndex> by_name;
  b.forEachBody([&](model::BodyIndex i, const model::Body& body) { by_name[body.entity] = i; });
  std::string wrong;
  a.forEachBody([&](model::BodyIndex i, const model::Body& body) {
    const auto it = by_name.find(body.entity);
    const std::string here = it == by_name.end() ? "is in one only" : bodyDifference(a, i, b, it->second);
    if (!here.empty()) wrong = fmt::format("the body of {} {}", a.world().display(body.entity), here);
  });
  forEachNode(a.world(), [&](world::NodeRef node) {
    if (wrong.empty()) wrong = rideDifference(a, b, node);
  });
  return wrong;
}

}  // namespace ww::test
