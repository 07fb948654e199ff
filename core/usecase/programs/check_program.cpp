// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/check_program.h"

#include <algorithm>

#include "core/planning/failures.h"
#include "core/planning/plan.h"
#include "core/program/failures.h"
#include "core/program/locked.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/cast.h"
#include "core/usecase/programs/depend.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/motion_judge.h"
#include "core/usecase/programs/stage_scene.h"
#include "core/usecase/programs/step_motion.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;
using program::FlatStep;

// Follows the old plan through the world as it is now.
class PlanCheck {
 public:
  PlanCheck(const world::World& world, const planning::PlanOptions& options)
      : options_(options), stage_(world), scene_(options) {}

  Status start(const v1::Program& program) { return stage_.start(program); }
  // What stands against the step is noted; fails when the work is to end.
  Status look(const FlatStep& flat, const v1::PlannedStep& planned, const v1::ProgramPlan& plan);
  std::vector<StepFinding>& findings() { return findings_; }

 private:
  Status judged(const FlatStep& flat, const v1::PlannedStep& planned);
  Status interrupted() const;
  Status take(const FlatStep& flat);
  void note(const program::Place& place, Status status) { findings_.push_back({place, std::move(status)}); }

  const planning::PlanOptions& options_;
  Stage stage_;
  std::vector<StepFinding> findings_;
  StageScene scene_;
  bool comes_on_ = false;              // out of a rounded corner, which is on neither line
  std::optional<JointVector> corner_;  // that one, which the motion was planned from
};

// Where a motion passes by, if the plan has kept it.
std::optional<JointVector> cornerOf(const v1::PlannedStep& planned) {
  if (!planned.goes_on() || !planned.has_corner()) return std::nullopt;
  return cornerJoints(planned.corner());
}

Status PlanCheck::interrupted() const {
  if (options_.stop.stop_requested()) return fail(planning::failures::kCancelled);
  if (planning::Clock::now() > options_.deadline) return fail(failures::kCheckTimeOut);
  return okStatus();
}

// What stands against a motion of the plan.
Status PlanCheck::judged(const FlatStep& flat, const v1::PlannedStep& planned) {
  if (!planned.has_motion()) return okStatus();
  const bool is_joint = flat.step->has_set_joint();
  WW_ASSIGN(const StepMotion motion,
            is_joint ? jointMotion(stage_, flat.step->set_joint()) : moveMotion(stage_, {&flat, 1}));
  const planning::Trajectory path = readMotion(planned.motion());
  WW_ASSIGN(const JudgedMotion found, judgeOldMotion(stage_, scene_.of(stage_.world()), motion,
                                                     {path, comes_on_, planned.goes_on(), corner_, cornerOf(planned)},
                                                     false, [this] { return interrupted(); }));
  return found.problem;
}

Status PlanCheck::take(const FlatStep& flat) {
  if (flat.step->has_attach()) return stage_.attach(*flat.owner, flat.step->attach());
  if (flat.step->has_detach()) return stage_.detach(flat.step->detach());
  if (flat.step->has_set_signal()) stage_.setSignal(flat.step->set_signal());
  return okStatus();
}

Status PlanCheck::look(const FlatStep& flat, const v1::PlannedStep& planned, const v1::ProgramPlan& plan) {
  WW_TRY(interrupted());
  const bool other_lock = flat.step->has_locked() && !program::drivesLocked(planned, flat.step->locked());
  if (other_lock || !program::sameWork(*flat.step, planned.step())) {
    note(flat.place, fail(failures::kStepChanged));
  } else {
    Status status = judged(flat, planned);
    if (status.ok()) status = take(flat);
    if (status.code == Code::kCancelled || status.code == Code::kDeadlineExceeded) return status;
    if (!status.ok()) note(flat.place, std::move(status));
  }
  // The steps that follow are judged as if this one held: one that does not hold says nothing of theirs.
  if (!planned.has_motion()) return okStatus();
  comes_on_ = planned.goes_on();
  corner_ = cornerOf(planned);
  const ObjectId mover{plan.movers(static_cast<int>(planned.mover())).object()};
  const JointVector end = readMotion(planned.motion()).states.back().q;
  const world::Object* object = stage_.world().peek(mover);
  if (!object || end.size() != static_cast<Eigen::Index>(object->moving_joints.size())) return okStatus();
  if (Status status = stage_.setJoints(mover, end); !status.ok()) note(flat.place, std::move(status));
  return okStatus();
}

// All that is known without looking at motions.
struct Known {
  ProgramCheck check;
  const v1::ProgramPlan* plan = nullptr;
  std::vector<FlatStep> steps;
};

