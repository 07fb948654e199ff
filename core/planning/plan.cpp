// SPDX-License-Identifier: Apache-2.0
#include "core/planning/plan.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/finding.h"
#include "core/base/vector_state.h"
#include "core/model/failures.h"
#include "core/model/named.h"
#include "core/planning/failures.h"
#include "core/planning/motions/motion_kinds.h"
#include "core/planning/own_limits.h"
#include "core/planning/planner.h"
#include "core/planning/refusals.h"
#include "core/validate/stray_tools.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::planning {
namespace {

// Of those who set no limit: what the service documents for them.
constexpr auto kDefaultTime = std::chrono::seconds(90);
constexpr double kSameEnd = 1e-5;  // radians or metres
constexpr int kMostRounds = 6;     // sequences of ends that are tried
constexpr double kVeryLong = 600;  // seconds, of a segment

// What is written in millimetres or degrees limits nothing.
Diagnostics unlikelySpeeds(const model::FrameLimits& limits) {
  constexpr double kFastest = 20.0, kFastestTurn = 40.0;  // m/s, rad/s: more than arms can do
  const auto found = [](const FailureRow& row, double value, double factor) {
    return findingOf(fail(row, {{"value", arg::Number{value}}, {"then", arg::Number{value * factor}}}));
  };
  Diagnostics out;
  const double linear = limits.linear_velocity, angular = limits.angular_velocity;
  if (std::isfinite(linear) && linear > kFastest) out.push_back(found(failures::kSpeedUnlikely, linear, 1e-3));
  if (std::isfinite(angular) && angular > kFastestTurn)
    out.push_back(found(failures::kTurnInDegrees, angular, std::numbers::pi / 180.0));
  return out;
}

bool same(const SettingsPtr& a, const SettingsPtr& b) {
  return a == b || (a && b && a->SerializeAsString() == b->SerializeAsString());
}

}  // namespace

Planner::Planner(const world::World& world, const MotionRequest& request, const PlanOptions& options, Diagnosis& why)
    : world_(world),
      scene_(options.scene ? *options.scene : collision::Scene::make(world)),
      request_(request),
      options_(options),
      whole_(options.progress),
      why_(why),
      began_(Clock::now()) {
  const bool limited = options.deadline != Clock::time_point::max();
  budget_ = {options.stop, limited ? options.deadline : began_ + kDefaultTime, began_};
}

Progress Planner::portion(std::size_t index) const {
  const auto n = static_cast<double>(index), count = static_cast<double>(request_.segments.size());
  return whole_.portion(n / count, (n + 1.0) / count);
}

// Each once, whatever the number of segments.
void Planner::note(const Diagnostics& notes) {
  for (const Diagnostic& one : notes) {
    if (std::ranges::find(why_.notes, one.message, &Diagnostic::message) == why_.notes.end()) why_.notes.push_back(one);
  }
}

Status Planner::failedAt(std::size_t index, Status status) {
  why_.segment = static_cast<int>(index);
  if (request_.segments.size() > 1)
    status = within(std::move(status),
                    phrase(WW_TEXT("Core", "segment {number} of {count}"),
                           {{"number", arg::Count{index + 1}}, {"count", arg::Count{request_.segments.size()}}}));
  why_.status = status;
  if (why_.kind == Diagnosis::Kind::kNone) why_.kind = Diagnosis::Kind::kOther;
  return status;
}

// What an attempt that failed left there, but for the notes.
void Planner::forgetFailure() {
  Diagnosis clean;
  clean.notes = std::move(why_.notes);
  why_ = std::move(clean);
}

