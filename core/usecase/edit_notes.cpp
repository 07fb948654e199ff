// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/edit_notes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/base/finding.h"
#include "core/collision/check.h"
#include "core/io/size_words.h"
#include "core/model/named.h"
#include "core/usecase/failures.h"
#include "core/usecase/far_away.h"
#include "core/usecase/odd_edits.h"
#include "core/usecase/programs/program_notes.h"
#include "core/usecase/repairs.h"
#include "core/world/updates/dropped_rules.h"
#include "core/world/values/diff.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::usecase {
namespace {

using world::World;

constexpr std::size_t kMostTold = 8;          // of a kind
constexpr std::size_t kMostObjects = 20'000;  // in a world whose extent is looked at

void tellDropped(const World& before, const world::WorldDiff& diff, Diagnostics& out) {
  std::vector<world::NodeRef> gone;
  for (const auto& change : diff.objects)
    if (!change.after) gone.emplace_back(change.before->id);
  for (const auto& change : diff.frames)
    if (!change.after) gone.emplace_back(change.before->id);
  const std::size_t count = gone.empty() ? 0 : world::rulesDroppedWith(before, gone);
  if (count == 0) return;
  // Of what goes, the uppermost is what was deleted.
  const auto top = std::ranges::find_if(gone, [&](const world::NodeRef& node) {
    const auto* id = std::get_if<ObjectId>(&node);
    return !id || std::ranges::none_of(gone, [&](const world::NodeRef& other) {
      const auto* above = std::get_if<ObjectId>(&other);
      return above && *above != *id && before.isAncestor(*above, *id);
    });
  });
  out.push_back(findingOf(
      fail(failures::kRulesDropped, {{"object", arg::Name{before.display(*top)}}, {"count", arg::Count{count}}})));
}

void tellSwitchedOff(const World& before, const World& after, Diagnostics& out) {
  if (after.collisionSettings().disable_collision_checking() &&
      !before.collisionSettings().disable_collision_checking())
    out.push_back(findingOf(fail(failures::kCheckingOff)));
}

// Where all but the moved things stand.
Bounds othersOf(const World& world, const std::vector<ObjectId>& moved) {
  Bounds out;
  world.forEachObject([&](const world::Object& o) {
    if (o.id == world::kRootObject) return;
    const bool rides = std::ranges::any_of(moved, [&](ObjectId id) { return world.isAncestor(id, o.id); });
    if (!rides) out.add(world.rootT(o.id).p);
  });
  return out;
}

class FarAway {
 public:
  FarAway(const World& world, const std::vector<ObjectId>& moved, Diagnostics& out)
      : world_(world), others_(othersOf(world, moved)), out_(out) {}

  // `before`: where it was in the same parent.
  void look(world::NodeRef node, const Vec3& p_in_parent, const Vec3& before) {
    constexpr double kTimes = 20.0;  // of the extent of all else
    const Vec3 p = world_.rootT(node).p;
    const Bounds around = others_.empty() ? origin() : others_;
    const double away = (p - p.cwiseMax(around.min).cwiseMin(around.max)).norm();
    if (!(away > kFarFromAll) || away < kTimes * around.size().norm()) return;
    names_.push_back(world_.display(node));
    if (away <= farthest_) return;
    farthest_ = away;
    in_millimetres_ = mayBeMillimetres(p_in_parent);
    args_ = {{"object", model::named(world_, node)},
             {"distance", arg::Length{away}},
             {"then", inMillimetres(p_in_parent, before)}};
  }

  // One for all, by the farthest.
  void tell() {
    if (names_.empty()) return;
    const FailureArg count{"count", arg::Count{names_.size()}}, all{"objects", arg::Names{names_}};
    const FailureRow& one = in_millimetres_ ? failures::kFarAway : failures::kFarAwayMetres;
    const FailureRow& more = in_millimetres_ ? failures::kSeveralFarAway : failures::kSeveralFarAwayMetres;
    const FailureRow& row = names_.size() == 1 ? one : more;
    out_.push_back(findingOf(fail(row, {args_[0], args_[1], args_[2], count, all})));
  }

