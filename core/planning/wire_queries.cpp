// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/base/finding.h"
#include "core/collision/check.h"
#include "core/constraints/constraint.h"
#include "core/geometry/wire_convert.h"
#include "core/model/limits.h"
#include "core/model/named.h"
#include "core/model/overlay.h"
#include "core/planning/failures.h"
#include "core/planning/hidden_overlaps.h"
#include "core/planning/ik_candidates.h"
#include "core/planning/path_search.h"
#include "core/planning/refusals.h"
#include "core/planning/wire.h"
#include "core/planning/wire_read.h"
#include "core/scene/limits.h"
#include "core/validate/stray_tools.h"
#include "core/validate/suspicions.h"
#include "core/world/views/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"

namespace ww::planning {
namespace {

using Validity = mp::JointConfigurationValidationResult;

constexpr double kMostChecks = 1e8;  // between two waypoints
constexpr std::size_t kMostNotes = 5;
// Places that proofs of a path look at beside as many as there are samples: about a second.
constexpr std::size_t kMostProven = 20'000;
// A way (radians, metres) so short that what is only met there is no thicker than the touch that counts as none.
constexpr double kFinestProven = 1e-5;

const CollisionRows kSolutionRows{failures::kSolutionsCollide, failures::kSolutionsCollideOwn, failures::kPosturesNear,
                                  failures::kPosturesNearOwn};

SettingsPtr copyOf(const intrinsic_proto::world::CollisionSettings& settings) {
  return std::make_shared<const intrinsic_proto::world::CollisionSettings>(settings);
}

collision::Scene sceneOf(const world::World& world, const PlanOptions& options) {
  return options.scene ? *options.scene : collision::Scene::make(world);
}

// An IK request in our own terms.
struct IkJob {
  std::unique_ptr<RobotScene> scene;  // the request's task refers to it
  kinematics::IkRequest request;
};

// A path is checked outside of the limits as well, which the robot cannot go to.
void tellOutside(const OutsideRows& rows, const kinematics::JointTree& tree, const JointVector& q, int waypoint,
                 Diagnostics& notes) {
  const Status outside = refuseOutside(rows, tree, tree.limits(), q, scene::kRoundingSlack, waypoint);
  if (!outside.ok()) notes.push_back(findingOf(outside));
}

// Of an arm, its start and its goal.
void tellOdd(const kinematics::JointTree& tree, const kinematics::IkRequest& r,
             const std::optional<constraints::RootPose>& pose, Diagnostics& notes) {
  const auto add = [&notes](const Diagnostics& found) { notes.insert(notes.end(), found.begin(), found.end()); };
  add(validate::toolNotes(tree.mechanism()));
  if (pose) add(validate::fromBelow(tree.mechanism(), pose->node, pose->root_t_tip));
  tellOutside({failures::kSeedOutside, failures::kSeedInDegrees, failures::kSeedInMillimetres}, tree, r.start, 0,
              notes);
}

Result<IkJob> readIk(const world::World& world, const mp::IkRequest& wire, const PlanOptions& options,
                     Diagnostics& notes) {
  WW_ASSIGN(const ObjectId robot, readRobot(world, wire.robot_reference()));
  const auto object = world.object(robot);
  WW_ASSIGN(const Goal goal, readGoal(world, *object, wire.target(), "target"));
  if (wire.max_num_solutions() < 0)
    return fail(failures::kNegativeCount, {{"count", arg::Words{std::to_string(wire.max_num_solutions())}}});
  WW_ASSIGN(RobotScene made,
            RobotScene::make(sceneOf(world, options), robot,
                             wire.has_collision_settings() ? copyOf(wire.collision_settings()) : nullptr));
  auto scene = std::make_unique<RobotScene>(std::move(made));
  // No joint positions can help it.
  for (const auto& contact : scene->forgetConstant())
    if (wire.has_collision_settings()) notes.push_back(tellAnywhere(world, contact));
  kinematics::IkRequest r;
  const auto& tree = scene->tree();
  r.start = tree.worldPositions();
  if (wire.has_starting_joints()) {
    WW_ASSIGN(r.start, readJoints(wire.starting_joints(), *object, "starting_joints"));
  } else {
    WW_TRY(checkNear(world, robot, r.start));
  }
  const std::string field = goalField(wire.target(), "target");
  auto task = constraints::makeTask(tree.mechanism(), goal, r.start);
  if (!task.ok()) return task.status().in(field);
  const auto pose = constraints::rootPoseOf(**task);
  if (pose) {
    r.tip = {pose->tip.row, pose->tip.row_t_node};
    r.root_t_goal = pose->root_t_tip;
    if (!(r.root_t_goal.p.cwiseAbs().maxCoeff() <= kFarthest)) return fail(failures::kTooFarAway).in(field);
  } else {
    if (isTooFar(tree, **task, r.start)) return fail(failures::kTooFarAway).in(field);
    r.task = std::move(task).value();
  }
  tellOdd(tree, r, pose, notes);
  for (Diagnostic& note : targetRides(tree, goal)) notes.push_back(std::move(note));
  // Unless told how many: every posture, each in its nearest turn. A number may ask for turns as well.
  constexpr int kMostPostures = 16, kMost = 1000, kRestarts = 64;
  const int count = wire.max_num_solutions();
  r.max_solutions = count > 0 ? std::min(count, kMost) : kMostPostures;
  r.turns = count > 0;
  r.max_restarts = count > 0 ? std::max(60, 8 * r.max_solutions) : kRestarts;
  r.ensure_same_branch = wire.ensure_same_branch();
  r.prefer_same_branch = wire.prefer_same_branch();
  r.seed = options.seed;
  r.stop = options.stop;
  r.deadline = options.deadline;
  return IkJob{std::move(scene), std::move(r)};
}

void addSolution(mp::IkResponse& out, const JointVector& q, bool within_limits, bool checked,
                 const std::vector<collision::Contact>& contacts) {
  auto& solution = *out.mutable_ik_debug_information()->add_ik_solutions();
  *solution.mutable_joint_configuration() = jointsToWire(q);
  auto& result = *solution.mutable_validation_result();
  result.set_limit_validity_check(within_limits ? Validity::VALID : Validity::VIOLATED);
  result.set_constraint_validatity_check(Validity::VALID);
  result.set_collision_validity_check(!checked           ? Validity::UNKNOWN
                                      : contacts.empty() ? Validity::VALID
                                                         : Validity::VIOLATED);
  for (const auto& contact : contacts) {
    auto& wire = *solution.mutable_collision_checking_debug_info()->add_collisions();
    wire.mutable_left()->mutable_entity()->set_id(world::toWire(contact.a));
    wire.add_right()->mutable_entity()->set_id(world::toWire(contact.b));
    wire.set_desired_margin(contact.margin_m);
  }
}

// Of a target that is joint positions the one that is asked beyond its limits: no search can tell it better.
bool explainOutside(const IkJob& job, const mp::GeometricConstraint& target, Diagnosis& why) {
  constexpr double kSlack = 1e-6;  // radians or metres
  if (!target.has_joint_position()) return false;
  const kinematics::JointTree& tree = job.scene->tree();
  const auto& joints = target.joint_position().joints();
  const JointVector q = Eigen::Map<const JointVector>(joints.data(), joints.size());
  const OutsideRows rows{failures::kGoalOutside, failures::kGoalInDegrees, failures::kGoalInMillimetres};
  const Status outside = refuseOutside(rows, tree, tree.limits(), q, kSlack);
  if (outside.ok()) return false;
  why.kind = Diagnosis::Kind::kGoalLimit;
  why.status = outside;
  why.joints = q;
  why.limits = tree.limits();
  return true;
}

Status refuseIk(IkJob& job, const kinematics::IkResult& found, const mp::GeometricConstraint& target,
                mp::MotionPipelineError* error) {
  Diagnosis why;
  why.ik = found.why;
  why.joints = found.why.nearest;
  if (!found.refused.empty()) {
    why.kind = Diagnosis::Kind::kGoalCollision;
    why.contacts = job.scene->all(found.refused.front());
    why.status = refusePostures(*job.scene, kSolutionRows, found.refused, found.why);
  } else if (!explainOutside(job, target, why)) {
    why.kind = Diagnosis::Kind::kGoalUnreachable;
    why.status = refuseUnreachable(*job.scene, job.request, found.why);
  }
  if (!error) return why.status;
  *error = toWire(job.scene->world(), why);
  auto& first = *error->mutable_motion_planning_error(0);
  if (first.has_ik_error()) *first.mutable_ik_error()->mutable_constraint() = target;
  return why.status;
}

// What holds where a request for a check has no settings: a margin of zero, and of the world what it does not check
// at all. A plan obeys that as well, and the two would contradict each other.
// Rules of the world about what has gone are passed over, as everywhere.
intrinsic_proto::world::CollisionSettings exclusionsOf(const collision::Scene& scene) {
  const auto& of_world = scene.world().collisionSettings();
  intrinsic_proto::world::CollisionSettings out;
  out.set_disable_collision_checking(of_world.disable_collision_checking());
  for (const auto& rule : of_world.collision_rules()) {
    if (!rule.collision_action().is_excluded()) continue;
    intrinsic_proto::world::CollisionSettings alone;
    *alone.add_collision_rules() = rule;
    if (scene.rules().with(alone).ok()) *out.add_collision_rules() = rule;
  }
  return out;
}

}  // namespace

Result<mp::IkResponse> computeIk(const world::World& world, const mp::IkRequest& wire, const PlanOptions& options,
                                 mp::MotionPipelineError* error, Diagnostics* notes, collision::Coverage* coverage,
                                 std::vector<kinematics::IkBranch>* branches) {
  Diagnostics local;
  WW_ASSIGN(IkJob job, readIk(world, wire, options, notes ? *notes : local));
  collision::Coverage looked;
  looked.nothing = collision::Coverage::Nothing::kNotAsked;
  if (wire.has_collision_settings()) looked = job.scene->coverage();
  looked.settings = collision::Coverage::Settings::kRequest;
  if (coverage) *coverage = looked;
  const bool checked = looked.checked();
  if (checked) job.request.accept = [&job](const JointVector& q) { return !job.scene->collides(q); };
  WW_ASSIGN(const auto found, kinematics::solveIk(job.scene->tree(), job.request));
  mp::IkResponse out;
  for (const auto& q : found.solutions) {
    *out.add_solutions() = jointsToWire(q);
    addSolution(out, q, true, checked, {});
  }
  if (branches) *branches = found.branches;
  for (const auto& q : found.refused) addSolution(out, q, true, checked, job.scene->all(q));
  const bool only_collisions = found.solutions.empty() && !found.refused.empty();
  if (found.solutions.empty() && !(only_collisions && wire.disable_error_on_collisions()))
    return refuseIk(job, found, wire.target(), error);
  WW_ASSIGN(const auto outside, posturesOutside(job.scene->tree(), job.request));
  for (const auto& q : outside)
    addSolution(out, q, false, checked, checked ? job.scene->all(q) : std::vector<collision::Contact>());
  return out;
}

Result<mp::FkResponse> computeFk(const model::Model& model, const mp::FkRequest& request, Diagnostics* notes) {
  const world::World& world = model.world();
  WW_ASSIGN(const ObjectId robot, readRobot(world, request.robot_reference()));
  auto reference = world::resolve(world, request.reference());
  if (!reference.ok()) return reference.status().in("reference");
  auto target = world::resolve(world, request.target());
  if (!target.ok()) return target.status().in("target");
  Pose pose = world.aTB(*reference, *target);
  if (request.has_joints()) {
    model::Overrides there;
    WW_ASSIGN(there.joints[robot], readJoints(request.joints(), *world.peek(robot), "joints"));
    model::Overlay overlay(model);
    overlay.set(there);
    const auto tree = kinematics::JointTree::make(model, robot);
    if (notes && tree.ok())
      tellOutside({failures::kJointsOutside, failures::kJointsInDegrees, failures::kJointsInMillimetres}, *tree,
                  there.joints[robot], 0, *notes);
    pose = overlay.aTB(*reference, *target);
  }
  mp::FkResponse out;
  geometry::toWire(pose, out.mutable_reference_t_target());
  return out;
}

namespace {

// A path, waypoint by waypoint.
class PathLook {
 public:
  PathLook(RobotScene& scene, const Budget& budget) : scene_(scene), budget_(budget) {}

