// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/remedies.h"

#include <algorithm>
#include <set>

#include "core/model/carriers.h"
#include "core/model/named.h"
#include "core/planning/plan.h"
#include "core/scene/limits.h"
#include "core/session/rule_builders.h"
#include "core/session/step_change.h"
#include "core/usecase/programs/cast.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

using Kind = planning::Diagnosis::Kind;
using Reason = kinematics::IkDiagnosis::Reason;

constexpr auto kTrialPatience = std::chrono::seconds(3);
constexpr double kBeyondReach = 0.005, kBeyondContact = 0.001;  // metres
constexpr double kBeyondLimit = 0.01;                           // radians or metres
constexpr std::size_t kMostPairs = 3, kMostPostures = 8;

class Remedies {
 public:
  Remedies(const FailedStep& failed, const std::vector<Candidate>& candidates)
      : failed_(failed), candidates_(candidates) {}

  std::vector<Remedy> run() {
    otherBranch();
    moveTarget();
    raiseLimit();
    loosenRotation();
    comeNear();
    excludePairs();
    return std::move(out_);
  }

 private:
  bool isStopped() const { return failed_.options.stop.stop_requested(); }
  bool isLine() const { return planning::keepsLine(failed_.motion.request.segments.back().type); }
  planning::PlanOptions options(const world::World& world) const;
  bool plans(const session::EditsPtr& edits) const;
  bool plansFrom(const JointVector& start) const;
  void offerTried(RemedyKind kind, Phrase text, session::EditsPtr edits);
  session::EditsPtr changed(const program::FlatStep& flat, const session::StepChange& change) const;
  std::optional<world::NodeRef> targetNode() const;
  Vec3 wayOut() const;
  void otherBranch();
  void offerBranch(const Candidate& candidate);
  void moveTarget();
  void moveTargetBy(const world::NodeRef& node, const Vec3& way_in_root);
  void raiseLimit();
  void loosenRotation();
  void comeNear();
  void excludePairs();
  bool ridesOnRobot(EntityId entity) const;

  const FailedStep& failed_;
  const std::vector<Candidate>& candidates_;
  std::vector<Remedy> out_;
};

// Of a trial in a world that some edits have made of the stage's: its scene costs the edits.
planning::PlanOptions Remedies::options(const world::World& world) const {
  planning::PlanOptions out;
  out.scene = failed_.scene.updated(world);
  out.seed = failed_.options.seed;
  out.stop = failed_.options.stop;
  out.deadline = std::min(failed_.options.deadline, planning::Clock::now() + kTrialPatience);
  return out;
}

// Whether with the edits what was planned together with the step is planned, from where the steps before have ended.
bool Remedies::plans(const session::EditsPtr& edits) const {
  geometry::GeometryStore none;
  const auto world = world::apply(failed_.stage.world(), *edits, none);
  if (!world.ok() || isStopped()) return false;
  const auto steps = program::expand(world->data().record->programs(), failed_.program);
  if (!steps.ok()) return false;
  const auto at = std::ranges::find(*steps, failed_.step.place, &program::FlatStep::place);
  const auto end = static_cast<std::size_t>(at - steps->begin());
  if (at == steps->end() || failed_.first > end) return false;
  const Stage stage(*world);
  if (at->step->has_set_joint()) {
    const auto motion = jointMotion(stage, at->step->set_joint());
    return motion.ok() && planning::planMotion(*world, motion->request, options(*world)).ok();
  }
  auto motion = moveMotion(stage, {steps->data() + failed_.first, end - failed_.first + 1});
  if (!motion.ok()) motion = moveMotion(stage, {&*at, 1});
  return motion.ok() && planning::planMotion(*world, motion->request, options(*world)).ok();
}

bool Remedies::plansFrom(const JointVector& start) const {
  planning::MotionRequest request = failed_.motion.request;
  request.start = start;
  return !isStopped() && planning::planMotion(failed_.stage.world(), request, options(failed_.stage.world())).ok();
}

void Remedies::offerTried(RemedyKind kind, Phrase text, session::EditsPtr edits) {
  if (plans(edits)) out_.push_back({kind, std::move(text), std::move(edits), true});
}

session::EditsPtr Remedies::changed(const program::FlatStep& flat, const session::StepChange& change) const {
  const std::size_t step = flat.place.back() - 1;
  return session::changeSteps(failed_.world, flat.owner->name(), {&step, 1}, change);
}

