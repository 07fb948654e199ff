// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/plan_program.h"

#include <algorithm>

#include "core/collision/check.h"
#include "core/geometry/wire_convert.h"
#include "core/kinematics/joint_tree.h"
#include "core/model/named.h"
#include "core/planning/failures.h"
#include "core/planning/plan.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/cast.h"
#include "core/usecase/programs/depend.h"
#include "core/usecase/programs/locked_step.h"
#include "core/usecase/programs/stage_scene.h"
#include "core/usecase/programs/step_motion.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;
using program::FlatStep;
using v1::ProgramStep;

Phrase stepPhrase(const program::Place& place) {
  return phrase(WW_TEXT("Core", "step {step}"), {{"step", arg::Words{program::placeText(place)}}});
}

// Of the planner that does not round corners (yet).
bool isUnsupported(const Status& status) {
  return status.failure && (status.failure->row->code == std::string_view("planning.curves") ||
                            status.failure->row->code == planning::failures::kUnsupported.code);
}

class ProgramPlanner {
 public:
  ProgramPlanner(const world::World& world, const v1::Program& program, const std::vector<FlatStep>& steps,
                 const planning::PlanOptions& options, ProgramFailure& failure)
      : world_(world),
        program_(program),
        steps_(steps),
        options_(options),
        failure_(failure),
        stage_(world),
        plan_(std::make_shared<v1::ProgramPlan>()),
        scene_(options) {}

  Result<ProgramOutcome> run();

 private:
  Status step(std::size_t& i);
  Status moves(std::size_t& i);
  Status setJoint(const FlatStep& flat);
  Status await(const FlatStep& flat);
  Result<planning::Plan> planned(const planning::MotionRequest& request);
  void tellNotes(const Diagnostics& notes, std::span<const FlatStep> steps);
  bool noteCorner(const Diagnostic& one, std::span<const FlatStep> steps);
  Status addMoves(std::span<const FlatStep> moves, const StepMotion& motion, const planning::Plan& plan);
  Status locked(std::size_t i);
  Status endAsLocked(std::size_t behind, StepMotion& motion);
  void addMotion(const FlatStep& flat, ObjectId robot, const planning::Trajectory& part, v1::PlannedStep& out);
  void addReport(const planning::TrajectoryReport& report, double from, v1::PlannedStep& out);
  void addNearest(const collision::Contact& nearest, double seconds, v1::PlannedStep& out);
  Status interrupted() const;
  v1::PlannedStep& add(const FlatStep& flat, double seconds);
  void writeTool(const world::NodeRef& tool, ObjectId robot, const planning::Trajectory& part, v1::PlannedStep& out);
  std::uint32_t moverOf(ObjectId robot);
  std::size_t groupFrom(std::size_t i) const;
  void note(const FlatStep& flat, const Status& status) { out_.notes.push_back({flat.place, status}); }
  void suspect(const FlatStep& flat, const Stage& before);
  void finish();

  const world::World& world_;
  const v1::Program& program_;
  const std::vector<FlatStep>& steps_;
  const planning::PlanOptions& options_;
  ProgramFailure& failure_;
  Stage stage_;
  std::shared_ptr<v1::ProgramPlan> plan_;
  ProgramOutcome out_;
  Reach reach_;
  std::set<ObjectId> movers_;
  double now_ = 0.0;
  double done_ = 0.0, share_ = 1.0;  // of the progress
  StageScene scene_;
};

v1::PlannedStep& ProgramPlanner::add(const FlatStep& flat, double seconds) {
  v1::PlannedStep& out = *plan_->add_steps();
  out.mutable_place()->Add(flat.place.begin(), flat.place.end());
  *out.mutable_step() = *flat.step;
  out.mutable_step()->clear_locked();  // its motion stands in the plan
  out.set_begins(now_);
  now_ += seconds;
  out.set_ends(now_);
  return out;
}

