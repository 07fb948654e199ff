// SPDX-License-Identifier: Apache-2.0
#include "core/planning/refusals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/base/finding.h"
#include "core/collision/check.h"
#include "core/model/limits.h"
#include "core/model/named.h"
#include "core/planning/failures.h"
#include "core/scene/limits.h"

namespace ww::planning {
namespace {

Phrase alongThePath() { return phrase(WW_TEXT("Core", "the path constraint")); }

ObjectId robotOf(const RobotScene& scene) { return scene.world().owner(scene.tree().movers().front())->object; }

bool isOwn(const RobotScene& scene, EntityId entity) {
  const auto* owner = scene.world().owner(entity);
  return (owner && owner->object == robotOf(scene)) || scene.tree().riding(entity).joint >= 0;
}

// How far the tip can be from the first joint that moves it.
double reachOf(const kinematics::JointTree& tree, const kinematics::Riding& tip) {
  const auto chain = tree.chain(tip);
  const auto poses = tree.moverPoses(tree.worldPositions());
  double reach = tip.joint_t_node.p.norm();
  for (std::size_t k = 1; k < chain.size(); ++k) reach += (poses[chain[k]].p - poses[chain[k - 1]].p).norm();
  for (const std::size_t mover : chain) {
    const auto& limit = tree.limits()[tree.jointOf(mover)];
    if (!tree.turns(mover)) reach += std::isfinite(limit.upper - limit.lower) ? limit.upper - limit.lower : 0.0;
  }
  return reach;
}

struct Reach {
  double robot_m = 0.0, goal_m = 0.0;  // from the first joint
  // So far away that another unit was meant.
  bool isAbsurd() const {
    constexpr double kTimes = 20.0, kLeast = 0.05;
    return robot_m > kLeast && goal_m > kTimes * robot_m;
  }
};

Reach reachTo(const kinematics::JointTree& tree, const kinematics::IkRequest& request) {
  const auto chain = tree.chain(request.tip);
  const Vec3 first = tree.moverPoses(tree.worldPositions())[chain.front()].p;
  return {reachOf(tree, request.tip), (request.root_t_goal.p - first).norm()};
}

const FailureRow& rowOf(const kinematics::IkDiagnosis& why) {
  using Reason = kinematics::IkDiagnosis::Reason;
  if (why.few_joints > 0) return failures::kFewJoints;
  switch (why.reason) {
    case Reason::kOrientation: return failures::kNotTurned;
    case Reason::kJointLimit: return failures::kBeyondLimits;
    case Reason::kSameBranch: return failures::kOtherBranch;
    default: return failures::kOutOfReach;
  }
}

// Whether the goal is reached when it is turned over: frames on top of things often have their z axis up, and tools
// reach down.
bool isUpsideDown(const kinematics::JointTree& tree, kinematics::IkRequest request) {
  constexpr double kUp = 0.7;  // the cosine of 45 degrees
  if ((request.root_t_goal.q * Vec3::UnitZ()).z() < kUp) return false;
  request.root_t_goal.q = request.root_t_goal.q * Quat(Eigen::AngleAxisd(std::numbers::pi, Vec3::UnitX()));
  request.accept = nullptr;
  request.diagnose = false;
  request.max_solutions = 1;
  const auto found = kinematics::solveIk(tree, request);
  return found.ok() && !found->solutions.empty();
}

// What is not of the robot, an object each.
std::vector<std::string> thingsIn(const RobotScene& scene, std::span<const collision::Contact> contacts) {
  constexpr std::size_t kMostThings = 3;
  std::vector<std::string> names;
  std::set<ObjectId> told;
  for (const collision::Contact& c : contacts) {
    const bool a = isOwn(scene, c.a), b = isOwn(scene, c.b);
    const world::EntityOwner* owner = a == b ? nullptr : scene.world().owner(a ? c.b : c.a);
    if (owner && names.size() < kMostThings && told.insert(owner->object).second)
      names.push_back(scene.world().display(a ? c.b : c.a));
  }
  return names;
}

Status withReasons(Status status, std::span<const Status> reasons) {
  for (const Status& reason : reasons) status = andAlso(std::move(status), reason);
  return status;
}

}  // namespace

Status ofPathConstraint(Status status) { return within(std::move(status), alongThePath()); }

bool isOfPathConstraint(const Status& status) {
  return status.failure && std::ranges::any_of(status.failure->contexts, [](const Phrase& context) {
           return context.is_ours && context.text == alongThePath().text;
         });
}

Status andAlso(Status status, Status reason) {
  auto failure = std::make_shared<Failure>(*status.failure);
  failure->causes.push_back(std::move(reason));
  status.title = titleText(*failure, plainVoice());
  status.failure = std::move(failure);
  return status;
}

Status refusePair(const RobotScene& scene, const CollisionRows& rows, const std::optional<collision::Contact>& pair,
                  const CollisionFigures& figures, std::span<const collision::Contact> with) {
  const world::World& world = scene.world();
  const bool own = pair && isOwn(scene, pair->a) && isOwn(scene, pair->b);
  const EntityId other = !pair ? EntityId{} : isOwn(scene, pair->a) ? pair->b : pair->a;
  const auto percent = [](double share) { return arg::Count{static_cast<std::uint64_t>(std::llround(100.0 * share))}; };
  constexpr double kNothing = 1e-6;  // metres; no margin is below
  const bool near = pair && pair->margin_m > 0.0 && pair->distance_m > kNothing;
  const FailureRow& row =
      near ? (own ? rows.near_itself : rows.near_thing) : (own ? rows.with_itself : rows.with_thing);
  const arg::Node one = pair ? model::named(world, other) : model::named(world, robotOf(scene));
  const std::vector<std::string> all = own ? std::vector<std::string>() : thingsIn(scene, with);
  Status status = fail(row, {{"thing", one},
                             {"object", all.size() > 1 ? FailureValue(arg::Names{all}) : FailureValue(one)},
                             {"count", arg::Count{figures.postures}},
                             {"distance", arg::Length{near ? pair->distance_m : 0.0}},
                             {"depth", arg::Length{pair ? std::max(0.0, pair->margin_m - pair->distance_m) : 0.0}},
                             {"at", percent(figures.at)},
                             {"first", percent(figures.first)}});
  return pair ? andAlso(std::move(status), collision::contactFailure(world, *pair)) : status;
}

Status refusePostures(RobotScene& scene, const CollisionRows& rows, const std::vector<JointVector>& postures,
                      const kinematics::IkDiagnosis& why) {
  constexpr std::size_t kMostPairs = 3, kMostLookedAt = 8, kMostLimits = 2;
  std::optional<collision::Contact> first;
  std::vector<collision::Contact> meet;  // in the first posture
  std::vector<Status> others;
  std::set<std::pair<EntityId, EntityId>> told;
  for (std::size_t i = 0; i < std::min(postures.size(), kMostLookedAt) && told.size() < kMostPairs; ++i) {
    const auto contacts = scene.all(postures[i]);
    const auto pair = contacts.empty() ? scene.first(postures[i]) : std::optional(contacts.front());
    if (!pair || !told.emplace(pair->a, pair->b).second) continue;
    if (!first) first = pair, meet = contacts;
    else others.push_back(collision::contactFailure(scene.world(), *pair));
  }
  Status status = refusePair(scene, rows, first, {postures.size()}, meet);
  // After what the collisions are: the first reason only counts them.
  for (std::size_t i = 1; i < std::min(why.reasons.size(), 1 + kMostLimits); ++i) others.push_back(why.reasons[i]);
  return withReasons(std::move(status), others);
}

bool isTooFar(const kinematics::JointTree& tree, const constraints::Task& task, const JointVector& q) {
  return !(task.distance(q, tree.moverPoses(q)).metres <= kFarthest);
}

Status refuseUnreachable(const RobotScene& scene, const kinematics::IkRequest& request,
                         const kinematics::IkDiagnosis& why) {
  const auto& tree = scene.tree();
  if (request.task)
    return withReasons(fail(failures::kUnsatisfied, {{"robot", model::named(scene.world(), robotOf(scene))}}),
                       why.reasons);
  const Reach reach = reachTo(tree, request);
  const bool absurd = why.reason == kinematics::IkDiagnosis::Reason::kOutOfReach && reach.isAbsurd();
  const bool turned =
      !absurd && why.reason != kinematics::IkDiagnosis::Reason::kSameBranch && isUpsideDown(tree, request);
  const arg::Name joint{why.joint >= 0 ? tree.names()[static_cast<std::size_t>(why.joint)] : std::string()};
  Status status = fail(turned   ? failures::kUpsideDown
                       : absurd ? failures::kInMillimetres
                                : rowOf(why),
                       {{"robot", model::named(scene.world(), robotOf(scene))},
                        {"joint", joint},
                        {"distance", arg::Length{reach.goal_m}},
                        {"reach", arg::Length{reach.robot_m}}});
  // So far away the orientation says nothing more.
  const std::size_t most = absurd ? (why.few_joints > 0 ? 2 : 1) : why.reasons.size();
  return withReasons(std::move(status), std::span(why.reasons).first(std::min(most, why.reasons.size())));
}

Status refuseOutside(const OutsideRows& rows, const kinematics::JointTree& tree,
                     const std::vector<world::JointLimits>& limits, const JointVector& q, double slack, int waypoint) {
  constexpr double kRadPerDeg = std::numbers::pi / 180.0, kMillimetre = 1e-3;
  const auto outside = model::limitExcess(limits, q, slack);
  if (!outside) return okStatus();
  const auto i = static_cast<std::size_t>(outside->first);
  const double given = q[outside->first], lower = limits[i].lower, upper = limits[i].upper;
  const bool turns = tree.isRevolute(i);
  const FailureRow& row = turns && scene::looksLikeDegrees(given, lower, upper)        ? rows.in_degrees
                          : !turns && scene::looksLikeMillimetres(given, lower, upper) ? rows.in_millimetres
                                                                                       : rows.plain;
  return fail(row,
              {{"joint", arg::Name{tree.names()[i]}},
               {"index", arg::Count{static_cast<std::uint64_t>(waypoint) + 1}},
               {"given", arg::Number{given}},
               {"meant", arg::Number{given * (turns ? kRadPerDeg : kMillimetre)}}},
              kinematics::standsBeyond(tree, i, limits[i], given));
}

Status checkNear(const world::World& world, ObjectId robot, const JointVector& q) {
  const auto object = world.object(robot);
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    if (std::abs(q[i]) <= kFarthest) continue;
    return fail(failures::kStandsTooFar, {{"joint", arg::Name{object->movingJointName(static_cast<std::size_t>(i))}},
                                          {"robot", model::named(world, robot)},
                                          {"position", arg::Words{fmt::format("{:.3g}", q[i])}}});
  }
  return okStatus();
}

