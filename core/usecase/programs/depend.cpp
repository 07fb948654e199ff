// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/depend.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string_view>

#include "core/base/hash.h"
#include "core/geometry/wire_convert.h"
#include "core/kinematics/joint_tree.h"
#include "core/model/carriers.h"
#include "core/model/named.h"
#include "core/planning/own_limits.h"
#include "core/program/locked.h"
#include "core/proto/sorted_bytes.h"
#include "core/usecase/programs/cast.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

using worldwright::v1::PlanDependency;
using worldwright::v1::Program;

// Between two samples nothing moves so far, as long as nothing is longer than some metres.
constexpr double kSampled = 0.05;  // radians or metres in joint space
constexpr double kRoom = 0.25;     // metres around what was sampled
// Of a part of an entry; plans of before have the first of each alone, of which the others say nothing.
constexpr std::size_t kDigest = std::tuple_size_v<Sha256>;

std::string bytesOf(const Sha256& digest) { return {digest.begin(), digest.end()}; }

void add(Hasher& hasher, double number) { hasher.add(std::bit_cast<std::uint64_t>(number == 0.0 ? 0.0 : number)); }
void add(Hasher& hasher, const Pose& pose) {
  for (const double number : {pose.p.x(), pose.p.y(), pose.p.z(), pose.q.w(), pose.q.x(), pose.q.y(), pose.q.z()})
    add(hasher, number);
}

void add(Hasher& hasher, const world::Joint& joint) {
  hasher.add(static_cast<std::uint64_t>(joint.motion));
  for (int i = 0; i < 3; ++i) add(hasher, joint.axis[i]);
  add(hasher, joint.parent_t_inboard);
  add(hasher, joint.outboard_t_child);
}

std::string followersOf(const world::Object& object) {
  Hasher all;
  for (const world::Follower& follower : object.followers) {
    all.add(follower.entity).add(follower.leader);
    add(all, follower.multiplier);
    add(all, follower.offset);
  }
  return bytesOf(all.finish());
}

std::string ownRulesOf(const world::Object& object) {
  const bool any = object.message && object.message->content().has_collision_rules();
  return bytesOf(sha256(any ? proto::sortedBytes(object.message->content().collision_rules()) : std::string()));
}

// Of what collides and how it hangs together; not of where its joints stand. Then of what follows joints, and of its
// own collision rules.
std::string shapeOf(const world::Object& object) {
  Hasher all;
  for (const world::EntityPtr& e : object.entities) {
    all.add(e->id.value).add(e->parent.value);
    if (e->joint) add(all, *e->joint);
    else add(all, e->parent_t_this);
    for (const world::PlacedGeometry& g : e->collision) {
      all.add(g.geometry->ref);
      for (Eigen::Index i = 0; i < 16; ++i) add(all, g.ref_t_shape.matrix().data()[i]);
    }
  }
  return bytesOf(all.finish()) + followersOf(object) + ownRulesOf(object);
}

// What it says of how its tool may move.
std::string toolLimitsOf(const world::Object& object) {
  const model::FrameLimits limits = planning::ownFrameLimits(object);
  Hasher all;
  for (const double limit :
       {limits.linear_velocity, limits.angular_velocity, limits.linear_acceleration, limits.angular_acceleration})
    add(all, limit);
  return bytesOf(all.finish());
}

std::string limitsOf(const world::Object& object) {
  if (!object.isKinematic()) return {};
  Hasher all;
  for (std::size_t i = 0; i < object.moving_joints.size(); ++i) {
    const world::JointLimits& l = object.movingJoint(i).application;
    for (const double limit : {l.lower, l.upper, l.velocity, l.acceleration, l.jerk}) add(all, limit);
  }
  return bytesOf(all.finish()) + toolLimitsOf(object);
}

std::string configurationsOf(const world::Object& object, const std::set<std::string>& named) {
  if (named.empty()) return {};
  Hasher all;
  for (const world::NamedConfiguration& configuration : object.configurations) {
    if (!named.contains(configuration.name)) continue;
    all.add(configuration.name.size()).add(configuration.name);
    for (const double q : configuration.positions) add(all, q);
  }
  return bytesOf(all.finish());
}

std::string rulesOf(const world::World& world) {
  return bytesOf(sha256(proto::sortedBytes(world.collisionSettings())));
}

bool ridesOnOne(const world::World& world, const world::Object& object, const std::set<ObjectId>& movers) {
  const bool hangs = std::ranges::any_of(
      movers, [&](ObjectId mover) { return mover != object.id && world.isAncestor(mover, object.id); });
  if (!hangs) return false;  // as nearly all do not
  const auto carriers = model::carriersOf(world, object.parent_entity);
  return std::ranges::any_of(carriers, [&](const auto& joint) { return movers.contains(joint->object); });
}