 private:
  static Bounds origin() {
    Bounds out;
    out.add(Vec3::Zero());
    return out;
  }
  const World& world_;
  Bounds others_;
  Diagnostics& out_;
  double farthest_ = 0.0;
  bool in_millimetres_ = false;   // so the farthest may have been meant
  std::vector<FailureArg> args_;  // of the farthest
  std::vector<std::string> names_;
};

bool isMoved(const world::ObjectChange& change) {
  if (!change.after || change.after->id == world::kRootObject) return false;
  return !change.before ||
         (world::whatChanged(*change.before, *change.after) & (world::kPoseChanged | world::kParentChanged)) != 0;
}

bool isMoved(const world::FrameChange& change) {
  return change.after && (!change.before || change.before->parent_t_this.p != change.after->parent_t_this.p);
}

// In the same parent, or zero.
Vec3 placeBefore(const world::ObjectChange& change) {
  const bool same = change.before && change.before->parent == change.after->parent &&
                    change.before->parent_entity == change.after->parent_entity;
  return same ? change.before->parent_entity_t_this.p : Vec3::Zero();
}

Vec3 placeBefore(const world::FrameChange& change) {
  const bool same = change.before && change.before->object == change.after->object &&
                    change.before->parent_entity == change.after->parent_entity;
  return same ? change.before->parent_t_this.p : Vec3::Zero();
}

// A tool that is farther from its robot than the robot is large.
void tellLongTool(const World& world, const world::FrameChange& change, Diagnostics& out) {
  constexpr double kLong = 20.0, kTimes = 3.0;  // metres; tools of 20 mm and more in millimetres
  const world::Frame& frame = *change.after;
  const auto object = world.object(frame.object);
  const double length = frame.parent_t_this.p.norm();
  if (!object || object->id == world::kRootObject || !(length > kLong)) return;
  const Bounds box = world.boundsOf(*object);
  if (!box.empty() && length < kTimes * box.size().norm()) return;
  const FailureArg distance{"distance", arg::Length{length}};
  // Of a link that stands elsewhere than its object nobody knows in which of the two it was typed.
  const Pose link = world.objectTEntity(*object, frame.parent_entity);
  const bool sure = link.p.norm() < 1e-9 && std::abs(link.q.w()) > 1.0 - 1e-12;
  if (!sure || !mayBeMillimetres(frame.parent_t_this.p)) {
    out.push_back(findingOf(fail(failures::kFarAwayMetres, {{"object", model::named(world, frame.id)}, distance})));
    return;
  }
  out.push_back(
      findingOf(fail(failures::kFrameFarOff, {{"frame", model::named(world, frame.id)},
                                              {"object", model::named(world, object->id)},
                                              distance,
                                              {"then", inMillimetres(frame.parent_t_this.p, placeBefore(change))}})));
}

void tellFarAway(const World& after, const world::WorldDiff& diff, Diagnostics& out) {
  std::vector<ObjectId> moved;
  for (const auto& change : diff.objects)
    if (isMoved(change)) moved.push_back(change.after->id);
  for (const auto& change : diff.frames)
    if (isMoved(change)) tellLongTool(after, change, out);
  // Near the origin nothing is far away: most edits end here, as what follows walks over the whole world. Frames of
  // other objects are judged by those.
  const auto isFar = [&](world::NodeRef node) { return after.rootT(node).p.norm() > kFarFromAll; };
  const auto isFree = [](const world::FrameChange& change) {
    return isMoved(change) && change.after->object == world::kRootObject;
  };
  if (std::ranges::none_of(moved, isFar)) moved.clear();
  const bool frames = std::ranges::any_of(
      diff.frames, [&](const world::FrameChange& change) { return isFree(change) && isFar(change.after->id); });
  if ((moved.empty() && !frames) || after.objectCount() > kMostObjects || moved.size() > kMostObjects / 100) return;
  FarAway far_away(after, moved, out);
  for (const auto& change : diff.objects)
    if (isMoved(change)) far_away.look(change.after->id, change.after->parent_entity_t_this.p, placeBefore(change));
  for (const auto& change : diff.frames)
    if (isFree(change)) far_away.look(change.after->id, change.after->parent_t_this.p, placeBefore(change));
  far_away.tell();
}

void tellDegrees(const World& after, const world::ObjectChange& change, Diagnostics& out) {
  constexpr double kTurns = 20.0;  // radians: about three turns
  if (!change.after) return;
  const world::Object& o = *change.after;
  for (std::size_t i = 0; i < o.moving_joints.size(); ++i) {
    const world::Joint& joint = o.movingJoint(i);
    if (joint.motion != world::MotionType::kRevolute || !(std::abs(joint.value) > kTurns)) continue;
    const world::Entity* was = change.before ? change.before->entityNamed(o.movingJointName(i)) : nullptr;
    if (was && was->joint && was->joint->value == joint.value) continue;
    out.push_back(findingOf(fail(failures::kJointInDegrees,
                                 {{"joint", arg::Name{o.movingJointName(i)}},
                                  {"robot", model::named(after, o.id)},
                                  {"value", arg::Number{joint.value}},
                                  {"turns", arg::Number{std::round(std::abs(joint.value) / (2.0 * std::numbers::pi))}},
                                  {"then", arg::Number{joint.value * std::numbers::pi / 180.0}}})));
    return;
  }
}

// What a base stands in, the deepest first named.
struct StandsIn {
  double depth = 0.0;
  EntityId deepest;
  std::vector<std::string> names;
  void add(const World& world, EntityId other, double how_deep) {
    const std::string name = world.display(other);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    if (how_deep <= depth) return;
    depth = how_deep;
    deepest = other;
  }
};

// Of a robot whose base is free: the part of it that is deepest in something else.
void tellRobotInside(const World& after, ObjectId robot, const std::vector<collision::Contact>& contacts,
                     Diagnostics& out) {
  constexpr double kDeep = 1e-3;  // metres
  const auto isOf = [&](EntityId entity) {
    const auto* owner = after.owner(entity);
    return owner && after.isAncestor(robot, owner->object);
  };
  const collision::Contact* deepest = nullptr;
  for (const collision::Contact& c : contacts) {
    const bool meets = isOf(c.a) != isOf(c.b) && c.distance_m < -kDeep;
    if (meets && (!deepest || c.distance_m < deepest->distance_m)) deepest = &c;
  }
  if (!deepest) return;
  const bool first = isOf(deepest->a);
  out.push_back(findingOf(fail(failures::kRobotInside, {{"robot", model::named(after, robot)},
                                                        {"link", model::named(after, first ? deepest->a : deepest->b)},
                                                        {"other", model::named(after, first ? deepest->b : deepest->a)},
                                                        {"depth", arg::Length{-deepest->distance_m}}})));
}

// Robots that were placed, and what they stand in: for their bases planning leaves such pairs out for good.
void tellBases(const World& after, const world::WorldDiff& diff, Diagnostics& out) {
  constexpr double kDeep = 5e-3;  // metres: what stands on something often dips into it a little
  std::vector<ObjectId> robots;
  for (const auto& change : diff.objects)
    if (isMoved(change) && change.after->isKinematic()) robots.push_back(change.after->id);
  if (robots.empty() || robots.size() > kMostTold) return;
  const collision::Scene scene = collision::Scene::make(after);
  std::map<ObjectId, StandsIn> found;
  const auto contacts = collision::checkWorld(scene);
  for (const collision::Contact& c : contacts) {
    const auto *a = after.owner(c.a), *b = after.owner(c.b);
    // Its own joints move its other parts out of its base.
    if (c.distance_m > -kDeep || !a || !b || a->object == b->object) continue;
    for (const ObjectId robot : robots) {
      const bool first = isBase(after, c.a, robot), second = isBase(after, c.b, robot);
      if (first != second) found[robot].add(after, first ? c.b : c.a, -c.distance_m);
    }
  }
  for (const auto& [robot, in] : found) {
    const FailureArg what{"robot", model::named(after, robot)}, other{"other", model::named(after, in.deepest)};
    const FailureArg depth{"depth", arg::Length{in.depth}}, count{"count", arg::Count{in.names.size()}};
    const FailureRow& row = in.names.size() == 1 ? failures::kBaseInside : failures::kBaseInsideSeveral;
    out.push_back(findingOf(fail(row, {what, other, depth, count, {"others", arg::Names{in.names}}})));
  }
  for (const ObjectId robot : robots)
    if (out.size() < kMostTold && !found.contains(robot)) tellRobotInside(after, robot, contacts, out);
}

// The ground is at z = 0 where nothing else is below it.
void tellBelowGround(const World& after, const world::WorldDiff& diff, Diagnostics& out) {
  constexpr double kDeep = 5e-3, kLevel = 1e-3, kSunk = 0.05;  // metres
  if (after.objectCount() > kMostObjects) return;
  for (const auto& change : diff.objects) {
    if (!isMoved(change) || !change.after->isKinematic() || out.size() >= kMostTold) continue;
    const ObjectId robot = change.after->id;
    const Bounds box = after.boundsOf(*change.after);
    // What hangs from its own origin is all below it; what is sunk altogether is so beside things that are not.
    const bool is_sunk = box.max.z() < -kSunk;
    if (box.empty() || box.min.z() > -kDeep || (box.max.z() < kDeep && !is_sunk)) continue;
    bool alone = true, others = false;
    after.forEachObject([&](const world::Object& o) {
      if (!alone || o.id == world::kRootObject || o.id == robot || after.isAncestor(robot, o.id)) return;
      const Bounds other = after.boundsOf(o);
      alone = other.empty() || other.min.z() > -kLevel;
      others = others || !other.empty();
    });
    if (alone && (others || !is_sunk))
      out.push_back(findingOf(
          fail(failures::kBelowGround, {{"robot", model::named(after, robot)}, {"depth", arg::Length{-box.min.z()}}})));
  }
}

}  // namespace

