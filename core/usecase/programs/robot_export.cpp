// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/robot_export.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/kinematics/behind.h"
#include "core/model/mechanism.h"
#include "core/model/named.h"
#include "core/program/planned.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/arm_posture.h"
#include "core/usecase/programs/controller_frames.h"
#include "core/usecase/programs/export_notes.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/step_motion.h"
#include "core/usecase/programs/via_points.h"
#include "worldwright/v1/program.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;
namespace out = program::dialects;

constexpr double kOffPath = 0.005;     // radians or metres
constexpr double kSame = 1e-9;         // radians or metres: positions that are equal but for rounding
constexpr double kSlowest = 0.001;     // metres or radians per second: of lines that hardly move, or hardly turn
constexpr double kNoTurn = 1e-4;       // radians: a line that turns by less does not turn
constexpr double kLeastRadius = 1e-4;  // metres: of corners, as languages write them
constexpr std::size_t kSamples = 200;  // of a motion, for the speed of its tool

// "do_12" is number 12.
int numberIn(const std::string& name) {
  constexpr std::size_t kMostDigits = 6;
  const std::size_t at = name.find_last_not_of("0123456789") + 1;  // npos + 1 is 0
  const std::string digits = name.substr(at);
  return digits.empty() || digits.size() > kMostDigits ? -1 : std::stoi(digits);
}

arg::Words stepWords(const program::PlannedStep& step) { return {program::placeText(step.place)}; }

std::string ownName(const world::World& world, const world::NodeRef& node) {
  const std::string name = world.display(node);
  return name.substr(name.find_last_of(":/") + 1);
}

class Maker {
 public:
  Maker(const world::World& world, const v1::ProgramPlan& plan, program::PlannedProgram planned,
        const ExportChoices& choices)
      : world_(world), plan_(plan), planned_(std::move(planned)), choices_(choices) {}
  Result<out::RobotProgram> run();

 private:
  Status setUp();
  Status addJoints(const world::Object& robot);
  Status findArm(const world::Object& robot, const world::NodeRef& tool);
  Status addStep(std::size_t i);
  Status addMove(std::size_t i);
  Status addGripper(const program::PlannedStep& step);
  bool isOfHand(const program::PlannedStep& step) const;
  Result<out::SetSignal> signalOf(const program::PlannedStep& step) const;
  void addStart();
  void addVias(std::size_t i);
  bool addMiddle(std::size_t i);
  out::Move moveTo(const JointVector& q) const;
  out::Speed speedOf(std::size_t i, bool is_line) const;
  double shareOf(std::size_t i) const;
  double accelerationShareOf(std::size_t i) const;
  const program::Corner* cornerBefore(std::size_t i) const;
  double cornerRadius(std::size_t i) const;
  std::vector<JointVector> wayOf(std::size_t i) const;
  Vec3 toolAt(const JointVector& q) const { return tree_->rootT(riding_, q).p; }
  out::Posture postureOf(const JointVector& q) const;
  std::vector<double> withArm(const JointVector& q, const JointVector& arm) const;
  out::Signal named(const std::string& signal) const;
  void add(std::string name, decltype(out::Step::what) what) {
    made_.steps.push_back({std::move(name), std::move(what), place_});
  }

  const world::World& world_;
  const v1::ProgramPlan& plan_;
  const program::PlannedProgram planned_;
  const ExportChoices& choices_;
  out::RobotProgram made_;
  std::string place_;      // of the step that is made
  std::size_t mover_ = 0;  // of the robot
  std::uint64_t tool_ = 0;
  std::optional<kinematics::JointTree> tree_;
  kinematics::Riding riding_;
  std::vector<std::size_t> axes_;  // of made_.joints, which joint of the tree: all but those of a hand behind the tool
  std::optional<kinematics::JointTree> arm_;  // without external axes and hands, where there are any
  kinematics::Riding riding_on_arm_;
  Pose root_t_base_;
};