bool meet(const Bounds& a, const Bounds& b) {
  if (a.empty() || b.empty()) return false;
  return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

// Who is named by steps, and by what they leave open.
struct Named {
  std::set<ObjectId> objects;
  std::set<FrameId> frames;
  std::set<std::string> configurations;
  Hasher meant;  // all of them, in the order of the steps
};

void note(const world::World& world, const Result<world::NodeRef>& node, Named& out) {
  out.meant.add(node.ok() ? std::visit([](auto id) { return id.value; }, *node) : std::uint64_t{0});
  if (!node.ok()) return;
  if (const auto* frame = std::get_if<FrameId>(&node.value())) out.frames.insert(*frame);
  out.objects.insert(objectOf(world, *node));
}

Named namedBy(const world::World& world, const Program& program, const std::vector<program::FlatStep>& steps) {
  Named out;
  const auto take = [&](const Result<world::NodeRef>& node) { note(world, node, out); };
  if (program.has_start_configuration()) out.configurations.insert(program.start_configuration());
  for (const program::FlatStep& flat : steps) {
    forEachReference(world, *flat.step, take);
    if (flat.step->move().has_configuration()) out.configurations.insert(flat.step->move().configuration());
    if (flat.step->has_attach() && !flat.step->attach().has_to()) {
      const auto holder = robotOf(world, *flat.owner);
      if (holder.ok()) take(toolOf(world, *flat.owner, nullptr, *holder));
    }
    if (!flat.step->has_move()) continue;
    const auto robot = robotOf(world, *flat.owner, flat.step->move());
    out.meant.add(robot.ok() ? robot->value : std::uint64_t{0});
    if (robot.ok()) take(toolOf(world, *flat.owner, &flat.step->move(), *robot));
  }
  return out;
}

class KeyWriter {
 public:
  // `started` is the robot that the program puts somewhere before it begins, if it does.
  KeyWriter(const world::World& world, const std::set<ObjectId>& movers, ObjectId started)
      : world_(world), movers_(movers), started_(started) {}

  PlanDependency of(const world::Object& object, const std::set<std::string>& configurations) const {
    PlanDependency out;
    out.set_object(object.id.value);
    out.set_name(world_.display(object.id));
    const bool rides = ridesOnOne(world_, object, movers_);
    geometry::toWire(rides ? object.parent_entity_t_this : world_.rootT(object.id), out.mutable_pose());
    out.set_parent_entity(object.parent_entity.value);
    out.set_shape(shapeOf(object));
    out.set_limits(limitsOf(object));
    if (object.id != started_)
      for (const double q : object.jointPositions()) out.add_joints(q);
    if (movers_.contains(object.id)) out.set_configurations(configurationsOf(object, configurations));
    return out;
  }

  PlanDependency of(const world::Frame& frame) const {
    PlanDependency out;
    out.set_frame(frame.id.value);
    out.set_name(world_.display(frame.id));
    geometry::toWire(world_.aTB(frame.parent_entity, frame.id), out.mutable_pose());
    out.set_parent_entity(frame.parent_entity.value);
    return out;
  }

 private:
  const world::World& world_;
  const std::set<ObjectId>& movers_;
  const ObjectId started_;
};

Bounds regionOf(const worldwright::v1::PlanKey& key) {
  Bounds out;
  if (!key.has_region()) return out;
  for (int i = 0; i < 3; ++i) {
    out.min[i] = key.region().min(i);
    out.max[i] = key.region().max(i);
  }
  return out;
}

Pose poseOf(const PlanDependency& dependency) {
  const auto pose = geometry::fromWire(dependency.pose());
  return pose.ok() ? *pose : Pose();
}

// How something came to be elsewhere; empty when it is where it was.
Phrase movedText(const std::string& name, const Pose& was, const Pose& is) {
  constexpr double kSamePlace = 1e-9;
  const double metres = positionDistance(was, is), radians = rotationDistance(was, is);
  const arg::Words who{name};
  if (metres > kSamePlace && radians > 1e-7)
    return phrase(WW_TEXT("Core", "{name} moved {distance} and turned {angle}"),
                  {{"name", who}, {"distance", arg::Length{metres}}, {"angle", arg::Angle{radians}}});
  if (metres > kSamePlace)
    return phrase(WW_TEXT("Core", "{name} moved {distance}"), {{"name", who}, {"distance", arg::Length{metres}}});
  if (radians > 1e-7)
    return phrase(WW_TEXT("Core", "{name} turned {angle}"), {{"name", who}, {"angle", arg::Angle{radians}}});
  return {};
}

bool sameJoints(const PlanDependency& was, const PlanDependency& is) {
  return std::equal(was.joints().begin(), was.joints().end(), is.joints().begin(), is.joints().end(),
                    [](double a, double b) { return std::abs(a - b) <= 1e-9; });
}

// A part of an entry, as far as the plan has it.
bool samePart(std::string_view was, std::string_view is, std::size_t part) {
  if (part > 0 && was.size() <= part * kDigest) return true;
  const auto of = [&](std::string_view entry) {
    return entry.size() <= part * kDigest ? std::string_view() : entry.substr(part * kDigest, kDigest);
  };
  return of(was) == of(is);
}

// The first thing that is another; the rest follows from it as a rule.
Phrase changeOf(const PlanDependency& was, const PlanDependency& is) {
  const FailureArg name{"name", arg::Words{is.name()}};
  if (was.parent_entity() != is.parent_entity())
    return phrase(WW_TEXT("Core", "{name} hangs on something else"), {name});
  if (!samePart(was.shape(), is.shape(), 0)) return phrase(WW_TEXT("Core", "{name} has another shape"), {name});
  if (!samePart(was.shape(), is.shape(), 1))
    return phrase(WW_TEXT("Core", "joints of {name} follow others in another way"), {name});
  if (!samePart(was.shape(), is.shape(), 2))
    return phrase(WW_TEXT("Core", "the collision rules of {name} were changed"), {name});
  if (Phrase moved = movedText(is.name(), poseOf(was), poseOf(is)); !moved.empty()) return moved;
  if (!sameJoints(was, is)) return phrase(WW_TEXT("Core", "the joints of {name} stand elsewhere"), {name});
  if (!samePart(was.limits(), is.limits(), 0) || !samePart(was.limits(), is.limits(), 1))
    return phrase(WW_TEXT("Core", "{name} has other limits"), {name});
  if (was.configurations() != is.configurations())
    return phrase(WW_TEXT("Core", "a configuration of {name} is another"), {name});
  return {};
}

// The objects and frames that a plan was made with.
class Comparison {
 public:
  Comparison(const world::World& world, const KeyWriter& writer, const Named& named)
      : world_(world), writer_(writer), named_(named) {}

  void look(const PlanDependency& was) {
    Phrase change;
    if (const world::Frame* frame = world_.peek(FrameId{was.frame()})) change = changeOf(was, writer_.of(*frame));
    else if (const world::Object* object = world_.peek(ObjectId{was.object()}))
      change = changeOf(was, writer_.of(*object, named_.configurations));
    else change = phrase(WW_TEXT("Core", "{name} has gone"), {{"name", arg::Words{was.name()}}});
    if (was.object() != 0) known_.insert({was.object()});
    if (was.frame() != 0) frames_.insert({was.frame()});
    if (!change.empty()) changes_.push_back(std::move(change));
  }
  // Whom the same steps name now, and did not then: names and tools that nobody says can come to be another's.
  void lookAtNamed() {
    constexpr auto kNamed = WW_TEXT("Core", "the program now refers to {name}");
    for (const FrameId frame : named_.frames)
      if (!frames_.contains(frame)) changes_.push_back(phrase(kNamed, {{"name", arg::Words{world_.display(frame)}}}));
    for (const ObjectId object : named_.objects)
      if (object != world::kRootObject && known_.insert(object).second)
        changes_.push_back(phrase(kNamed, {{"name", arg::Words{world_.display(object)}}}));
  }
  // What was not there, or stood elsewhere.
  void lookAround(const Bounds& region, const std::set<ObjectId>& movers) {
    world_.forEachObject([&](const world::Object& object) {
      if (known_.contains(object.id)) return;
      const arg::Words name{world_.display(object.id)};
      if (ridesOnOne(world_, object, movers))
        changes_.push_back(phrase(WW_TEXT("Core", "{name} now rides along"), {{"name", name}}));
      else if (meet(region, world_.boundsOf(object)))
        changes_.push_back(phrase(WW_TEXT("Core", "{name} came within reach"), {{"name", name}}));
    });
  }
  std::vector<Phrase>& changes() { return changes_; }

 private:
  const world::World& world_;
  const KeyWriter& writer_;
  const Named& named_;
  std::set<ObjectId> known_;
  std::set<FrameId> frames_;
  std::vector<Phrase> changes_;
};

// What is locked need not be what was planned: others may have locked it, or before.
void lookAtLocks(const std::vector<program::FlatStep>& steps, const worldwright::v1::ProgramPlan& plan,
                 std::vector<Phrase>& changes) {
  if (steps.size() != static_cast<std::size_t>(plan.steps_size())) return;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& step = *steps[i].step;
    if (!step.has_locked() || program::drivesLocked(plan.steps(static_cast<int>(i)), step.locked())) continue;
    changes.push_back(phrase(WW_TEXT("Core", "step {step} is locked with another motion"),
                             {{"step", arg::Words{program::placeText(steps[i].place)}}}));
  }
}

