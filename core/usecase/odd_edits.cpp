// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/odd_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/base/finding.h"
#include "core/io/failures.h"
#include "core/io/plausible.h"
#include "core/io/size_words.h"
#include "core/model/carriers.h"
#include "core/model/named.h"
#include "core/usecase/failures.h"
#include "core/usecase/far_away.h"
#include "core/usecase/odd_masses.h"
#include "core/usecase/odd_speeds.h"
#include "core/usecase/rules/rule_lint.h"
#include "core/validate/failures.h"
#include "core/validate/stray_tools.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

using world::World;

constexpr std::size_t kMostChanges = 200;  // objects of an edit that are looked at
constexpr std::size_t kMostFigures = 8;

std::string figure(double v) { return fmt::format("{:.6g}", v); }

// ---- limits of joints

bool looksLikeDegrees(const world::JointLimits& limits) {
  const double far_end = std::max(std::abs(limits.lower), std::abs(limits.upper));
  return far_end > io::plausible::kLeastDegrees && far_end <= io::plausible::kMostDegrees;
}

bool same(const world::JointLimits& a, const world::JointLimits& b) { return a.lower == b.lower && a.upper == b.upper; }

void tellDegrees(const World& world, ObjectId robot, const std::vector<std::string>& joints,
                 const world::JointLimits& first, Diagnostics& out) {
  constexpr double kRadians = std::numbers::pi / 180.0;
  if (joints.empty()) return;
  const double turns = (first.upper - first.lower) / (2.0 * std::numbers::pi);
  out.push_back(
      findingOf(fail(failures::kLimitsInDegrees, {{"joint", arg::Name{joints.front()}},
                                                  {"robot", model::named(world, robot)},
                                                  {"lower", arg::Words{figure(first.lower)}},
                                                  {"upper", arg::Words{figure(first.upper)}},
                                                  {"turns", arg::Words{fmt::format("{:.0f}", turns)}},
                                                  {"joints", arg::Names{joints}},
                                                  {"lower_rad", arg::Words{figure(first.lower * kRadians)}},
                                                  {"upper_rad", arg::Words{figure(first.upper * kRadians)}}})));
}

void tellLimits(const World& after, const world::Object& was, const world::Object& is, Diagnostics& out) {
  std::vector<std::string> joints;
  world::JointLimits first;
  for (std::size_t i = 0; i < is.moving_joints.size(); ++i) {
    const world::Joint& joint = is.movingJoint(i);
    const world::Entity* old = was.entityNamed(is.movingJointName(i));
    if (joint.motion != world::MotionType::kRevolute || !old || !old->joint) continue;
    for (const auto& [now, then] :
         {std::pair(joint.system, old->joint->system), std::pair(joint.application, old->joint->application)}) {
      if (same(now, then) || !looksLikeDegrees(now)) continue;
      if (joints.empty()) first = now;
      joints.push_back(is.movingJointName(i));
      break;
    }
  }
  tellDegrees(after, is.id, joints, first, out);
}

// Both bounds at one place, as where a file names none and both count as 0. Such a joint is no joint to move.
void tellStuck(const World& after, const world::Object* was, const world::Object& is, Diagnostics& out) {
  std::vector<std::string> joints;
  for (std::size_t i = 0; i < is.moving_joints.size(); ++i) {
    const world::JointLimits& now = is.movingJoint(i).system;
    const world::Entity* old = was ? was->entityNamed(is.movingJointName(i)) : nullptr;
    const bool was_so = old && old->joint && old->joint->system.lower == old->joint->system.upper;
    if (now.lower == now.upper && !was_so) joints.push_back(is.movingJointName(i));
  }
  if (joints.empty()) return;
  const arg::Count count{joints.size()};
  out.push_back(findingOf(
      fail(failures::kJointsStuck,
           {{"robot", model::named(after, is.id)}, {"joints", arg::Names{std::move(joints)}}, {"count", count}})));
}

// ---- sizes

Bounds boundsOf(const world::Entity& entity) {
  Bounds out;
  for (const auto* placed : {&entity.collision, &entity.visual})
    for (const world::PlacedGeometry& g : *placed) out.add(g.geometry->bounds.transformed(g.ref_t_shape));
  return out;
}