  // From the waypoint before, without its own place, to this one.
  Result<std::optional<PathHit>> to(const JointVector& next, int waypoint) {
    const JointVector from = waypoint == 0 ? next : waypoints_.back();
    waypoints_.push_back(next);
    const double checks = std::ceil((next - from).norm() / scene_.spacing());
    if (!(checks < kMostChecks)) {
      return fail(failures::kWaypointsApart, {{"index", arg::Count{static_cast<std::size_t>(waypoint) + 1}},
                                              {"distance", arg::Words{fmt::format("{:.3g}", (next - from).norm())}}});
    }
    const int steps = std::max(1, static_cast<int>(checks));
    left_ += static_cast<std::size_t>(steps);
    for (int i = waypoint == 0 ? steps : 1; i <= steps; ++i) {
      WW_TRY(budget_.check());
      const double t = static_cast<double>(i) / steps;
      const JointVector q = from + t * (next - from);
      if (!scene_.first(q)) continue;
      const auto contacts = scene_.all(q);
      if (!contacts.empty()) return std::optional(PathHit{waypoint, t, contacts.front()});
    }
    return std::optional<PathHit>();
  }

  // What lies between the places that were looked at. `proved` is whether all of it is known to be free; whoever asks
  // for few places gets no more of them.
  Result<std::optional<PathHit>> between(bool& proved) {
    proved = scene_.provesMotions();
    if (!proved) return std::optional<PathHit>();
    for (std::size_t w = 1; left_ > 0 && w < waypoints_.size(); ++w) {
      WW_ASSIGN(const auto hit, prove(w, proved));
      if (hit) return hit;
    }
    proved = proved && left_ > 0;
    return std::optional<PathHit>();
  }