std::uint32_t ProgramPlanner::moverOf(ObjectId robot) {
  const auto& all = plan_->movers();
  const auto known = std::ranges::find(all, robot.value, &v1::PlannedMover::object);
  if (known != all.end()) return static_cast<std::uint32_t>(known - all.begin());
  v1::PlannedMover& out = *plan_->add_movers();
  const world::Object& object = *world_.peek(robot);
  out.set_object(robot.value);
  out.set_name(world_.display(robot));
  for (std::size_t i = 0; i < object.moving_joints.size(); ++i) {
    out.add_joints(object.movingJointName(i));
    out.add_revolute(object.movingJoint(i).motion == world::MotionType::kRevolute);
  }
  movers_.insert(robot);
  return static_cast<std::uint32_t>(plan_->movers_size()) - 1;
}

// The same of a step.
Status behind(const Failure& corner, const program::Place& place) {
  const FailureArg where{"where", stepPhrase(place)};
  const FailureValue *distance = corner.find("distance"), *angle = corner.find("angle");
  if (!distance || !angle) return fail(*corner.row, {where});
  return fail(*corner.row, {where, {"distance", *distance}, {"angle", *angle}});
}

// Of a corner the step that it is behind: the planner counts segments, which nobody sees here.
bool ProgramPlanner::noteCorner(const Diagnostic& one, std::span<const FlatStep> steps) {
  if (!one.failure || !one.failure->row->code.starts_with("planning.corner-")) return false;
  const FailureValue* index = one.failure->find("index");
  const auto* count = index ? std::get_if<arg::Count>(index) : nullptr;
  if (!count || count->count < 1 || count->count > steps.size()) return false;
  const FlatStep& step = steps[count->count - 1];
  note(step, behind(*one.failure, step.place));
  return true;
}

void ProgramPlanner::tellNotes(const Diagnostics& notes, std::span<const FlatStep> steps) {
  auto& all = out_.notes_of_motions;
  for (const Diagnostic& one : notes) {
    if (noteCorner(one, steps)) continue;
    if (std::ranges::find(all, one.message, &Diagnostic::message) == all.end()) all.push_back(one);
  }
}

Result<planning::Plan> ProgramPlanner::planned(const planning::MotionRequest& request) {
  planning::PlanOptions options = options_;
  options.scene = scene_.of(stage_.world());
  options.progress = options_.progress.portion(done_, std::min(1.0, done_ + share_));
  auto plan = planning::planMotion(stage_.world(), request, options, &failure_.why);
  if (!plan.ok()) return plan;
  return plan;
}

void ProgramPlanner::addNearest(const collision::Contact& nearest, double seconds, v1::PlannedStep& out) {
  v1::PlannedNearest& to = *out.mutable_nearest();
  to.set_seconds(seconds);
  to.set_a(nearest.a.value);
  to.set_b(nearest.b.value);
  to.set_a_name(stage_.world().display(nearest.a));
  to.set_b_name(stage_.world().display(nearest.b));
}

// Of a motion that began so many seconds before the step; what it comes nearest to, if that is in the step.
void ProgramPlanner::addReport(const planning::TrajectoryReport& report, double from, v1::PlannedStep& out) {
  if (!report.coverage.checked()) return;
  out.set_min_clearance(report.min_clearance_m);
  constexpr double kRounding = 1e-9;  // seconds
  const double at = report.min_clearance_at_s - from, duration = out.ends() - out.begins();
  if (!report.nearest || at < -kRounding || at > duration + kRounding) return;
  addNearest(*report.nearest, std::clamp(at, 0.0, duration), out);
}

void ProgramPlanner::addMotion(const FlatStep& flat, ObjectId robot, const planning::Trajectory& part,
                               v1::PlannedStep& out) {
  out.set_mover(moverOf(robot));
  writeMotion(part, *out.mutable_motion());
  reach_.add(scene_.of(stage_.world()).model(), robot, part);
  if (flat.step->has_set_joint()) out.set_object_name(world_.display(robot));
}