Result<Known> knownOf(const world::World& world, const std::string& name) {
  Known out;
  WW_ASSIGN(out.check.findings, programProblems(world, name));
  out.check.is_broken = !out.check.findings.empty();
  const auto& programs = world.data().record->programs();
  out.plan = lastPlanOf(world, name);
  if (!out.plan || !program::checkPlan(*out.plan).ok()) {
    out.plan = nullptr;
    return out;
  }
  if (!out.plan->steps().empty()) out.check.duration = out.plan->steps().rbegin()->ends();
  auto steps = program::expand(programs, name);
  out.check.state = PlanState::kChanged;
  if (!steps.ok()) return out;
  out.steps = std::move(steps).value();
  out.check.changes = changesSince(world, *program::find(programs, name), out.steps, *out.plan);
  if (out.check.changes.empty() && out.check.findings.empty()) out.check.state = PlanState::kFresh;
  return out;
}

// Behind the last where the program only has fewer than were planned.
std::uint32_t openFrom(const std::vector<FlatStep>& steps, std::size_t first) {
  if (first < steps.size()) return steps[first].place.front();
  return steps.empty() ? 1 : steps.back().place.front() + 1;
}

// "2", "2 and 5", "2, 5 and 7".
Phrase placesPhrase(const std::vector<StepFinding>& findings) {
  std::vector<std::string> places;
  for (const StepFinding& finding : findings) {
    std::string text = program::placeText(finding.place);
    if (!text.empty() && std::ranges::find(places, text) == places.end()) places.push_back(std::move(text));
  }
  if (places.empty()) return {};
  if (places.size() == 1)
    return phrase(WW_TEXT("Core", "step {step} no longer holds"), {{"step", arg::Words{places.front()}}});
  std::string all = places.front();
  for (std::size_t i = 1; i + 1 < places.size(); ++i) all += ", " + places[i];
  return phrase(WW_TEXT("Core", "steps {steps} and {last} no longer hold"),
                {{"steps", arg::Words{all}}, {"last", arg::Words{places.back()}}});
}

}  // namespace

Result<ProgramCheck> lookAtPlan(const world::World& world, const std::string& name) {
  WW_ASSIGN(Known known, knownOf(world, name));
  return std::move(known.check);
}

Result<ProgramCheck> checkPlanOf(const world::World& world, const std::string& name,
                                 const planning::PlanOptions& options) {
  WW_ASSIGN(Known known, knownOf(world, name));
  ProgramCheck out = std::move(known.check);
  if (!known.plan || out.state == PlanState::kFresh) return out;
  out.state = PlanState::kStale;
  const auto count = static_cast<int>(known.steps.size());
  if (!out.findings.empty()) return out;  // what is missing has been told
  const bool fits = count == known.plan->steps_size();
  const auto looked = fits ? count : static_cast<int>(stepsAsPlanned(known.steps, *known.plan));
  if (!fits) out.open_from = openFrom(known.steps, static_cast<std::size_t>(looked));
  PlanCheck check(world, options);
  WW_TRY(check.start(*program::find(world.data().record->programs(), name)));
  for (int i = 0; i < looked; ++i) {
    options.progress.report(static_cast<double>(i) / looked);
    WW_TRY(check.look(known.steps[static_cast<std::size_t>(i)], known.plan->steps(i), *known.plan));
  }
  options.progress.report(1.0);
  out.findings = std::move(check.findings());
  if (fits && out.findings.empty()) out.state = PlanState::kHolds;
  return out;
}

Phrase verdictOf(const ProgramCheck& check) {
  if (check.state == PlanState::kUnplanned) return phrase(WW_TEXT("Core", "not planned"));
  if (check.state == PlanState::kFresh) return phrase(WW_TEXT("Core", "the plan is up to date"));
  const Phrase why =
      check.changes.empty() ? phrase(WW_TEXT("Core", "steps name what is not there")) : check.changes.front();
  if (check.state == PlanState::kHolds)
    return phrase(WW_TEXT("Core", "{change}: every step still holds"), {{"change", why}});
  const Phrase places = placesPhrase(check.findings);
  if (places.empty() && check.open_from && *check.open_from > 1)
    return phrase(WW_TEXT("Core", "{change}: from step {step} on it is to be planned again"),
                  {{"change", why}, {"step", arg::Count{*check.open_from}}});
  if (places.empty()) return phrase(WW_TEXT("Core", "{change}: the program is to be planned again"), {{"change", why}});
  return phrase(WW_TEXT("Core", "{change}: {steps}"), {{"change", why}, {"steps", places}});
}

}  // namespace ww::usecase