// Of an object of one part and of primitives, as edits make them: meshes are asked for their size at their import.
void tellSize(const World& after, const world::ObjectChange& change, Diagnostics& out) {
  const world::Object& object = *change.after;
  if (object.entities.size() != 1 || object.id == world::kRootObject) return;
  for (const auto* placed : {&object.entities[0]->visual, &object.entities[0]->collision})
    if (std::ranges::any_of(*placed, [](const world::PlacedGeometry& g) { return g.geometry->from_mesh; })) return;
  const Bounds now = boundsOf(*object.entities[0]);
  if (now.empty() || io::isGround(now.size())) return;
  if (change.before && change.before->entities.size() == 1) {
    const Bounds then = boundsOf(*change.before->entities[0]);
    if (!then.empty() && then.size() == now.size()) return;
  }
  const Status doubt = io::sizeDoubt(now.size());
  if (doubt.ok() || !doubt.failure) return;
  const bool large = doubt.failure->row == &io::failures::kVeryLarge;
  out.push_back(findingOf(fail(large ? failures::kVeryLarge : failures::kVerySmall,
                               {{"object", model::named(after, object.id)},
                                {"size", arg::Length{now.size().norm()}},
                                {"then", arg::Words{io::sizeText(now.size() * (large ? 1e-3 : 1e3))}}})));
}

// Of one of several parts, which stretch where a link was put millimetres for metres away.
void tellGrown(const World& before, const World& after, const world::ObjectChange& change, Diagnostics& out) {
  constexpr double kHall = 20.0, kTimes = 10.0;  // metres; of what it was
  if (!change.before || change.after->entities.size() < 2 || change.after->id == world::kRootObject) return;
  const Bounds was = before.boundsOf(*change.before), is = after.boundsOf(*change.after);
  if (was.empty() || is.empty()) return;
  const double size = is.size().norm();
  if (size < kHall || size < kTimes * was.size().norm()) return;
  out.push_back(findingOf(fail(failures::kGrown, {{"object", model::named(after, change.after->id)},
                                                  {"size", arg::Length{size}},
                                                  {"before", arg::Length{was.size().norm()}}})));
}

// ---- what a robot carries, and its solver

void tellPayload(const World& after, const world::Object& was, const world::Object& is, Diagnostics& out) {
  constexpr double kHeavy = 2500.0, kFar = 5.0;  // kilograms; metres
  const auto &before = was.message->mounted_payload(), &now = is.message->mounted_payload();
  const auto place = [](const auto& payload) {
    const auto& p = payload.tip_t_cog().position();
    return Vec3(p.x(), p.y(), p.z());
  };
  const arg::Node robot = model::named(after, is.id);
  if (now.mass_kg() > kHeavy && now.mass_kg() != before.mass_kg())
    out.push_back(findingOf(fail(failures::kPayloadHeavy, {{"robot", robot},
                                                           {"mass", arg::Words{figure(now.mass_kg())}},
                                                           {"less", arg::Words{figure(now.mass_kg() / 1000.0)}}})));
  const double away = place(now).norm();
  if (away > kFar && place(now) != place(before))
    out.push_back(findingOf(
        fail(failures::kPayloadFar,
             {{"robot", robot}, {"distance", arg::Length{away}}, {"then", arg::Words{figure(away / 1000.0)}}})));
}

std::string solverOf(const world::Object& robot) {
  const auto& solvers = robot.message->content().properties().kinematics().ik_solvers();
  return solvers.empty() ? std::string() : solvers[0].ik_solver();
}

void tellSolver(const World& after, const world::Object& was, const world::Object& is, Diagnostics& out) {
  const std::string key = solverOf(is);
  if (key.empty() || key == solverOf(was)) return;
  out.push_back(
      findingOf(fail(failures::kSolverUnused, {{"robot", model::named(after, is.id)}, {"key", arg::Name{key}}})));
}

// ---- settings of collisions

using Settings = intrinsic_proto::world::CollisionSettings;

double marginOf(const Settings::CollisionRule& rule) {
  return rule.collision_action().has_margin() ? static_cast<double>(rule.collision_action().margin().hard_margin())
                                              : 0.0;
}