// Where the step names a node for its target; the pose in it can be another then.
std::optional<world::NodeRef> Remedies::targetNode() const {
  const auto* goal = std::get_if<planning::PoseGoal>(&failed_.motion.request.segments.back().goal);
  if (!goal || !failed_.root_t_goal || !failed_.step.step->move().has_frame()) return std::nullopt;
  return goal->target;
}

bool Remedies::ridesOnRobot(EntityId entity) const {
  return model::isCarriedBy(failed_.stage.world(), failed_.motion.request.robot, entity);
}

// The way that brings the target into reach, or out of what it is in; 0: none is known.
Vec3 Remedies::wayOut() const {
  const auto& ik = failed_.why.ik;
  if (failed_.why.kind == Kind::kGoalUnreachable && ik.reason == Reason::kOutOfReach) {
    const bool held = ik.held_distance_m > 0.0;
    const double far = held ? ik.held_distance_m : ik.distance_m;
    return -(far + kBeyondReach) * (held ? ik.held_direction : ik.direction);
  }
  if (failed_.why.kind != Kind::kGoalCollision || failed_.why.contacts.empty()) return Vec3::Zero();
  const collision::Contact& contact = failed_.why.contacts.front();
  const bool a = ridesOnRobot(contact.a), b = ridesOnRobot(contact.b);
  if (a == b) return Vec3::Zero();
  const double depth = contact.margin_m - contact.distance_m + kBeyondContact;
  return (b ? depth : -depth) * contact.normal;
}

void Remedies::moveTarget() {
  const auto node = targetNode();
  const Vec3 way = wayOut();
  if (!node || way.isZero()) return;
  // A depth is the least that can help: shapes may be hollow, and behind one thing may be another.
  const std::size_t before = out_.size();
  const bool is_depth = failed_.why.kind == Kind::kGoalCollision;
  for (const double times : {1.0, 1.5, 2.5}) {
    if (isStopped() || out_.size() > before || (times > 1.0 && !is_depth)) return;
    moveTargetBy(*node, times * way);
  }
}

void Remedies::moveTargetBy(const world::NodeRef& node, const Vec3& way_in_root) {
  Pose root_t_goal = *failed_.root_t_goal;
  root_t_goal.p += way_in_root;
  session::StepChange change;
  change.frame_t_tool = std::optional(failed_.stage.world().rootT(node).inverse() * root_t_goal);
  offerTried(RemedyKind::kMoveTarget,
             phrase(WW_TEXT("Core", "Move the target by {distance}"), {{"distance", arg::Length{way_in_root.norm()}}}),
             changed(failed_.step, change));
}

void Remedies::loosenRotation() {
  const bool may_help = failed_.why.kind == Kind::kGoalUnreachable || failed_.why.kind == Kind::kLineBroken ||
                        failed_.why.kind == Kind::kGoalCollision || failed_.why.kind == Kind::kGoalLimit;
  const auto* goal = std::get_if<planning::PoseGoal>(&failed_.motion.request.segments.back().goal);
  if (!may_help || !targetNode() || std::holds_alternative<EntityId>(goal->moving) || isStopped()) return;
  session::StepChange change;
  change.position_alone_of = goal->moving;
  offerTried(RemedyKind::kLoosenRotation, phrase(WW_TEXT("Core", "Leave the rotation at the target free")),
             changed(failed_.step, change));
}

// A mechanism of few joints goes as near as it comes: its joints are the target then.
void Remedies::comeNear() {
  const auto& ik = failed_.why.ik;
  if (failed_.why.kind != Kind::kGoalUnreachable || ik.few_joints == 0 || ik.nearest.size() == 0 || isStopped()) return;
  session::StepChange change;
  change.target = ik.nearest;
  offerTried(RemedyKind::kComeNear, phrase(WW_TEXT("Core", "Come as near as the joints allow")),
             changed(failed_.step, change));
}