Status Maker::addJoints(const world::Object& robot) {
  for (const auto& [joint, count] : choices_.axes) WW_TRY(jointPlace(world_, robot.id, joint).status());
  const program::Mover& mover = planned_.movers[mover_];
  if (mover.joints.size() != robot.moving_joints.size())
    return fail(failures::kPlanOfOther, {{"robot", model::named(world_, robot.id)}});
  const auto hand = kinematics::jointsBehind(*tree_, riding_);
  for (std::size_t i = 0; i < robot.moving_joints.size(); ++i)
    if (hand[i] == 0) axes_.push_back(i);
  const auto turning = std::ranges::count_if(axes_, [&](std::size_t i) { return mover.revolute[i]; });
  for (const std::size_t i : axes_) {
    const world::Joint& joint = robot.movingJoint(i);
    out::RobotJoint& made = made_.joints.emplace_back();
    made.name = mover.joints[i];
    made.slides = !mover.revolute[i];
    made.external = made.slides && turning >= 6;  // a rail beside an arm of its own
    const auto known = [](double limit) { return limit > 0.0 && std::isfinite(limit) ? limit : 0.0; };
    made.max_speed = known(joint.application.velocity);
    made.max_acceleration = known(joint.application.acceleration);
    if (const auto count = choices_.axes.find(made.name); count != choices_.axes.end()) {
      made.sign = count->second.sign;
      made.offset = count->second.zero;
      made.of_previous = count->second.of_previous;
    }
  }
  return okStatus();
}

// Postures are those of the arm: wherever its rail stands, they are the same.
Status Maker::findArm(const world::Object& robot, const world::NodeRef& tool) {
  std::vector<EntityId> own;
  for (std::size_t i = 0; i < made_.joints.size(); ++i)
    if (!made_.joints[i].external) own.push_back(robot.entities[robot.moving_joints[axes_[i]]]->id);
  if (own.size() == robot.moving_joints.size()) return okStatus();
  WW_ASSIGN(model::Mechanism arm, model::Mechanism::make(model::Model::make(world_), own));
  arm_.emplace(std::move(arm));
  riding_on_arm_ = arm_->riding(tool);
  return okStatus();
}

Status Maker::setUp() {
  const auto first = std::ranges::find(planned_.steps, program::StepKind::kMove, &program::PlannedStep::kind);
  made_.name = planned_.name;
  if (first == planned_.steps.end() || !first->mover) {
    // Grippers and signals alone: no mover is the robot.
    mover_ = planned_.movers.size();
    if (!planned_.movers.empty()) made_.robot = planned_.movers.front().name;
    return okStatus();
  }
  mover_ = *first->mover;
  tool_ = plan_.steps(static_cast<int>(first - planned_.steps.begin())).tool();
  const world::Object* robot = world_.peek(planned_.movers[mover_].object);
  if (!robot) return fail(failures::kRobotGone, {{"robot", arg::Name{planned_.movers[mover_].name}}});
  const auto tool = nodeWithId(world_, tool_);
  if (!tool) return fail(failures::kToolGone, {{"tool", arg::Name{first->tool}}});
  WW_ASSIGN(tree_, kinematics::JointTree::make(world_, robot->id));
  riding_ = tree_->riding(*tool);
  WW_TRY(addJoints(*robot));
  WW_TRY(findArm(*robot, *tool));
  const world::NodeRef base = baseOf(world_, *robot);
  root_t_base_ = world_.rootT(base);
  if (!std::holds_alternative<ObjectId>(base)) made_.base_name = ownName(world_, base);
  made_.robot = planned_.movers[mover_].name;
  made_.tool_name = first->tool;
  made_.tool_number = choices_.tool_number;
  made_.base_number = choices_.base_number;
  made_.flange_t_tool = world_.aTB(flangeOf(world_, *robot), *tool);
  return okStatus();
}

// The positions of the joints of the program, of which `arm` has those that are no external axes.
std::vector<double> Maker::withArm(const JointVector& q, const JointVector& arm) const {
  std::vector<double> out;
  Eigen::Index own = 0;
  for (std::size_t i = 0; i < made_.joints.size(); ++i)
    out.push_back(made_.joints[i].external ? q[static_cast<Eigen::Index>(axes_[i])] : arm[own++]);
  return out;
}

// Which of the postures that reach a pose; nothing where they have no names.
out::Posture Maker::postureOf(const JointVector& q) const {
  const kinematics::JointTree& arm = arm_ ? *arm_ : *tree_;
  JointVector own(static_cast<Eigen::Index>(arm.size()));
  Eigen::Index count = 0;
  for (std::size_t i = 0; i < made_.joints.size(); ++i)
    if (!made_.joints[i].external) own[count++] = q[static_cast<Eigen::Index>(axes_[i])];
  const ArmPosture found = armPosture(arm, arm_ ? riding_on_arm_ : riding_, own, secondSign(made_.joints));
  out::Posture out{found.name.shoulder, found.name.elbow};
  for (const ArmPosture::Other& other : found.others)
    out.others.push_back({withArm(q, other.q), other.name.shoulder, other.name.elbow});
  return out;
}