bool has(const Settings& settings, const Settings::CollisionRule& rule) {
  const std::string bytes = rule.SerializeAsString();
  return std::ranges::any_of(settings.collision_rules(),
                             [&](const auto& other) { return other.SerializeAsString() == bytes; });
}

// Of what a rule is, whichever side is named first: one with another action for the same pair takes its place.
std::pair<std::string, std::string> sidesOf(const Settings::CollisionRule& rule) {
  Settings::CollisionRule left, right;
  *left.mutable_left() = rule.left();
  *right.mutable_left() = rule.right();
  std::pair<std::string, std::string> out{left.SerializeAsString(), right.SerializeAsString()};
  if (out.second < out.first) std::swap(out.first, out.second);
  return out;
}

arg::Words millimetres(double m) { return {figure(m / 1000.0)}; }

void tellSettings(const Settings& was, const Settings& is, Diagnostics& out) {
  constexpr double kMargin = 1.0, kSpacing = 0.5;  // metres; radians or metres
  if (is.minimum_margin() > kMargin && is.minimum_margin() != was.minimum_margin())
    out.push_back(findingOf(fail(failures::kMarginLarge, {{"margin", arg::Length{is.minimum_margin()}},
                                                          {"then", millimetres(is.minimum_margin())}})));
  for (int i = 0; i < is.collision_rules_size(); ++i) {
    const double margin = marginOf(is.collision_rules(i));
    if (!(margin > kMargin) || has(was, is.collision_rules(i)) || out.size() >= kMostFigures) continue;
    out.push_back(findingOf(fail(failures::kRuleMarginLarge, {{"index", arg::Count{static_cast<std::uint64_t>(i)}},
                                                              {"margin", arg::Length{margin}},
                                                              {"then", millimetres(margin)}})));
  }
  const double spacing = is.collision_check_spacing();
  if (spacing > kSpacing && spacing != was.collision_check_spacing())
    out.push_back(findingOf(fail(failures::kSpacingLarge, {{"spacing", arg::Words{figure(spacing)}}})));
}

}  // namespace

void tellOddFigures(const World& before, const World& after, const world::WorldDiff& diff, Diagnostics& out) {
  if (diff.collision_settings) tellSettings(before.collisionSettings(), after.collisionSettings(), out);
  if (diff.objects.size() > kMostChanges) return;
  for (const world::ObjectChange& change : diff.objects) {
    if (!change.after || out.size() >= kMostFigures) continue;
    const unsigned changed = change.before ? world::whatChanged(*change.before, *change.after) : ~0U;
    if (changed & world::kGeometryChanged) tellSize(after, change, out);
    if (changed & world::kLimitsChanged) tellStuck(after, change.before.get(), *change.after, out);
    if (change.before && (changed & world::kLimitsChanged)) tellLimits(after, *change.before, *change.after, out);
    if (change.before && change.before->message != change.after->message && change.after->isKinematic()) {
      tellPayload(after, *change.before, *change.after, out);
      tellSolver(after, *change.before, *change.after, out);
    }
    // Joints move what hangs on them, and make nothing larger.
    if (changed & (world::kContentChanged | world::kGeometryChanged)) tellGrown(before, after, change, out);
    if (change.before) tellOddSpeeds(after, *change.before, *change.after, out);
    if (change.before && (changed & world::kContentChanged)) tellOddMasses(after, *change.before, *change.after, out);
  }
}

Diagnostics limitsInDegrees(const World& world) {
  Diagnostics out;
  world.forEachObject([&](const world::Object& o) {
    std::vector<std::string> joints;
    world::JointLimits first;
    for (std::size_t i = 0; i < o.moving_joints.size(); ++i) {
      const world::Joint& joint = o.movingJoint(i);
      if (joint.motion != world::MotionType::kRevolute || !looksLikeDegrees(joint.application)) continue;
      if (joints.empty()) first = joint.application;
      joints.push_back(o.movingJointName(i));
    }
    if (out.size() < kMostFigures) tellDegrees(world, o.id, joints, first, out);
  });
  return out;
}

