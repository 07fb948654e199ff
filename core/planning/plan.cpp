// SPDX-License-Identifier: Apache-2.0
#include "core/planning/plan.h"

#include <algorithm>

#include "core/model/failures.h"
#include "core/model/named.h"
#include "core/planning/failures.h"
#include "core/planning/frame_motion.h"
#include "core/planning/refusals.h"
#include "core/planning/segment_planner.h"
#include "core/validate/judge.h"
#include "core/validate/suspicions.h"

namespace ww::planning {
namespace {

// Of those who set no limit: so much work, however long a busy machine takes for it; and an end, whatever comes.
constexpr double kDefaultWork = 30.0;
constexpr auto kDefaultTime = std::chrono::minutes(5);

class Planner {
 public:
  Planner(const world::World& world, const MotionRequest& request, const PlanOptions& options, Diagnosis& why)
      : world_(world),
        scene_(options.scene ? *options.scene : collision::Scene::make(world)),
        request_(request),
        options_(options),
        why_(why),
        began_(Clock::now()) {
    const bool limited = options.deadline != Clock::time_point::max();
    budget_ = {options.stop, limited ? options.deadline : began_ + kDefaultTime, began_};
    if (!limited) budget_.work = kDefaultWork;
  }
  Result<Plan> run();

 private:
  Status planSegment(const Segment& segment, JointVector& at, Plan& plan);
  Result<Trajectory> timeAndCheck(RobotScene& scene, validate::Judge& judge, const Waypoints& path,
                                  const model::MotionLimits& limits, const SegmentPlanner& planner);
  Status checkStart(const JointVector& at, std::size_t joints) const;
  void addReport(const validate::Clearance& part, Plan& plan) const;
  void addCoverage(const RobotScene& scene, bool of_request, Plan& plan) const;
  std::function<Status()> interrupted() const {
    return [this] { return budget_.check(); };
  }
  validate::JudgeOptions judgeOptions(const RobotScene& scene, const SegmentPlanner& planner) const;
  void note(const Diagnostics& notes);