void ProgramPlanner::writeTool(const world::NodeRef& tool, ObjectId robot, const planning::Trajectory& part,
                               v1::PlannedStep& out) {
  out.set_tool(std::visit([](auto id) { return id.value; }, tool));
  out.set_tool_name(stage_.world().display(tool));
  const auto tree = kinematics::JointTree::make(scene_.of(stage_.world()).model(), robot);
  if (!tree.ok()) return;
  const auto riding = tree->riding(tool);
  geometry::toWire(tree->rootT(riding, part.states.front().q), out.mutable_root_t_tool_begins());
  geometry::toWire(tree->rootT(riding, part.states.back().q), out.mutable_root_t_tool_ends());
}

// What became of the corner behind a segment.
void writeCorner(const planning::Plan& plan, std::size_t segment, v1::PlannedStep& out) {
  const auto corner = std::ranges::find(plan.report.corners, segment, &planning::RoundedCorner::after);
  const bool rounded = corner != plan.report.corners.end() && !corner->stops();
  out.set_goes_on(rounded);
  out.set_stops_all_the_same(!rounded);
  if (!rounded) return;
  v1::PlannedCorner& to = *out.mutable_corner();
  const JointVector& q = plan.paths[segment].back();
  to.mutable_joints()->Add(q.begin(), q.end());
  to.set_metres(corner->metres);
  to.set_radians(corner->radians);
  to.set_joint(corner->joint);
}

Status ProgramPlanner::addMoves(std::span<const FlatStep> moves, const StepMotion& motion, const planning::Plan& plan) {
  const auto parts = partsOf(plan.trajectory, plan.ends);
  const ObjectId robot = motion.request.robot;
  const double begin = now_;
  for (std::size_t k = 0; k < moves.size(); ++k) {
    const double from = now_ - begin;
    v1::PlannedStep& out = add(moves[k], parts[k].duration());
    addMotion(moves[k], robot, parts[k], out);
    addReport(plan.report, from, out);
    writeTool(motion.tools[k], robot, parts[k], out);
    if (k + 1 < moves.size()) writeCorner(plan, k, out);
    WW_TRY(stage_.setJoints(robot, parts[k].states.back().q));
    stage_.write(out);
  }
  return okStatus();
}

// Moves of one robot that go into each other.
std::size_t ProgramPlanner::groupFrom(std::size_t i) const {
  const v1::MoveStep& first = steps_[i].step->move();
  const auto robot = robotOf(world_, *steps_[i].owner, first);
  std::size_t end = i + 1;
  for (; end < steps_.size(); ++end) {
    const v1::MoveStep& before = steps_[end - 1].step->move();
    if (!before.has_blend() || !steps_[end].step->has_move() || steps_[end].step->has_locked()) break;
    const auto other = robotOf(world_, *steps_[end].owner, steps_[end].step->move());
    if (!robot.ok() || !other.ok() || *robot != *other) break;
  }
  return end - i;
}

Status ProgramPlanner::moves(std::size_t& i) {
  std::span<const FlatStep> group(steps_.data() + i, groupFrom(i));
  auto motion = moveMotion(stage_, group);
  bool stops = false;
  if (!motion.ok() && group.size() > 1 && isUnsupported(motion.status())) {
    stops = true;
    group = group.first(1);
    motion = moveMotion(stage_, group);
  }
  WW_TRY(motion.status());
  failure_.place = group.back().place;
  WW_TRY(endAsLocked(i + group.size(), *motion));
  auto plan = planned(motion->request);
  if (!plan.ok()) {
    const auto at = static_cast<std::size_t>(std::max(0, failure_.why.segment));
    failure_.place = group[std::min(at, group.size() - 1)].place;
    return plan.status();
  }
  tellNotes(plan->report.notes, group);
  WW_TRY(addMoves(group, *motion, *plan));
  const FlatStep& last = group.back();
  if (stops) {
    plan_->mutable_steps(plan_->steps_size() - 1)->set_stops_all_the_same(true);
    note(last, fail(failures::kCornerNotRounded, {{"step", arg::Words{program::placeText(last.place)}}}));
  } else if (last.step->move().has_blend()) {
    plan_->mutable_steps(plan_->steps_size() - 1)->set_stops_all_the_same(true);
    const std::size_t behind = i + group.size();
    const bool into_lock = behind < steps_.size() && steps_[behind].step->has_locked();
    note(last, fail(into_lock ? failures::kBlendIntoLocked : failures::kBlendIntoNothing,
                    {{"step", arg::Words{program::placeText(last.place)}}}));
  }
  i += group.size() - 1;
  return okStatus();
}