// The posture that is least beyond limits, and else free.
void Remedies::raiseLimit() {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : candidates_)
    if (candidate.joint >= 0 && !candidate.contact && (!best || candidate.excess < best->excess)) best = &candidate;
  const bool any_free = std::ranges::any_of(candidates_, &Candidate::isFree);
  if (!best || any_free || isStopped()) return;
  const world::Object& robot = *failed_.world.peek(failed_.motion.request.robot);
  std::vector<session::EditsPtr> parts;
  for (std::size_t i = 0; i < robot.moving_joints.size(); ++i) {
    const world::JointLimits& limit = robot.movingJoint(i).application;
    const double at = best->joints[static_cast<Eigen::Index>(i)];
    if (scene::isWithin(at, limit)) continue;
    parts.push_back(session::setJointLimits(robot.id, robot.movingJointName(i),
                                            std::min(limit.lower, at - kBeyondLimit),
                                            std::max(limit.upper, at + kBeyondLimit)));
  }
  if (parts.empty()) return;
  const auto joint = static_cast<std::size_t>(best->joint);
  const bool turns = robot.movingJoint(joint).motion == world::MotionType::kRevolute;
  const double by = best->excess + kBeyondLimit;
  offerTried(RemedyKind::kRaiseLimit,
             phrase(WW_TEXT("Core", "Raise the limit of {joint} by {amount}"),
                    {{"joint", arg::Words{robot.movingJointName(joint)}},
                     {"amount", turns ? FailureValue(arg::Angle{by}) : FailureValue(arg::Length{by})}}),
             session::join(parts));
}

// A line that breaks in one posture may hold in another: where the move before it goes to a pose, it can come there so.
void Remedies::otherBranch() {
  const bool may_help = failed_.why.kind == Kind::kLineBroken || failed_.why.kind == Kind::kPathCollision;
  if (!isLine() || !may_help || failed_.motion.tools.empty()) return;
  const ObjectId robot = failed_.motion.request.robot;
  const world::NodeRef tool = failed_.motion.tools.back();
  const auto here = candidatesFor(failed_, failed_.stage.world().rootT(tool), failed_.motion.request.segments.back());
  if (!here.ok()) return;
  const JointVector now = failed_.stage.world().peek(robot)->jointPositions();
  std::size_t tried = 0;
  for (const Candidate& candidate : *here) {
    if (!candidate.isFree() || kinematics::jointDistance(candidate.joints, now) < 1e-3) continue;
    if (isStopped() || ++tried > kMostPostures) return;
    if (!plansFrom(candidate.joints)) continue;
    return offerBranch(candidate);
  }
}

void Remedies::offerBranch(const Candidate& candidate) {
  const auto& programs = failed_.world.data().record->programs();
  const auto steps = program::expand(programs, failed_.program);
  if (!steps.ok()) return;
  const FailureArg step{"step", arg::Words{program::placeText(failed_.step.place)}};
  const Phrase branch = kinematics::nameOf(candidate.branch);
  const Phrase text = branch.empty()
                          ? phrase(WW_TEXT("Core", "Come to step {step} in another posture"), {step})
                          : phrase(WW_TEXT("Core", "Come to step {step} so: {branch}"), {step, {"branch", branch}});
  for (std::size_t i = failed_.first; i-- > 0;) {
    const program::FlatStep& before = (*steps)[i];
    if (!before.step->has_move()) continue;
    const auto robot = robotOf(failed_.world, *before.owner, before.step->move());
    if (!robot.ok() || *robot != failed_.motion.request.robot) continue;
    // A line comes there in the posture that it began in.
    const auto type = planning::motionTypeOnWire(before.step->move().motion_type());
    if (type && planning::keepsLine(*type)) return;
    session::StepChange change;
    change.target = candidate.joints;
    out_.push_back({RemedyKind::kOtherBranch, text, changed(before, change), true});
    return;
  }
  out_.push_back({RemedyKind::kOtherBranch, text,
                  session::setProgramStart(failed_.world, failed_.program, candidate.joints), true});
}

// Whether two things may meet is for people to say: these are offered whether they suffice or not.
void Remedies::excludePairs() {
  std::set<std::pair<EntityId, EntityId>> told;
  for (const collision::Contact& contact : failed_.why.contacts) {
    const auto *a = failed_.world.owner(contact.a), *b = failed_.world.owner(contact.b);
    if (!a || !b || a->object == b->object || !told.insert(std::minmax(contact.a, contact.b)).second) continue;
    if (told.size() > kMostPairs) return;
    const auto edits = session::excludePair(failed_.world, {a->object, contact.a}, {b->object, contact.b});
    out_.push_back(
        {RemedyKind::kExcludePair,
         phrase(WW_TEXT("Core", "Exclude {a} and {b}"), {{"a", arg::Words{failed_.world.display(contact.a)}},
                                                         {"b", arg::Words{failed_.world.display(contact.b)}}}),
         edits, false});
  }
}

}  // namespace

std::vector<Remedy> remediesFor(const FailedStep& failed, const std::vector<Candidate>& candidates) {
  return Remedies(failed, candidates).run();
}

}  // namespace ww::usecase