out::Move Maker::moveTo(const JointVector& q) const {
  out::Move move;
  for (const std::size_t i : axes_) move.joints.push_back(q[static_cast<Eigen::Index>(i)]);
  move.base_t_tool = root_t_base_.inverse() * tree_->rootT(riding_, q);
  move.posture = postureOf(q);
  return move;
}

// Of the limits of the joints. Where a step has limits of its own, for its joints or its tool, no more than its plan
// makes use of.
double Maker::shareOf(std::size_t i) const {
  const program::PlannedStep& step = planned_.steps[i];
  const v1::MoveStep& move = plan_.steps(static_cast<int>(i)).step().move();
  if (!move.has_joint_limits() && !move.has_cartesian_limits()) return step.speed;
  constexpr double kLeast = 1e-6;  // a robot that stands
  double most = kLeast;
  for (const JointVector& v : step.motion.v)
    for (std::size_t j = 0; j < made_.joints.size(); ++j)
      if (made_.joints[j].max_speed > 0.0)
        most = std::max(most, std::abs(v[static_cast<Eigen::Index>(axes_[j])]) / made_.joints[j].max_speed);
  return std::min(step.speed, most);
}

// Where a step has accelerations of its own, the least of them against the limits of the joints.
double Maker::accelerationShareOf(std::size_t i) const {
  constexpr double kLeast = 1e-6;
  const auto& own = plan_.steps(static_cast<int>(i)).step().move().joint_limits().max_acceleration().values();
  double share = 1.0;
  for (std::size_t j = 0; j < axes_.size() && axes_[j] < static_cast<std::size_t>(own.size()); ++j)
    if (const double most = made_.joints[j].max_acceleration; most > 0.0)
      share = std::min(share, own[static_cast<int>(axes_[j])] / most);
  return std::max(share, kLeast);
}

// The fastest that the plan has: of a line what the language asks for, of a slowed joint move for languages without
// shares of joint speeds.
out::Speed Maker::speedOf(std::size_t i, bool is_line) const {
  const program::PlannedStep& step = planned_.steps[i];
  out::Speed speed;
  speed.joint_share = shareOf(i);
  if (!is_line) speed.joint_acceleration_share = accelerationShareOf(i);
  if (!is_line && speed.joint_share >= 1.0) return speed;
  const auto& limits = plan_.steps(static_cast<int>(i)).step().move().cartesian_limits();
  if (is_line) {
    speed.linear_m_s2 = limits.max_translational_acceleration();
    speed.angular_rad_s2 = limits.max_rotational_acceleration();
  }
  const double span = step.motion.times.back() / static_cast<double>(kSamples);
  if (span <= 0.0) return speed;
  speed.planned_s = step.motion.times.back();
  Pose before = tree_->rootT(riding_, step.motion.q.front());
  double turned = 0.0;
  for (std::size_t k = 1; k <= kSamples; ++k) {
    const Pose now = tree_->rootT(riding_, program::positionsAt(step.motion, static_cast<double>(k) * span));
    const double turn = rotationDistance(before, now);
    turned += turn;
    speed.linear_m_s = std::max(speed.linear_m_s, positionDistance(before, now) / span);
    speed.angular_rad_s = std::max(speed.angular_rad_s, turn / span);
    before = now;
  }
  speed.linear_m_s = std::max(speed.linear_m_s, kSlowest);
  // A controller would take the rounding of figures for a speed.
  speed.angular_rad_s = turned < kNoTurn ? 0.0 : std::max(speed.angular_rad_s, kSlowest);
  return speed;
}

// Where the program begins by going there it is not said twice.
void Maker::addStart() {
  const auto first =
      std::ranges::find_if(planned_.steps, [this](const program::PlannedStep& step) { return step.mover == mover_; });
  if (first == planned_.steps.end()) return;
  const JointVector& start = first->motion.q.front();
  const auto is_start = [&](const JointVector& q) { return (q - start).cwiseAbs().maxCoeff() <= kSame; };
  if (first == planned_.steps.begin() && first->kind == program::StepKind::kMove &&
      first->motion_kind != program::MotionKind::kLinear && std::ranges::all_of(first->motion.q, is_start))
    return;
  add("start", moveTo(start));
}

const program::Corner* Maker::cornerBefore(std::size_t i) const {
  if (i == 0 || !planned_.steps[i - 1].goes_on || !planned_.steps[i - 1].corner) return nullptr;
  return &*planned_.steps[i - 1].corner;
}

// Where the way to a corner, or from it, is left for the rounding.
bool isInCorner(const program::Corner* corner, const JointVector& q) {
  return corner != nullptr && (q - corner->q).cwiseAbs().maxCoeff() <= corner->joint;
}