Diagnostics editNotes(const World& before, const World& after, bool look) {
  const world::WorldDiff diff = world::diff(before, after);
  Diagnostics out;
  tellSwitchedOff(before, after, out);
  tellDropped(before, diff, out);
  tellReplacedRules(before, after, diff, out);
  tellBrokenPrograms(before, after, diff, out);
  tellOddFigures(before, after, diff, out);
  tellAliases(after, diff, out);
  tellNamesLikeIds(after, diff, out);
  tellLooseTools(before, after, diff, out);
  tellStrayTools(after, diff, out);
  tellFarAway(after, diff, out);
  tellBelowGround(after, diff, out);
  for (const auto& change : diff.objects)
    if (out.size() < kMostTold) tellDegrees(after, change, out);
  if (look) tellBases(after, diff, out);
  return out;
}

// ---- imports

namespace {

void tellRenamed(const NamedImport& import, const std::string& wished, Diagnostics& out) {
  const bool wish = !wished.empty() && world::checkName(wished).ok();
  std::vector<std::string> names;
  std::string first;
  for (std::size_t i = 0; i < import.names.size(); ++i) {
    const std::string& wanted = wish ? wished : import.result.objects[i].object.name();
    if (import.names[i] == wanted || (wish && import.names.size() > 1)) continue;
    if (names.empty()) first = wanted;
    names.push_back(import.names[i]);
  }
  if (names.empty()) return;
  out.push_back(findingOf(fail(failures::kRenamed, {{"name", arg::Name{names.front()}},
                                                    {"wanted", arg::Name{first}},
                                                    {"count", arg::Count{names.size()}},
                                                    {"names", arg::Names{names}}})));
  if (names.size() == 1)
    out.back() =
        findingOf(fail(failures::kRenamedOne, {{"name", arg::Name{names.front()}}, {"wanted", arg::Name{first}}}));
}

Bounds extentOf(const World& world) {
  Bounds out;
  if (world.objectCount() > kMostObjects) return out;
  world.forEachObject([&](const world::Object& o) {
    if (o.id != world::kRootObject) out.add(world.boundsOf(o));
  });
  return out;
}

}  // namespace