Status failAnywhere(const world::World& world, const collision::Contact& c) {
  constexpr double kNothing = 1e-6;  // metres; less is not worth a figure
  const arg::Node a = model::named(world, c.a), b = model::named(world, c.b);
  const arg::Length margin{c.margin_m};
  if (c.margin_m > 0.0 && std::abs(c.distance_m) < kNothing)
    return fail(failures::kTouchAnywhere, {{"a", a}, {"b", b}, {"margin", margin}});
  if (c.distance_m > 0.0)
    return fail(failures::kNearAnywhere,
                {{"a", a}, {"b", b}, {"distance", arg::Length{c.distance_m}}, {"margin", margin}});
  return fail(failures::kAnywhere, {{"a", a}, {"b", b}, {"depth", arg::Length{-c.distance_m}}});
}

Diagnostics targetRides(const kinematics::JointTree& tree, const Goal& goal) {
  constexpr double kNone = 1e-12;
  const auto* pose = std::get_if<PoseGoal>(&goal);
  if (!pose) return {};
  const kinematics::Riding target = tree.riding(pose->target);
  if (target.joint < 0 || target.joint != tree.riding(pose->moving).joint) return {};
  const Pose& offset = pose->target_t_moving;
  const bool stays = offset.p.isZero(kNone) && std::abs(offset.q.w()) > 1.0 - kNone;
  if (pose->target == pose->moving && !stays) return {};
  const world::World& world = tree.mechanism().model().world();
  return {findingOf(fail(failures::kTargetRides, {{"target", model::named(world, pose->target)}}))};
}

void setValidated(const world::World& world, TrajectoryReport& report) {
  const bool overlaps = report.coverage.checked() && report.nearest && report.min_clearance_m < -collision::kTouchDepth;
  report.validated = report.coverage.checked() && !overlaps;
  if (!overlaps) return;
  report.notes.push_back(
      findingOf(fail(failures::kBetweenChecks, {{"a", model::named(world, report.nearest->a)},
                                                {"b", model::named(world, report.nearest->b)},
                                                {"depth", arg::Length{-report.min_clearance_m}},
                                                {"time", arg::Seconds{report.min_clearance_at_s}}})));
}

Diagnostic tellAnywhere(const world::World& world, const collision::Contact& contact) {
  return findingOf(failAnywhere(world, contact));
}

std::string_view butFor(const Diagnostics& notes) {
  const auto has = [&notes](const FailureRow& row) {
    return std::ranges::any_of(notes, [&row](const Diagnostic& note) { return note.code == row.code; });
  };
  if (has(failures::kAnywhere)) return " but for what overlaps wherever the robot stands";
  if (!has(failures::kNearAnywhere) && !has(failures::kTouchAnywhere)) return "";
  return " but for what is nearer than its margin wherever the robot stands";
}

}  // namespace ww::planning