// How far from the corner the tool leaves its way, in metres: of one that is rounded by joints as far as the tool gets
// within it, on the side where that is less, so that a controller stays as near to the corner as the plan. Two on one
// way have room beside each other.
double Maker::cornerRadius(std::size_t i) const {
  constexpr double kShareOfWay = 0.49;
  const program::Corner& corner = *planned_.steps[i].corner;
  if (corner.metres > 0.0 || !choices_.joint_corner_radii || i + 1 >= planned_.steps.size()) return corner.metres;
  const Vec3 p_in_root = toolAt(corner.q);
  const auto reach = [&](const program::PlannedStep& step, const JointVector& next_point) {
    double most = 0.0;
    for (const JointVector& q : step.motion.q)
      if (isInCorner(&corner, q)) most = std::max(most, (toolAt(q) - p_in_root).norm());
    return std::min(most, kShareOfWay * (toolAt(next_point) - p_in_root).norm());
  };
  const std::vector<JointVector> to = wayOf(i), from = wayOf(i + 1);
  const double radius = std::min(reach(planned_.steps[i], to[to.size() - 2]), reach(planned_.steps[i + 1], from[1]));
  return radius < kLeastRadius ? 0.0 : radius;
}

// The points that the program goes to in a step, corners in place of what is rounded. The planner may have gone around
// something: straight from end to end would not.
std::vector<JointVector> Maker::wayOf(std::size_t i) const {
  const program::PlannedStep& step = planned_.steps[i];
  const program::Corner *before = cornerBefore(i), *after = cornerBefore(i + 1);
  std::vector<JointVector> way{before ? before->q : step.motion.q.front()};
  if (step.motion_kind == program::MotionKind::kAny) {
    // Cut corners take their half of it.
    const auto points = viaPoints(step.motion, choices_.joint_corner_radii ? 0.5 * kOffPath : kOffPath);
    for (std::size_t k = 1; k + 1 < points.size(); ++k)
      if (!isInCorner(before, points[k]) && !isInCorner(after, points[k])) way.push_back(points[k]);
  }
  way.push_back(step.corner ? step.corner->q : step.motion.q.back());
  return way;
}

// Without a stop where the language says how near is near enough.
void Maker::addVias(std::size_t i) {
  const program::PlannedStep& step = planned_.steps[i];
  const std::vector<JointVector> way = wayOf(i);
  if (way.size() == 2) return;
  std::vector<double> radii(way.size(), 0.0);
  if (choices_.joint_corner_radii)
    radii = cornerRadii(
        way, 0.5 * kOffPath, [this](const JointVector& q) { return toolAt(q); },
        cornerBefore(i) ? cornerRadius(i - 1) : 0.0, step.corner ? cornerRadius(i) : 0.0);
  bool stops = false;
  for (std::size_t k = 1; k + 1 < way.size(); ++k) {
    out::Move via = moveTo(way[k]);
    via.speed = speedOf(i, false);
    via.blend.radius_m = radii[k] < kLeastRadius ? 0.0 : radii[k];
    stops = stops || via.blend.none();
    add(step.name.empty() ? "via" : step.name + "_via", std::move(via));
  }
  if (stops) add({}, out::Comment{"the points on the way are stops in this program"});
}

// Half a turn of the tool is as short either way, and a controller knows no better: a place between says which. Then
// each half has half of the time.
bool Maker::addMiddle(std::size_t i) {
  constexpr double kNearly = 0.01;  // radians
  const program::PlannedStep& step = planned_.steps[i];
  const program::Corner* before = cornerBefore(i);
  const Pose from = tree_->rootT(riding_, before ? before->q : step.motion.q.front());
  const Pose to = tree_->rootT(riding_, step.corner ? step.corner->q : step.motion.q.back());
  if (rotationDistance(from, to) < std::numbers::pi - kNearly) return false;
  out::Move middle = moveTo(program::positionsAt(step.motion, 0.5 * step.motion.times.back()));
  middle.kind = out::MoveKind::kLinear;
  middle.speed = speedOf(i, true);
  middle.speed.planned_s *= 0.5;
  add(step.name.empty() ? "via" : step.name + "_via", std::move(middle));
  return true;
}