ObjectId startedBy(const world::World& world, const Program& program) {
  if (program.start_case() == Program::START_NOT_SET) return {};
  const auto robot = robotOf(world, program);
  return robot.ok() ? *robot : ObjectId{};
}

}  // namespace

void Reach::add(const model::Model& model, ObjectId robot, const model::Trajectory& trajectory) {
  const world::World& world = model.world();
  const auto tree = kinematics::JointTree::make(model, robot);
  if (!tree.ok() || trajectory.empty()) return;
  struct Piece {
    kinematics::Riding riding;
    Eigen::Affine3d ref_t_shape;
    Bounds box;
  };
  std::vector<Piece> pieces;
  world.forEachObject([&](const world::Object& object) {
    if (!world.isAncestor(robot, object.id)) return;
    for (const world::EntityPtr& e : object.entities) {
      const kinematics::Riding riding = tree->riding(e->id);
      if (riding.joint < 0) continue;  // a base, and what stands on it, sweeps nothing
      for (const world::PlacedGeometry& g : e->collision.empty() ? e->visual : e->collision)
        pieces.push_back({riding, g.ref_t_shape, g.geometry->bounds});
    }
  });
  JointVector last;
  const auto look = [&](const JointVector& q) {
    if (last.size() > 0 && (q - last).norm() < kSampled) return;
    last = q;
    for (const Piece& piece : pieces)
      box_.add(piece.box.transformed(Eigen::Affine3d(tree->rootT(piece.riding, q).isometry()) * piece.ref_t_shape));
  };
  for (std::size_t i = 0; i < trajectory.times.size(); ++i) look(trajectory.states[i].q);
  last = {};
  look(trajectory.states.back().q);
}

