// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/base/finding.h"
#include "core/planning/failures.h"
#include "core/planning/frame_motion.h"
#include "core/planning/planner.h"
#include "core/validate/failures.h"

namespace ww::planning {
namespace {

constexpr double kShortestWay = 1e-5;  // radians or metres; a segment that is shorter has no corners

bool sameLimits(const model::MotionLimits& a, const model::MotionLimits& b) {
  const auto dynamic = [](const model::DynamicLimit& x, const model::DynamicLimit& y) {
    return x.velocity == y.velocity && x.acceleration == y.acceleration && x.jerk == y.jerk;
  };
  const model::FrameLimits &f = a.frame, &g = b.frame;
  const bool frames = f.linear_velocity == g.linear_velocity && f.angular_velocity == g.angular_velocity &&
                      f.linear_acceleration == g.linear_acceleration &&
                      f.angular_acceleration == g.angular_acceleration;
  return frames && std::ranges::equal(a.dynamic, b.dynamic, dynamic) && (!f.any() || a.moving == b.moving);
}

Phrase segmentPhrase(std::size_t index) {
  return phrase(WW_TEXT("Core", "segment {index}"), {{"index", arg::Count{index + 1}}});
}

Status checkEnds(const PathCurve& curve, const PathLimits& limits) {
  const double rough = roughSeconds(curve, limits);
  return rough <= kEndless ? okStatus() : fail(failures::kVerySlow, {{"time", arg::Seconds{rough}}});
}

// From one state to another.
Trajectory slice(const Trajectory& whole, std::size_t from, std::size_t to) {
  Trajectory out;
  for (std::size_t i = from; i <= to; ++i) {
    out.times.push_back(whole.times[i] - whole.times[from]);
    out.states.push_back(whole.states[i]);
  }
  return out;
}

}  // namespace

validate::JudgeOptions Planner::judgeOptions(const Part& part) const {
  validate::JudgeOptions out{part.scene->spacing(), interrupted()};
  out.goal = &part.segment->goal;
  out.start = part.path.front();
  if (const PathRule* rule = part.planner->rule()) out.held = rule->held();
  if (const auto& line = part.planner->line())
    out.line = {line->node, line->root_t_from, line->root_t_to, kWholeLineMetres, wholeLineRadians(line->turns_evenly)};
  return out;
}

PathLimits Planner::pathLimits(const Part& part) const {
  const model::MotionLimits& limits = part.limits;
  PathLimits out{limits.dynamic, limits.frame, {}};
  if (limits.moving && limits.frame.any()) out.motion = frameMotion(part.scene->tree().mechanism(), *limits.moving);
  return out;
}

// Proven as a whole where collisions are all that matters, else looked at in places.
bool Planner::cornerIsFree(const Part& part, const Corner& corner) {
  using Kind = collision::MotionVerdict::Kind;
  RobotScene& scene = *part.scene;
  const SegmentPlanner& planner = *part.planner;
  if (!planner.line() && !planner.rule() && scene.provesMotions()) {
    // Its direction turns from the one to the other, and is never beyond.
    const collision::Course course{scene.tree().mechanism(), [&](double t) { return corner.at(corner.length * t); },
                                   corner.length * corner.u1.cwiseAbs().cwiseMax(corner.u2.cwiseAbs()), interrupted()};
    const auto verdict = scene.prove(course);
    if (!verdict.ok()) return false;
    if (verdict->kind != Kind::kUnproven) return verdict->kind == Kind::kFree;
  }
  const int steps = std::max(2, static_cast<int>(std::ceil(corner.length / scene.spacing())));
  for (int i = 0; i <= steps; ++i) {
    const JointVector q = corner.at(corner.length * i / steps);
    if (!budget_.check().ok() || !planner.isOnLine(q) || !planner.keepsRule(q) || scene.collides(q)) return false;
  }
  return true;
}

// A line is a smooth curve; other corners are rounded where that is free. If the whole fails its check all the same,
// every waypoint is a stop.
Result<Trajectory> Planner::timeAlone(const Part& part) {
  RobotScene& scene = *part.scene;
  const SegmentPlanner& planner = *part.planner;
  const Waypoints& path = part.path;
  const CornerCheck isFree = [&](const Corner& corner) { return cornerIsFree(part, corner); };
  const CornerCheck never = [](const Corner&) { return false; };
  const PathLimits path_limits = pathLimits(part);
  std::vector<std::function<PathCurve()>> shapes{[&] { return PathCurve::blended(path, {}, isFree); },
                                                 [&] { return PathCurve::blended(path, {}, never); }};
  // The waypoints of a line stand close, and those of a way that bends with its constraint.
  if (planner.line() || (planner.rule() && path.size() > 2 && planner.rule()->isClose(path)))
    shapes.insert(shapes.begin(), [&] { return PathCurve::through(path); });
  Status problem;
  for (const auto& shape : shapes) {
    WW_TRY(budget_.check());
    scene.setPadding(planner.padding(), {path.front(), path.back()});
    const PathCurve curve = shape();
    scene.setPadding(0.0, {});
    WW_TRY(checkEnds(curve, path_limits));
    Trajectory trajectory = timeCurve(curve, path_limits);
    WW_ASSIGN(const validate::Verdict verdict, part.judge->judge(trajectory, part.limits, judgeOptions(part)));
    if (verdict.problem.ok()) return trajectory;
    problem = verdict.problem;
    why_.joints = verdict.joints;
    if (verdict.contact) why_.contacts = {*verdict.contact};
  }
  why_.kind = Diagnosis::Kind::kOther;
  if (!scene.provesMotions() && problem.failure && problem.failure->row == &validate::failures::kCollides)
    return fail(failures::kFinalCheckCoarse, {{"spacing", arg::Number{scene.spacing()}}}, std::move(problem));
  return within(std::move(problem), phrase(WW_TEXT("Core", "the planned motion failed its final check")));
}

Result<Trajectory> Planner::timeKept(std::size_t index) {
  Part& part = parts_[index];
  auto first = timeAlone(part);
  const Failure* why = first.ok() ? nullptr : first.status().failure.get();
  if (!why || why->row != &validate::failures::kNotHeld || !part.segment->given.empty()) return first;
  part.planner->lookCloser();
  part.planner->setEnds({part.path.back()});  // what follows begins there
  forgetFailure();
  WW_TRY(planPart(index, part.path.front()));
  return timeAlone(part);
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

Status Planner::finish(const Part& part, const Trajectory& trajectory, Plan& plan) {
  WW_ASSIGN(const validate::Clearance clearance,
            part.judge->clearance(trajectory, part.limits.position, interrupted()));
  addReport(clearance, plan);
  plan.trajectory.append(trajectory);
  plan.ends.push_back(plan.trajectory.times.size() - 1);
  plan.paths.push_back(part.path);
  plan.paddings.push_back(part.planner->padding());
  return okStatus();
}

// ---- corners between segments

// The row that says why the robot has to stop between them; null when it need not.
const FailureRow* Planner::whyStop(const Part& a, const Part& b) const {
  const Rounding& asked = request_.roundingBehind(a.index);
  const auto &first = a.planner->line(), &second = b.planner->line();
  const bool lines = first && second;
  if (first.has_value() != second.has_value()) return &failures::kCornerKinds;
  if (lines ? !asked.metres && !asked.radians : !asked.joint) return &failures::kCornerKinds;
  if (!sameLimits(a.limits, b.limits)) return &failures::kCornerLimits;
  if (pathLength(a.path) < kShortestWay || pathLength(b.path) < kShortestWay) return &failures::kCornerBlocked;
  if (lines && (first->node != second->node || !first->turns_evenly || !second->turns_evenly))
    return &failures::kCornerBlocked;
  return nullptr;
}

void Planner::tellStop(std::size_t index, const FailureRow& row) {
  if (std::ranges::find(corners_, index, &RoundedCorner::after) != corners_.end()) return;
  corners_.push_back({index, 0.0, 0.0, 0.0});
  note({findingOf(fail(row, {{"index", arg::Count{index + 1}}, {"where", segmentPhrase(index)}}))});
}

void Planner::tellSmaller(const RoundedCorner& corner) {
  constexpr double kPart = 0.99;
  const Rounding& asked = request_.roundingBehind(corner.after);
  const FailureRow* row = nullptr;
  if (corner.joint > 0.0) {
    if (corner.joint < kPart * asked.joint.value_or(0.0)) row = &failures::kCornerSmallerJoints;
  } else if ((!asked.metres || corner.metres < kPart * *asked.metres) &&
             (!asked.radians || corner.radians < kPart * *asked.radians)) {
    row = &failures::kCornerSmaller;
  }
  if (!row) return;
  note({findingOf(fail(*row, {{"index", arg::Count{corner.after + 1}},
                              {"where", segmentPhrase(corner.after)},
                              {"distance", arg::Length{corner.metres}},
                              {"angle", arg::Angle{corner.joint > 0.0 ? corner.joint : corner.radians}}}))});
}

bool Planner::joins(std::size_t index) {
  const Rounding& asked = request_.roundingBehind(index);
  if (!asked.any() || index + 1 >= parts_.size()) return false;
  if (std::ranges::find(corners_, index, &RoundedCorner::after) != corners_.end()) return false;
  const auto none = [](const std::optional<double>& size) { return size && *size <= 0.0; };
  const bool line = parts_[index].planner->line().has_value();
  if (line ? none(asked.metres) || none(asked.radians) : none(asked.joint)) return false;
  const FailureRow* row = whyStop(parts_[index], parts_[index + 1]);
  if (row) tellStop(index, *row);
  return row == nullptr;
}

Result<RoundedRun> Planner::curveOf(std::span<Part> parts, bool last) {
  std::vector<Rounding> roundings;
  for (const Part& part : parts.first(parts.size() - 1)) roundings.push_back(request_.roundingBehind(part.index));
  if (parts.front().planner->line()) return roundLines(parts, roundings, budget_, last);
  double padding = parts.front().planner->padding();
  std::vector<JointVector> near{parts.front().path.front()};
  for (const Part& part : parts) {
    padding = std::min(padding, part.planner->padding());
    near.push_back(part.path.back());
  }
  for (const Part& part : parts) part.scene->setPadding(padding, near);
  RoundedRun out = roundJoints(parts, roundings, budget_);
  for (const Part& part : parts) part.scene->setPadding(0.0, {});
  WW_TRY(budget_.check());
  return out;
}

// Each part is judged by itself, its halves of the corners included.
Result<std::vector<Trajectory>> Planner::timeRounded(std::span<const Part> parts, const RoundedRun& run) {
  std::vector<double> places;
  const PathLimits limits = pathLimits(parts.front());
  WW_TRY(checkEnds(run.curve, limits));
  const Trajectory whole = timeCurve(run.curve, limits, &places);
  const auto indexOf = [](auto it, const auto& all) { return static_cast<std::size_t>(it - all.begin()); };
  std::vector<std::size_t> cuts{0};
  for (const RoundedRun::Seam& seam : run.seams)
    cuts.push_back(std::min(indexOf(std::ranges::lower_bound(places, seam.middle), places), places.size() - 1));
  cuts.push_back(places.size() - 1);
  std::vector<Trajectory> out;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    WW_TRY(budget_.check());
    if (cuts[k] >= cuts[k + 1]) return fail(failures::kCornerBlocked, {{"index", arg::Count{parts[k].index + 1}}});
    out.push_back(slice(whole, cuts[k], cuts[k + 1]));
    validate::JudgeOptions options = judgeOptions(parts[k]);
    const double begin = whole.times[cuts[k]];
    // A line holds between its corners; that it ends where it should is for the last to show.
    if (k > 0) {
      const auto from = indexOf(std::ranges::lower_bound(places, run.seams[k - 1].ends), places);
      options.line_from_s = whole.times[std::min(from, cuts[k + 1])] - begin;
    }
    if (k + 1 < parts.size()) {
      options.goal = nullptr;
      const auto to = indexOf(std::ranges::upper_bound(places, run.seams[k].begins), places);
      options.line_to_s = whole.times[to - 1] - begin;
    }
    WW_ASSIGN(const validate::Verdict verdict, parts[k].judge->judge(out.back(), parts[k].limits, options));
    if (!verdict.problem.ok()) return verdict.problem;
  }
  return out;
}

Result<std::size_t> Planner::timeRun(std::size_t first, std::size_t end, Plan& plan) {
  const std::span<Part> all(&parts_[first], end - first);
  WW_ASSIGN(const RoundedRun run, curveOf(all, end == parts_.size()));
  if (run.seams.empty()) {
    tellStop(first, failures::kCornerBlocked);
    return first;
  }
  const std::span<Part> parts = all.first(run.seams.size() + 1);
  const auto made = timeRounded(parts, run);
  if (!made.ok() && isFinal(made.status())) return made.status();
  if (!made.ok()) {
    tellStop(first, failures::kCornerJudged);
    return first;
  }
  if (run.end) parts.back().path.back() = *run.end;
  for (std::size_t k = 0; k < parts.size(); ++k) WW_TRY(finish(parts[k], (*made)[k], plan));
  for (const RoundedRun::Seam& seam : run.seams) {
    if (seam.corner.stops()) {
      tellStop(seam.corner.after, failures::kCornerBlocked);
      continue;
    }
    corners_.push_back(seam.corner);
    tellSmaller(seam.corner);
  }
  if (parts.size() < all.size()) tellStop(parts.back().index, failures::kCornerBlocked);
  return first + parts.size();
}

Status Planner::timeParts(Plan& plan) {
  for (std::size_t i = 0; i < parts_.size();) {
    std::size_t end = i + 1;
    while (joins(end - 1)) ++end;
    std::size_t done = i;
    if (end - i > 1) {
      const auto run = timeRun(i, end, plan);
      if (!run.ok()) return failedAt(i, run.status());
      done = *run;
    }
    if (done == i) {
      const auto alone = timeKept(i);
      Status status = alone.ok() ? finish(parts_[i], *alone, plan) : alone.status();
      if (!status.ok()) return failedAt(i, std::move(status));
      done = i + 1;
    }
    i = done;
  }
  return okStatus();
}

}  // namespace ww::planning