 private:
  Result<std::optional<PathHit>> prove(std::size_t w, bool& proved) {
    using Kind = collision::MotionVerdict::Kind;
    const JointVector &from = waypoints_[w - 1], &to = waypoints_[w];
    const auto mayGoOn = [&]() -> Status {
      WW_TRY(budget_.check());
      return --left_ > 0 ? okStatus() : fail(failures::kOutOfTime);
    };
    const collision::Sweep sweep{scene_.tree().mechanism(), from, to, scene_.spacing(), mayGoOn};
    const auto verdict = scene_.prove(sweep, kFinestProven);
    if (!verdict.ok() && left_ > 0) return verdict.status();
    proved = proved && verdict.ok() && verdict->kind == Kind::kFree;
    if (!verdict.ok() || verdict->kind != Kind::kCollides) return std::optional<PathHit>();
    const auto contacts = scene_.all(from + verdict->at * (to - from));
    if (contacts.empty()) return std::optional<PathHit>();
    return std::optional(PathHit{static_cast<int>(w), verdict->at, contacts.front()});
  }

  RobotScene& scene_;
  const Budget& budget_;
  std::vector<JointVector> waypoints_;
  std::size_t left_ = kMostProven;  // places of proofs
};

// The thinnest thing, if it is thinner than the way between two looks: what lies there was not looked at.
void tellThinnest(const collision::Scene& scene, const collision::Coverage& looked, double spacing,
                  Diagnostics& notes) {
  const collision::Body* thinnest = nullptr;
  double thickness = spacing;
  scene.world().forEachObject([&](const world::Object& object) {
    if (std::ranges::find(looked.excluded, object.id) != looked.excluded.end()) return;
    for (const world::EntityPtr& entity : object.entities) {
      const collision::Body* body = scene.body(entity->id);
      const double least = body ? (body->shape->bounds.max - body->shape->bounds.min).minCoeff() : spacing;
      if (least < thickness) thinnest = body, thickness = least;
    }
  });
  if (!thinnest) return;
  notes.push_back(findingOf(fail(failures::kThinBetween, {{"entity", model::named(scene.world(), thinnest->entity)},
                                                          {"thickness", arg::Length{thickness}},
                                                          {"spacing", arg::Number{spacing}}})));
}

// People count from 1.
std::string textOf(const world::World& world, const PathHit& hit) {
  const std::string what = collision::describe(world, hit.contact);
  if (hit.anywhere)
    return fmt::format(
        "wherever the robot stands: {}; but for that the path is free, and no plan or posture is refused for it", what);
  if (hit.at_waypoint()) return fmt::format("at waypoint {}: {}", hit.waypoint + 1, what);
  return fmt::format("{:.0f} % of the way from waypoint {} to {}: {}", 100.0 * hit.share, hit.waypoint,
                     hit.waypoint + 1, what);
}

// What rules hide at the waypoints of a path, each pair once.
class HiddenAtWaypoints {
 public:
  HiddenAtWaypoints(const collision::Scene& scene, ObjectId robot, const SettingsPtr& settings)
      : world_(scene.world()), look_(scene, robot, settings) {}