Diagnostics worldNotes(const World& world) {
  Diagnostics out = farAway(world);
  for (Diagnostic& note : limitsInDegrees(world)) out.push_back(std::move(note));
  for (RuleFinding& finding : deadReferences(world)) out.push_back(std::move(finding.told));
  return out;
}

void tellStrayTools(const World& after, const world::WorldDiff& diff, Diagnostics& out) {
  for (const world::ObjectChange& change : diff.objects) {
    if (!change.after || out.size() >= kMostFigures) continue;
    const auto what = world::kPoseChanged | world::kParentChanged;
    if (change.before && (world::whatChanged(*change.before, *change.after) & what) == 0) continue;
    if (auto stray = validate::strayTool(after, change.after->id)) out.push_back(std::move(*stray));
  }
}

void tellReplacedRules(const World& before, const World& after, const world::WorldDiff& diff, Diagnostics& out) {
  constexpr std::ptrdiff_t kFew = 2;  // one that goes was meant to go
  const Settings &was = before.collisionSettings(), &is = after.collisionSettings();
  std::set<std::pair<std::string, std::string>> stay;
  for (const auto& rule : is.collision_rules()) stay.insert(sidesOf(rule));
  const auto gone =
      std::ranges::count_if(was.collision_rules(), [&](const auto& rule) { return !stay.contains(sidesOf(rule)); });
  // Rules of what is deleted go with it, and that is told apart.
  const bool deleted = std::ranges::any_of(diff.objects, [](const auto& change) { return !change.after; }) ||
                       std::ranges::any_of(diff.frames, [](const auto& change) { return !change.after; });
  if (!diff.collision_settings || deleted || gone < kFew) return;
  out.push_back(findingOf(
      fail(failures::kRulesReplaced, {{"count", arg::Count{static_cast<std::uint64_t>(gone)}},
                                      {"left", arg::Count{static_cast<std::uint64_t>(is.collision_rules_size())}}})));
}

void tellAliases(const World& after, const world::WorldDiff& diff, Diagnostics& out) {
  for (const world::ObjectChange& change : diff.objects) {
    if (!change.before || !change.after || out.size() >= kMostFigures) continue;
    if (!change.before->name_is_global_alias || change.after->name_is_global_alias) continue;
    out.push_back(findingOf(fail(failures::kNotGlobalNow, {{"object", model::named(after, change.after->id)}})));
  }
}

void tellNamesLikeIds(const World& after, const world::WorldDiff& diff, Diagnostics& out) {
  const auto isLikeId = [](const std::string& name) {
    return world::objectIdFromWire(name) || world::frameIdFromWire(name) || world::entityIdFromWire(name);
  };
  for (const world::ObjectChange& change : diff.objects) {
    if (!change.after || out.size() >= kMostFigures) continue;
    const std::string& name = change.after->name;
    if (!isLikeId(name) || (change.before && change.before->name == name)) continue;
    out.push_back(findingOf(fail(failures::kNameLikeId, {{"object", model::named(after, change.after->id)},
                                                         {"free", arg::Name{"part_" + name}}})));
  }
}

void tellLooseTools(const World& before, const World& after, const world::WorldDiff& diff, Diagnostics& out) {
  constexpr double kAt = 0.002;  // metres
  for (const world::ObjectChange& change : diff.objects) {
    if (!change.before || !change.after || change.before->parent == change.after->parent) continue;
    const world::Object &was = *change.before, &is = *change.after;
    const auto robot = before.object(was.parent);
    const bool tool = is.isKinematic() || !after.framesOf(is).empty();
    if (!tool || !robot || !robot->isKinematic() || !model::isCarriedBy(before, robot->id, was.parent_entity)) continue;
    const bool rides = model::isCarriedBy(after, robot->id, is.parent_entity);
    if (!after.peek(robot->id) || rides || out.size() >= kMostFigures) continue;
    if ((before.rootT(is.id).p - after.rootT(is.id).p).norm() > kAt || !after.owner(was.parent_entity)) continue;
    out.push_back(
        findingOf(fail(validate::failures::kToolNotAttached, {{"object", model::named(after, is.id)},
                                                              {"mount", model::named(after, was.parent_entity)},
                                                              {"robot", model::named(after, robot->id)}})));
  }
}

}  // namespace ww::usecase