Status Maker::addMove(std::size_t i) {
  const program::PlannedStep& step = planned_.steps[i];
  if (step.mover != mover_)
    return fail(failures::kExportOtherRobot, {{"step", stepWords(step)},
                                              {"other", arg::Name{planned_.movers[*step.mover].name}},
                                              {"robot", arg::Name{made_.robot}}});
  if (step.kind == program::StepKind::kMove && plan_.steps(static_cast<int>(i)).tool() != tool_)
    return fail(failures::kExportOtherTool,
                {{"step", stepWords(step)}, {"other", arg::Name{step.tool}}, {"tool", arg::Name{made_.tool_name}}});
  const bool is_move = step.kind == program::StepKind::kMove;
  const bool is_line = is_move && step.motion_kind == program::MotionKind::kLinear;
  // A plan of before corners were kept.
  if (step.goes_on && !step.corner) return fail(failures::kExportStale, {{"program", arg::Name{planned_.name}}});
  for (const char* unsaid : unsaidOf(plan_.steps(static_cast<int>(i)).step().move(), is_line))
    add({}, out::Comment{unsaid});
  if (is_move) addVias(i);
  const bool halved = is_line && addMiddle(i);
  out::Move move = moveTo(step.corner ? step.corner->q : step.motion.q.back());
  move.kind = is_line ? out::MoveKind::kLinear : out::MoveKind::kJoint;
  move.speed = speedOf(i, is_line);
  if (halved) move.speed.planned_s *= 0.5;
  if (step.corner) move.blend = {cornerRadius(i), choices_.blend_share};
  const bool stops = step.corner && move.blend.none();
  add(step.name, std::move(move));
  // Said by joints in the plan, and by no language; where the tool hardly moves there is no radius either.
  if (is_move && stops) add({}, out::Comment{"the corner here is rounded in the plan, and a stop in this program"});
  return okStatus();
}

out::Signal Maker::named(const std::string& signal) const {
  const auto given = choices_.signal_numbers.find(signal);
  return {signal, given == choices_.signal_numbers.end() ? numberIn(signal) : given->second};
}

Result<out::SetSignal> Maker::signalOf(const program::PlannedStep& step) const {
  if (const bool* on = std::get_if<bool>(&step.value)) return out::SetSignal{named(step.signal), *on};
  return fail(failures::kExportNumber, {{"step", stepWords(step)}, {"signal", arg::Name{step.signal}}});
}

Status Maker::addGripper(const program::PlannedStep& step) {
  const program::Mover& mover = planned_.movers[*step.mover];
  out::GripperMove move{step.joint, step.position, std::nullopt, step.ends - step.begins};
  if (const auto by = choices_.grippers.find(step.joint); by != choices_.grippers.end()) {
    const auto at = std::ranges::find(mover.joints, step.joint) - mover.joints.begin();
    const bool closes = at < step.motion.q.front().size() && step.position < step.motion.q.front()[at];
    move.by = out::SetSignal{named(by->second.signal), closes == by->second.on_when_smaller};
  }
  add(step.name, std::move(move));
  return okStatus();
}

// Of another object on the robot, or of its own behind the tool.
bool Maker::isOfHand(const program::PlannedStep& step) const {
  return step.mover != mover_ ||
         std::ranges::find(made_.joints, step.joint, &out::RobotJoint::name) == made_.joints.end();
}

Status Maker::addStep(std::size_t i) {
  const program::PlannedStep& step = planned_.steps[i];
  place_ = program::placeText(step.place);
  if (!step.comment.empty()) add({}, out::Comment{step.comment});
  switch (step.kind) {
    case program::StepKind::kMove: return addMove(i);
    case program::StepKind::kSetJoint: return isOfHand(step) ? addGripper(step) : addMove(i);
    case program::StepKind::kAttach: add(step.name, out::Comment{"attach " + step.object}); return okStatus();
    case program::StepKind::kDetach: add(step.name, out::Comment{"detach " + step.object}); return okStatus();
    case program::StepKind::kWait: add(step.name, out::Wait{step.seconds}); return okStatus();
    case program::StepKind::kSetSignal: {
      WW_ASSIGN(out::SetSignal set, signalOf(step));
      add(step.name, std::move(set));
      return okStatus();
    }
    case program::StepKind::kAwaitSignal: break;
  }
  WW_ASSIGN(const out::SetSignal awaited, signalOf(step));
  add(step.name, out::AwaitSignal{awaited.signal, awaited.on, 0.0});
  return okStatus();
}

Result<out::RobotProgram> Maker::run() {
  WW_TRY(setUp());
  addStart();
  for (std::size_t i = 0; i < planned_.steps.size(); ++i) WW_TRY(addStep(i));
  return std::move(made_);
}

}  // namespace

Result<out::RobotProgram> robotProgram(const world::World& world, const v1::ProgramPlan& plan,
                                       const ExportChoices& choices) {
  WW_ASSIGN(program::PlannedProgram planned, program::plannedProgram(plan));
  return Maker(world, plan, std::move(planned), choices).run();
}

}  // namespace ww::usecase