Status Planner::checkStart(const JointVector& at, std::size_t joints) const {
  if (at.size() != static_cast<Eigen::Index>(joints) || !at.allFinite()) {
    return fail(failures::kWrongStart, {{"count", arg::Count{joints}}});
  }
  return checkNear(world_, request_.robot, at);
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

Result<Planner::Checks*> Planner::checksOf(const SettingsPtr& settings) {
  for (Checks& checks : checks_)
    if (same(checks.settings, settings)) return &checks;
  WW_ASSIGN(RobotScene scene, RobotScene::make(scene_, request_.robot, settings));
  if (request_.spacing) scene.setSpacing(*request_.spacing);
  WW_ASSIGN(validate::Judge judge, validate::Judge::make(scene_, request_.robot, settings.get()));
  checks_.push_back({settings, std::move(scene), std::move(judge)});
  Diagnostics notes;
  if (checks_.size() == 1) notes = validate::toolNotes(checks_.back().scene.tree().mechanism());
  for (const auto& contact : checks_.back().scene.forgetConstant()) notes.push_back(tellAnywhere(world_, contact));
  note(notes);
  return &checks_.back();
}

Status Planner::prepare(std::size_t index, Plan& plan) {
  const Segment& segment = request_.segments[index];
  WW_ASSIGN(Checks* const checks, checksOf(segment.settings));
  addCoverage(checks->scene, segment.settings != nullptr, plan);
  if (plan.report.unchecked.empty() || plan.report.unchecked.back() != index) note(spacingNotes(checks->scene));
  note(targetRides(checks->scene.tree(), segment.goal));
  const std::size_t joints = checks->scene.tree().size();
  if (index == 0) WW_TRY(checkStart(request_.start.value_or(checks->scene.tree().worldPositions()), joints));
  if (!segment.limits.empty() && segment.limits.size() != joints)
    return fail(failures::kWrongLimits, {{"count", arg::Count{joints}}});
  Part part;
  part.index = index;
  part.segment = &segment;
  part.scene = &checks->scene;
  part.judge = &checks->judge;
  part.planner = std::make_unique<SegmentPlanner>(checks->scene, segment, options_, budget_, why_);
  parts_.push_back(std::move(part));
  return okStatus();
}

Result<std::vector<JointVector>> Planner::endsOf(std::size_t index, const JointVector& from) {
  options_.progress = Progress();
  forgetFailure();
  const bool given = parts_[index].segment->given.empty() && index + 1 < parts_.size();
  auto ends = parts_[index].planner->ends(from);
  // What comes behind starts where it did.
  if (given && ends.ok() && !parts_[index + 1].segment->given.empty()) {
    const JointVector& next = parts_[index + 1].segment->given.front();
    std::erase_if(*ends, [&](const JointVector& q) {
      return q.size() != next.size() || kinematics::jointDistance(q, next) > kSameEnd;
    });
    if (ends->empty()) ends = fail(failures::kLockedElsewhere);
  }
  if (!ends.ok() && !no_end_[index]) no_end_[index] = why_;
  return ends;
}

Status Planner::planPart(std::size_t index, const JointVector& from) {
  options_.progress = portion(index);
  WW_ASSIGN(parts_[index].path, parts_[index].planner->plan(from));
  return okStatus();
}

Status Planner::planTo(const std::vector<JointVector>& ends, const JointVector& start, std::size_t& failed) {
  JointVector at = start;
  for (failed = 0; failed < parts_.size(); ++failed) {
    const bool given = failed + 1 < parts_.size() && !motionKind(parts_[failed].segment->type).one_end;
    parts_[failed].planner->setEnds(given ? std::vector<JointVector>{ends[failed]} : std::vector<JointVector>());
    WW_TRY(planPart(failed, at));
    at = parts_[failed].path.back();
  }
  return okStatus();
}

// The first failure is told: that of the way that seemed best.
Status Planner::planPaths(const JointVector& start) {
  if (parts_.size() == 1) {
    Status status = planPart(0, start);
    return status.ok() ? status : failedAt(0, std::move(status));
  }
  struct Failed {
    std::size_t index = 0;
    Status status;
    Diagnosis why;
  };
  std::optional<Failed> first;
  no_end_.assign(parts_.size(), std::nullopt);
  BranchSearch search(parts_.size(), start, [this](std::size_t i, const JointVector& q) { return endsOf(i, q); });
  for (int round = 0; round < kMostRounds; ++round) {
    const auto ends = search.next();
    forgetFailure();
    if (!ends.ok() && (!first || isFinal(ends.status()))) {
      const std::size_t index = search.failedMotion();
      const Diagnostics notes = why_.notes;
      if (no_end_[index]) why_ = *no_end_[index];
      note(notes);
      return failedAt(index, ends.status());
    }
    if (!ends.ok()) break;
    std::size_t failed = 0;
    Status status = planTo(*ends, start, failed);
    if (status.ok()) return status;
    if (isFinal(status)) return failedAt(failed, std::move(status));
    // Of a straight joint motion no other posture is taken to slip past an obstacle.
    search.block(failed, failed + 1 == parts_.size() || motionKind(parts_[failed].segment->type).nearest_only);
    if (!first) first = Failed{failed, std::move(status), why_};
  }
  const Diagnostics notes = why_.notes;
  why_ = first->why;
  note(notes);
  return failedAt(first->index, first->status);
}

void Planner::setLimits(Part& part) {
  Diagnostics assumed;
  part.limits = model::motionLimits(part.scene->tree().mechanism(), part.planner->limits(), &assumed);
  part.limits.frame = part.segment->frame;
  if (const auto& line = part.planner->line()) part.limits.moving = line->node;
  else part.limits.moving = limitedNode(*part.segment, part.scene->tree().mechanism());
  note(assumed);
  note(unlikelySpeeds(part.limits.frame));
  if (const auto& line = part.planner->line(); line && !line->turns_evenly)
    note({findingOf(fail(failures::kLineTurnsFreely, {{"node", model::named(part.scene->world(), line->node)}}))});
}

Result<Plan> Planner::run() {
  if (request_.segments.empty()) return fail(failures::kNoSegments);
  Plan plan;
  plan.request = request_;
  plan.report.seed = options_.seed;
  parts_.reserve(request_.segments.size());
  for (std::size_t i = 0; i < request_.segments.size(); ++i) {
    Status status = prepare(i, plan);
    if (!status.ok()) return failedAt(i, std::move(status));
  }
  WW_TRY(planPaths(request_.start.value_or(parts_.front().scene->tree().worldPositions())));
  for (Part& part : parts_) setLimits(part);
  WW_TRY(timeParts(plan));
  const double takes = plan.trajectory.duration();
  const auto slow = [&] { return fail(failures::kVerySlow, {{"time", arg::Seconds{takes}}}); };
  if (!(takes <= kEndless)) return slow();
  if (takes > kVeryLong * static_cast<double>(parts_.size())) note({findingOf(slow())});
  whole_.report(1.0);
  plan.report.notes = why_.notes;
  std::ranges::sort(corners_, {}, &RoundedCorner::after);
  plan.report.corners = corners_;
  setValidated(world_, plan.report);
  plan.report.cycle_time_s = plan.trajectory.duration();
  plan.report.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  return plan;
}

Result<Plan> planMotion(const world::World& world, const MotionRequest& request, const PlanOptions& options,
                        Diagnosis* why) {
  clearVectorState();
  Diagnosis local;
  Diagnosis& diagnosis = why ? *why : local;
  diagnosis = {};
  return Planner(world, request, options, diagnosis).run();
}

std::vector<Vec3> tracePoints(const model::Model& model, ObjectId robot, world::NodeRef node,
                              const Trajectory& trajectory, std::size_t count) {
  std::vector<Vec3> out;
  const auto tree = kinematics::JointTree::make(model, robot);
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