Status ProgramPlanner::interrupted() const {
  if (options_.stop.stop_requested()) return fail(planning::failures::kCancelled);
  return planning::Clock::now() > options_.deadline ? fail(failures::kCheckTimeOut) : okStatus();
}

// Where the robot has to be next is known: there it goes, by whichever posture that is.
Status ProgramPlanner::endAsLocked(std::size_t behind, StepMotion& motion) {
  const auto start = nextLockedStart(stage_.world(), steps_, behind, motion.request.robot);
  return start ? endAtLocked(stage_, scene_.of(stage_.world()), *start, motion) : okStatus();
}

Status ProgramPlanner::locked(std::size_t i) {
  const FlatStep& flat = steps_[i];
  failure_.why = {};
  WW_ASSIGN(const LockedDrive drive,
            driveLocked(stage_, scene_.of(stage_.world()), steps_, i, [this] { return interrupted(); }));
  v1::PlannedStep& out = add(flat, drive.path.duration());
  addMotion(flat, drive.robot, drive.path, out);
  if (!drive.tools.empty()) writeTool(drive.tools.front(), drive.robot, drive.path, out);
  writeLocked(*flat.step, out);
  if (drive.clearance) {
    out.set_min_clearance(drive.clearance->least_m);
    if (drive.clearance->nearest) addNearest(*drive.clearance->nearest, drive.clearance->at_s, out);
  }
  if (out.stops_all_the_same())
    note(flat, fail(failures::kBlendOfLocked, {{"step", arg::Words{program::placeText(flat.place)}}}));
  WW_TRY(stage_.setJoints(drive.robot, drive.path.states.back().q));
  stage_.write(out);
  return okStatus();
}

Status ProgramPlanner::setJoint(const FlatStep& flat) {
  WW_ASSIGN(const StepMotion motion, jointMotion(stage_, flat.step->set_joint()));
  WW_ASSIGN(const planning::Plan plan, planned(motion.request));
  tellNotes(plan.report.notes, {&flat, 1});
  v1::PlannedStep& out = add(flat, plan.trajectory.duration());
  addMotion(flat, motion.request.robot, plan.trajectory, out);
  addReport(plan.report, 0.0, out);
  WW_TRY(stage_.setJoints(motion.request.robot, plan.trajectory.states.back().q));
  stage_.write(out);
  return okStatus();
}

Status ProgramPlanner::await(const FlatStep& flat) {
  const v1::AwaitSignalStep& step = flat.step->await_signal();
  const bool set = stage_.isSet(step);
  stage_.write(add(flat, set ? 0.0 : step.expected_seconds()));
  if (set) return okStatus();
  // Of those that the program sets, one may have been meant.
  std::vector<std::string> known;
  for (const FlatStep& other : steps_)
    if (other.step->has_set_signal() && other.step->set_signal().signal() != step.signal())
      known.push_back(other.step->set_signal().signal());
  Status assumed = withNearest(fail(failures::kAwaitAssumed, {{"step", arg::Words{program::placeText(flat.place)}},
                                                              {"signal", arg::Name{step.signal()}},
                                                              {"time", arg::Seconds{step.expected_seconds()}}}),
                               step.signal(), known);
  // Whoever says how long it takes knows that somebody else sets it, unless the name is nearly another.
  if (step.expected_seconds() <= 0.0 || !assumed.failure->near.empty()) note(flat, assumed);
  return okStatus();
}

// Whether joints can bring it anywhere.
bool isCarried(const world::World& world, ObjectId object) {
  for (const world::Object* o = world.peek(object); o; o = world.peek(o->parent)) {
    if (!o->moving_joints.empty()) return true;
    if (o->id == world::kRootObject) break;
  }
  return false;
}