Diagnostics importNotes(const World& before, const NamedImport& import, const std::string& wished) {
  Diagnostics out;
  tellRenamed(import, wished, out);
  const Vec3 size = import.result.shown_m.size();
  const double there = extentOf(before).size().norm(), it = size.norm();
  const bool said = std::ranges::any_of(import.result.diagnostics, [](const Diagnostic& d) {
    return d.code.starts_with("size-") || d.code == "link-size";
  });
  constexpr double kSpeck = 1e-3;  // metres
  if (said || import.result.shown_m.empty() || !(there > 0.0)) return out;
  const io::Format format = import.result.contentFormat();
  const bool guessed = io::formatInfo(format).unitless && format != io::Format::kBrep;
  // glTF is in metres by its specification; what says nothing is in millimetres more often than not.
  const bool unsaid = guessed && format != io::Format::kGltf && format != io::Format::kGlb;
  // URDF is in metres, and the meshes that it names are not always.
  const double named = format == io::Format::kUrdf ? 10.0 : 100.0;
  const double hall = unsaid ? 3.0 : 10.0, most = unsaid ? 3.0 : guessed ? 20.0 : named, least = 2e-4;
  const auto tell = [&](const FailureRow& row, double factor) {
    out.push_back(findingOf(fail(row, {{"object", arg::Name{import.names.front()}},
                                       {"size", arg::Length{it}},
                                       {"world", arg::Length{there}},
                                       {"then", io::edgesOf(size * factor)}})));
  };
  if (it > hall && it > most * there) tell(guessed ? failures::kLargeHereUnit : failures::kLargeHere, 1e-3);
  if (it > 0.0 && it < kSpeck && it < least * there) tell(failures::kSmallHere, 1e3);
  return out;
}

}  // namespace ww::usecase