  void look(const JointVector& q, int waypoint, Diagnostics& notes) {
    if (waypoint >= kMostWaypoints || told_.size() >= kMostNotes) return;
    for (const HiddenLook::Hidden& hidden : look_.at(q)) {
      const collision::Contact& c = hidden.contact;
      if (told_.size() >= kMostNotes || !told_.emplace(c.a, c.b).second) continue;
      notes.push_back(
          findingOf(fail(failures::kHiddenOverlap, {{"a", model::named(world_, c.a)},
                                                    {"b", model::named(world_, c.b)},
                                                    {"depth", arg::Length{-c.distance_m}},
                                                    {"index", arg::Count{static_cast<std::size_t>(waypoint) + 1}},
                                                    {"rule", arg::Words{hidden.rule}}})));
    }
  }

 private:
  static constexpr int kMostWaypoints = 200;

  const world::World& world_;
  HiddenLook look_;
  std::set<std::pair<EntityId, EntityId>> told_;
};

}  // namespace

Result<mp::CheckCollisionsResponse> checkCollisions(const world::World& world,
                                                    const mp::CheckCollisionsRequest& request,
                                                    const PlanOptions& options, collision::Coverage* coverage,
                                                    Diagnostics* notes, PathHit* hit, double* spacing, bool* proved) {
  WW_ASSIGN(const ObjectId robot, readRobot(world, request.robot_reference()));
  if (request.waypoint().empty()) return fail(failures::kNoWaypoints);
  const collision::Scene& whole = sceneOf(world, options);
  const auto settings = request.has_collision_settings() ? request.collision_settings() : exclusionsOf(whole);
  WW_ASSIGN(RobotScene scene, RobotScene::make(whole, robot, copyOf(settings)));
  collision::Coverage local;
  collision::Coverage& looked = coverage ? *coverage : local;
  looked = scene.coverage();
  if (spacing) *spacing = scene.spacing();
  using Settings = collision::Coverage::Settings;
  looked.settings = request.has_collision_settings() ? Settings::kRequest : Settings::kDefault;
  Diagnostics odd = validate::toolNotes(scene.tree().mechanism());
  if (looked.checked())
    for (Diagnostic& note : spacingNotes(scene)) odd.push_back(std::move(note));
  const std::size_t most_notes = odd.size() + kMostNotes;
  const Budget budget{options.stop, options.deadline};
  PathLook path(scene, budget);
  HiddenAtWaypoints hidden(whole, robot, copyOf(settings));
  // It would hide all others.
  std::vector<collision::Contact> anywhere = scene.forgetConstant();
  collision::sortContacts(anywhere);
  Diagnostics left_out;
  std::optional<PathHit> found;
  for (int w = 0; w < request.waypoint_size() && !found; ++w) {
    WW_ASSIGN(const JointVector next, readJoints(request.waypoint(w), *world.peek(robot),
                                                 fmt::format("waypoint {} of {}", w + 1, request.waypoint_size())));
    if (odd.size() < most_notes)
      tellOutside({failures::kWaypointOutside, failures::kWaypointInDegrees, failures::kWaypointInMillimetres},
                  scene.tree(), next, w, odd);
    WW_ASSIGN(found, path.to(next, w));
    if (notes) hidden.look(next, w, left_out);
  }
  bool all = false;
  if (!found && looked.checked()) {
    WW_ASSIGN(found, path.between(all));
    if (!found && !all) tellThinnest(whole, looked, scene.spacing(), odd);
  }
  if (proved) *proved = all && !found;
  odd.insert(odd.end(), left_out.begin(), left_out.end());
  if (!found && !anywhere.empty()) {
    found = PathHit{0, 1.0, anywhere.front(), true};
    anywhere.erase(anywhere.begin());
  }
  for (const auto& contact : anywhere) odd.push_back(tellAnywhere(world, contact));
  if (notes) *notes = std::move(odd);
  mp::CheckCollisionsResponse out;
  if (found) {
    out.set_has_collision(true);
    out.set_collision_debug_msg(textOf(world, *found));
    if (hit) *hit = *found;
  } else if (!looked.checked()) {
    out.set_collision_debug_msg(
        fmt::format("not checked: {}: {}", plain(collision::whyNotChecked(looked)), plain(howToCheck(looked))));
  }
  return out;
}

}  // namespace ww::planning