// What is attached from afar, or let go though nothing holds it: most likely a mistake.
void ProgramPlanner::suspect(const FlatStep& flat, const Stage& before) {
  const bool attach = flat.step->has_attach();
  if (!attach && !flat.step->has_detach()) return;
  const auto& reference = attach ? flat.step->attach().object() : flat.step->detach().object();
  const auto object = world::resolve(before.world(), reference);
  if (!object.ok()) return;
  const arg::Words step{program::placeText(flat.place)};
  if (!attach) {
    if (!before.isHeld(*object))
      note(flat, fail(failures::kDetachUnheld, {{"step", step}, {"object", model::named(world_, *object)}}));
    return;
  }
  constexpr double kFar = 0.05;  // metres; grippers that hold by air or magnets leave a little
  const ObjectId holder = stage_.world().peek(*object)->parent;
  const auto gap = collision::distance(before.world(), *object, holder);
  if (gap.ok() && gap->distance_m > kFar)
    note(flat, fail(isCarried(stage_.world(), holder) ? failures::kAttachFar : failures::kAttachFarStill,
                    {{"step", step},
                     {"object", model::named(world_, *object)},
                     {"distance", arg::Length{gap->distance_m}},
                     {"holder", model::named(world_, holder)}}));
}

// Those that take no time but what they say.
Status takeStep(Stage& stage, const FlatStep& flat, std::string& object) {
  const ProgramStep& step = *flat.step;
  if (step.has_set_signal()) stage.setSignal(step.set_signal());
  if (!step.has_attach() && !step.has_detach()) return okStatus();
  const auto& reference = step.has_attach() ? step.attach().object() : step.detach().object();
  WW_ASSIGN(const ObjectId id, world::resolve(stage.world(), reference));
  object = stage.world().display(id);
  return step.has_attach() ? stage.attach(*flat.owner, step.attach()) : stage.detach(step.detach());
}

Status ProgramPlanner::step(std::size_t& i) {
  const FlatStep& flat = steps_[i];
  failure_.place = flat.place;
  if (flat.step->has_locked()) return locked(i);
  if (flat.step->has_move()) return moves(i);
  if (flat.step->has_set_joint()) return setJoint(flat);
  if (flat.step->has_await_signal()) return await(flat);
  std::string object;
  const Stage before = stage_;
  WW_TRY(takeStep(stage_, flat, object));
  suspect(flat, before);
  v1::PlannedStep& out = add(flat, flat.step->wait().seconds());
  out.set_object_name(object);
  stage_.write(out);
  return okStatus();
}

void ProgramPlanner::finish() {
  plan_->set_version(program::kVersion);
  plan_->set_program(program_.name());
  plan_->set_seed(options_.seed);
  writeKey(world_, program_, steps_, reach_.region(), movers_, *plan_->mutable_key());
  out_.duration = now_;
  out_.plan = plan_;
}

Result<ProgramOutcome> ProgramPlanner::run() {
  WW_TRY(stage_.start(program_));
  const auto count = static_cast<double>(std::max<std::size_t>(steps_.size(), 1));
  share_ = 1.0 / count;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    done_ = static_cast<double>(i) / count;
    options_.progress.report(done_);
    Status status = options_.stop.stop_requested() ? fail(planning::failures::kCancelled) : step(i);
    if (status.ok()) continue;
    failure_.so_far = plan_;
    return within(std::move(status), stepPhrase(failure_.place));
  }
  options_.progress.report(1.0);
  finish();
  return std::move(out_);
}

}  // namespace

Result<ProgramOutcome> planProgram(const world::World& world, const std::string& name,
                                   const planning::PlanOptions& options, ProgramFailure* failure) {
  WW_ASSIGN(const std::vector<StepFinding> problems, programProblems(world, name));
  ProgramFailure local;
  ProgramFailure& why = failure ? *failure : local;
  why = {};
  if (!problems.empty()) {
    const StepFinding& first = problems.front();
    why.place = first.place;
    return first.place.empty() ? first.status : within(first.status, stepPhrase(first.place));
  }
  const auto& programs = world.data().record->programs();
  WW_ASSIGN(const std::vector<FlatStep> steps, program::expand(programs, name));
  return ProgramPlanner(world, *program::find(programs, name), steps, options, why).run();
}

}  // namespace ww::usecase