Bounds Reach::region() const {
  if (box_.empty()) return box_;
  return {box_.min - Vec3::Constant(kRoom), box_.max + Vec3::Constant(kRoom)};
}

void writeKey(const world::World& world, const Program& program, const std::vector<program::FlatStep>& steps,
              const Bounds& region, const std::set<ObjectId>& movers, worldwright::v1::PlanKey& out) {
  Named named = namedBy(world, program, steps);
  out.set_program(bytesOf(program::digestOf(program, steps)) + bytesOf(named.meant.finish()));
  out.set_rules(rulesOf(world));
  for (int i = 0; i < 3 && !region.empty(); ++i) {
    out.mutable_region()->add_min(region.min[i]);
    out.mutable_region()->add_max(region.max[i]);
  }
  const KeyWriter writer(world, movers, startedBy(world, program));
  world.forEachObject([&](const world::Object& object) {
    const bool acts =
        movers.contains(object.id) || named.objects.contains(object.id) || ridesOnOne(world, object, movers);
    if (object.id != world::kRootObject && (acts || meet(region, world.boundsOf(object))))
      *out.add_objects() = writer.of(object, named.configurations);
  });
  for (const FrameId frame : named.frames) *out.add_objects() = writer.of(*world.peek(frame));
}

std::vector<Phrase> changesSince(const world::World& world, const Program& program,
                                 const std::vector<program::FlatStep>& steps,
                                 const worldwright::v1::ProgramPlan& plan) {
  std::set<ObjectId> movers;
  for (const auto& mover : plan.movers()) movers.insert({mover.object()});
  const worldwright::v1::PlanKey& key = plan.key();
  const KeyWriter writer(world, movers, startedBy(world, program));
  Named named = namedBy(world, program, steps);
  const std::string asks = bytesOf(program::digestOf(program, steps)) + bytesOf(named.meant.finish());
  const bool same_steps = samePart(key.program(), asks, 0);
  Comparison comparison(world, writer, named);
  if (!same_steps) comparison.changes().push_back(phrase(WW_TEXT("Core", "the program was changed")));
  lookAtLocks(steps, plan, comparison.changes());
  if (key.rules() != rulesOf(world))
    comparison.changes().push_back(phrase(WW_TEXT("Core", "the collision rules were changed")));
  for (const PlanDependency& was : key.objects()) comparison.look(was);
  if (same_steps) comparison.lookAtNamed();
  comparison.lookAround(regionOf(key), movers);
  // Two that have changed names, say.
  if (comparison.changes().empty() && !samePart(key.program(), asks, 1))
    comparison.changes().push_back(phrase(WW_TEXT("Core", "a name in the program now means another object or frame")));
  return std::move(comparison.changes());
}

}  // namespace ww::usecase