  const world::World& world_;
  const collision::Scene scene_;  // of all segments
  const MotionRequest& request_;
  PlanOptions options_;
  Diagnosis& why_;
  const Clock::time_point began_;
  Budget budget_;
};

validate::JudgeOptions Planner::judgeOptions(const RobotScene& scene, const SegmentPlanner& planner) const {
  validate::JudgeOptions out{scene.spacing(), interrupted()};
  out.goal = &planner.segment().goal;
  if (const auto& line = planner.line())
    out.line = {line->node, line->root_t_from, line->root_t_to, kWholeLineMetres, kWholeLineRadians};
  return out;
}

// A line is a smooth curve; other corners are rounded where that is free. If the whole fails its check all the same,
// every waypoint is a stop.
Result<Trajectory> Planner::timeAndCheck(RobotScene& scene, validate::Judge& judge, const Waypoints& path,
                                         const model::MotionLimits& limits, const SegmentPlanner& planner) {
  const CornerCheck isFree = [&](const Corner& corner) {
    const int steps = std::max(2, static_cast<int>(std::ceil(corner.length / scene.spacing())));
    for (int i = 0; i <= steps; ++i) {
      const JointVector q = corner.at(corner.length * i / steps);
      if (!budget_.check().ok() || !planner.isOnLine(q) || scene.collides(q)) return false;
    }
    return true;
  };
  const CornerCheck never = [](const Corner&) { return false; };
  PathLimits path_limits{limits.dynamic, limits.frame, {}};
  if (limits.moving && limits.frame.any()) path_limits.motion = frameMotion(scene.tree().mechanism(), *limits.moving);
  std::vector<std::function<PathCurve()>> shapes{[&] { return PathCurve::blended(path, {}, isFree); },
                                                 [&] { return PathCurve::blended(path, {}, never); }};
  // The waypoints of a line stand close.
  if (planner.line()) shapes.insert(shapes.begin(), [&] { return PathCurve::through(path); });
  Status problem;
  for (const auto& shape : shapes) {
    WW_TRY(budget_.check());
    scene.setPadding(planner.padding(), {path.front(), path.back()});
    const PathCurve curve = shape();
    scene.setPadding(0.0, {});
    Trajectory trajectory = timeCurve(curve, path_limits);
    WW_ASSIGN(const validate::Verdict verdict, judge.judge(trajectory, limits, judgeOptions(scene, planner)));
    if (verdict.problem.ok()) return trajectory;
    problem = verdict.problem;
    why_.joints = verdict.joints;
    if (verdict.contact) why_.contacts = {*verdict.contact};
  }
  why_.kind = Diagnosis::Kind::kOther;
  return within(std::move(problem), phrase(WW_TEXT("Core", "the planned motion failed its final check")));
}

// Each once, whatever the number of segments.
void Planner::note(const Diagnostics& notes) {
  for (const Diagnostic& one : notes) {
    if (std::ranges::find(why_.notes, one.message, &Diagnostic::message) == why_.notes.end()) why_.notes.push_back(one);
  }
}

Status Planner::checkStart(const JointVector& at, std::size_t joints) const {
  if (at.size() != static_cast<Eigen::Index>(joints) || !at.allFinite()) {
    return fail(failures::kWrongStart, {{"count", arg::Count{joints}}});
  }
  return checkNear(world_, request_.robot, at);
}

// Of a segment that follows those that the plan has.
void Planner::addReport(const validate::Clearance& part, Plan& plan) const {
  const bool first = plan.paths.empty();
  if (first || part.least_m < plan.report.min_clearance_m) {
    plan.report.min_clearance_m = part.least_m;
    plan.report.min_clearance_at_s = plan.trajectory.duration() + part.at_s;
    plan.report.nearest = part.nearest;
  }
  plan.report.min_joint_margin =
      first ? part.least_joint_margin : std::min(plan.report.min_joint_margin, part.least_joint_margin);
}

// A segment that looked at nothing speaks for the whole.
void Planner::addCoverage(const RobotScene& scene, bool of_request, Plan& plan) const {
  plan.report.spacing = std::max(plan.report.spacing, scene.spacing());
  const collision::Coverage coverage = scene.coverage();
  if (!coverage.checked()) plan.report.unchecked.push_back(plan.report.segments);
  ++plan.report.segments;
  if (!plan.report.coverage.checked()) return;
  plan.report.coverage = coverage;
  if (of_request) plan.report.coverage.settings = collision::Coverage::Settings::kRequest;
}

Status Planner::planSegment(const Segment& segment, JointVector& at, Plan& plan) {
  WW_ASSIGN(RobotScene scene, RobotScene::make(scene_, request_.robot, segment.settings));
  if (request_.spacing) scene.setSpacing(*request_.spacing);
  addCoverage(scene, segment.settings != nullptr, plan);
  Diagnostics notes;
  for (const auto& contact : scene.forgetConstant()) notes.push_back(tellAnywhere(world_, contact));
  const auto& tree = scene.tree();
  if (plan.paths.empty()) note(validate::looseTools(tree.mechanism()));
  note(notes);
  if (at.size() == 0) at = request_.start.value_or(tree.worldPositions());
  WW_TRY(checkStart(at, tree.size()));
  if (!segment.limits.empty() && segment.limits.size() != tree.size()) {
    return fail(failures::kWrongLimits, {{"count", arg::Count{tree.size()}}});
  }
  SegmentPlanner planner(scene, segment, options_, budget_, why_);
  WW_ASSIGN(Waypoints path, planner.plan(at));
  Diagnostics assumed;
  model::MotionLimits limits = model::motionLimits(tree.mechanism(), planner.limits(), &assumed);
  limits.frame = segment.frame;
  if (const auto& line = planner.line()) limits.moving = line->node;
  else if (const auto* goal = std::get_if<PoseGoal>(&segment.goal)) limits.moving = goal->moving;
  note(assumed);
  WW_ASSIGN(validate::Judge judge, validate::Judge::make(scene_, request_.robot, segment.settings.get()));
  WW_ASSIGN(const Trajectory part, timeAndCheck(scene, judge, path, limits, planner));
  WW_ASSIGN(const validate::Clearance clearance, judge.clearance(part, limits.position, interrupted()));
  addReport(clearance, plan);
  plan.trajectory.append(part);
  at = path.back();
  plan.paths.push_back(std::move(path));
  return okStatus();
}

Result<Plan> Planner::run() {
  if (request_.segments.empty()) return fail(failures::kNoSegments);
  Plan plan;
  plan.request = request_;
  plan.report.seed = options_.seed;
  JointVector at;
  const Progress whole = options_.progress;
  const auto count = static_cast<double>(request_.segments.size());
  for (std::size_t i = 0; i < request_.segments.size(); ++i) {
    const auto n = static_cast<double>(i);
    options_.progress = whole.portion(n / count, (n + 1.0) / count);
    why_.segment = static_cast<int>(i);
    Status status = planSegment(request_.segments[i], at, plan);
    if (!status.ok()) {
      if (request_.segments.size() > 1)
        status = within(std::move(status), phrase(WW_TEXT("Core", "segment {index}"), {{"index", arg::Count{i}}}));
      why_.status = status;
      if (why_.kind == Diagnosis::Kind::kNone) why_.kind = Diagnosis::Kind::kOther;
      return status;
    }
  }
  whole.report(1.0);
  plan.report.notes = why_.notes;
  // What a coarse spacing passed over, the search for the least clearance may have found.
  plan.report.validated = plan.report.coverage.checked() && plan.report.min_clearance_m >= -collision::kTouchDepth;
  plan.report.cycle_time_s = plan.trajectory.duration();
  plan.report.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  return plan;
}

}  // namespace

Result<Plan> planMotion(const world::World& world, const MotionRequest& request, const PlanOptions& options,
                        Diagnosis* why) {
  Diagnosis local;
  Diagnosis& diagnosis = why ? *why : local;
  diagnosis = {};
  return Planner(world, request, options, diagnosis).run();
}

std::vector<Vec3> tracePoints(const world::World& world, ObjectId robot, world::NodeRef node,
                              const Trajectory& trajectory, std::size_t count) {
  std::vector<Vec3> out;
  const auto tree = kinematics::JointTree::make(world, robot);
  if (!tree.ok() || trajectory.empty()) return out;
  const auto riding = tree->riding(node);
  const std::size_t n = std::max<std::size_t>(2, count);
  for (std::size_t i = 0; i < n; ++i) {
    const double time = trajectory.duration() * static_cast<double>(i) / static_cast<double>(n - 1);
    out.push_back(tree->rootT(riding, trajectory.sample(time).q).p);
  }
  return out;
}

Result<JointVector> namedConfiguration(const world::World& world, ObjectId robot, std::string_view name) {
  const auto object = world.object(robot);
  if (!object) return fail(model::failures::kNoRobot, {{"robot", arg::Name{world::toWire(robot)}}});
  std::vector<std::string> known;
  for (const auto& configuration : object->configurations) {
    if (configuration.name == name) return configuration.positions;
    known.push_back(configuration.name);
  }
  const FailureRow& row = known.empty() ? failures::kNoConfigurations : failures::kNoConfiguration;
  return withNearest(fail(row, {{"robot", model::named(world, robot)},
                                {"name", arg::Name{std::string(name)}},
                                {"known", arg::Names{known}}}),
                     name, known);
}

}  // namespace ww::planning
