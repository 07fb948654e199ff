// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/coverage_text.h"
#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "core/base/finding.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/check_program.h"
#include "core/usecase/programs/show.h"
#include "worldwright/v1/program.pb.h"

namespace ww::cli {
namespace {

std::string commandOf(const char* text, const std::string& file, const std::string& program) {
  return filledIn(text, std::vector<FailureArg>{{"file", arg::Name{file}}, {"program", arg::Name{program}}},
                  plainVoice());
}

// A program that is broken cannot be planned before it is repaired.
std::string howToPlan(const std::string& file, const std::string& program, bool is_broken, const char* todo) {
  if (!is_broken) return todo + planCommand(file, program);
  return "repair it first: " + commandOf("`worldwright program check {file} {program}`", file, program) +
         " lists what stands against it";
}

// Steps have a motion type of their own; --type is an option of the verb plan.
class StepVoice : public Voice {
 public:
  const char* ownHint(const FailureRow& row) const override {
    const bool of_plan = std::string_view(row.at_command).find("--type") != std::string_view::npos;
    return of_plan ? row.hint : plainVoice().ownHint(row);
  }
};

// "step 1 (the others are)", where it is not all of them.
std::string uncheckedPart(const usecase::PlanCoverage& looked) {
  if (looked.unchecked.empty() || looked.unchecked.size() >= looked.motions) return {};
  return fmt::format("step{} {} (the others are)", looked.unchecked.size() == 1 ? "" : "s",
                     fmt::join(looked.unchecked, ", "));
}

// When and where a motion of the plan comes nearest; nothing where the plan does not tell.
void addNearest(Json& json, const world::World& world, const program::PlannedStep& step, double begins) {
  json["min_clearance_at_s"] = json["min_clearance_pair"] = nullptr;
  if (!step.nearest) return;
  json["min_clearance_at_s"] = begins + step.nearest->seconds;
  const program::Nearest& nearest = *step.nearest;
  json["min_clearance_pair"] = {usecase::nearestName(world, nearest.a, nearest.a_name),
                                usecase::nearestName(world, nearest.b, nearest.b_name)};
}

// "3 (reach)", or what it does where it has no name.
std::string placeAndName(const program::PlannedStep& step, const Phrase& words) {
  return fmt::format("{} ({})", program::placeText(step.place), step.name.empty() ? plain(words) : step.name);
}

}  // namespace

std::string planCommand(const std::string& file, const std::string& program) {
  return commandOf("`worldwright program plan {file} {program}`", file, program);
}

Status withPlanCommand(Status status, const world::World& world, const std::string& file, const std::string& program) {
  const auto is = [&](const FailureRow& row) { return status.failure && status.failure->row == &row; };
  const bool is_stale = is(usecase::failures::kExportStale);
  if (file == "-" || !(is(usecase::failures::kNotPlanned) || is(usecase::failures::kExportUnplanned) || is_stale))
    return status;
  const auto check = usecase::lookAtPlan(world, program);
  const bool is_broken = check.ok() && check->is_broken;
  status.hint = howToPlan(file, program, is_broken, is_stale ? "plan it again: " : "plan it first: ");
  return status;
}

Status ofSteps(Status status) {
  if (status.failure) status.hint = hintText(*status.failure, StepVoice());
  return status;
}

Result<Diagnostics> stalePlanNote(const Run& run, const world::World& world, const std::string& file,
                                  const std::string& program) {
  planning::PlanOptions options;
  options.stop = run.stop;
  WW_ASSIGN(const usecase::ProgramCheck check, usecase::checkPlanOf(world, program, options));
  if (check.state == usecase::PlanState::kFresh || check.state == usecase::PlanState::kHolds) return Diagnostics{};
  const std::string remedy =
      file == "-" ? "plan it again" : howToPlan(file, program, check.is_broken, "plan it again: ");
  return Diagnostics{findingOf(
      ww::fail(failures::kStalePlanRuns,
               {{"program", arg::Name{program}}, {"why", usecase::verdictOf(check)}, {"remedy", arg::Words{remedy}}}))};
}

PlanWords coverageWords(const world::World& world, const std::string& file, const std::string& program,
                        const usecase::PlanCoverage& looked) {
  if (looked.motions == 0) return {};
  PlanWords out;
  if (!looked.coverage.checked()) out.before = freeText(world, file, looked.coverage, uncheckedPart(looked));
  if (const Status s = usecase::tellColliding(program, looked); !s.ok())
    out.before += fmt::format("{}: {}\n", s.title, s.hint);
  out.after = lookedAtLine(world, looked.coverage, looked.spacing) + leftOutLine(world, looked.coverage);
  return out;
}

void addPlanCoverage(Json& json, const world::World& world, const std::string& file,
                     const usecase::PlanCoverage& looked) {
  if (looked.motions == 0) {
    json["checked"] = false;
    json["not_checked"] = "no step moves anything";
    return;
  }
  addCoverage(json, world, file, looked.coverage);
  json["spacing"] = looked.spacing;
  json["validated"] = looked.validated();
  if (!looked.unchecked.empty()) json["unchecked_steps"] = looked.unchecked;
  if (!looked.colliding.empty()) json["colliding_steps"] = looked.colliding;
}

Diagnostics unlookedNote(const world::World& world, const std::string& file, const std::string& program,
                         const usecase::PlanCoverage& looked) {
  Diagnostics out;
  if (const Status s = usecase::tellColliding(program, looked); !s.ok()) out.push_back(findingOf(s));
  if (looked.motions == 0 || looked.coverage.checked()) return out;
  const std::string part = uncheckedPart(looked);
  const std::string why = plain(collision::whyNotChecked(looked.coverage));
  out.push_back(findingOf(ww::fail(failures::kProgramUnlooked,
                                   {{"program", arg::Name{program}},
                                    {"why", arg::Words{part.empty() ? why : part + ": " + why}},
                                    {"remedy", arg::Words{howToHaveItChecked(world, file, looked.coverage)}}})));
  return out;
}

std::string planClearanceText(const world::World& world, const worldwright::v1::ProgramPlan& plan,
                              const program::PlannedProgram& planned) {
  const std::vector<Phrase> words = usecase::stepWords(world, plan);
  const program::PlannedStep* step = program::nearestStep(planned);
  if (!step) return {};
  std::string when, pair;
  if (step->nearest) {
    const program::Nearest& nearest = *step->nearest;
    when = " at " + plainVoice().seconds(step->begins + nearest.seconds);
    pair = fmt::format(": '{}' and '{}'", usecase::nearestName(world, nearest.a, nearest.a_name),
                       usecase::nearestName(world, nearest.b, nearest.b_name));
  }
  return fmt::format("least clearance {}{} in step {}{}\n", plainVoice().length(*step->min_clearance), when,
                     placeAndName(*step, words[static_cast<std::size_t>(step - planned.steps.data())]), pair);
}

std::string plannedText(const world::World& world, const usecase::ProgramOutcome& outcome,
                        const program::PlannedProgram& planned) {
  std::string text = fmt::format("planned {}: {}, {}\n", planned.name, counted(planned.steps.size(), "step"),
                                 plainVoice().seconds(outcome.duration));
  const std::vector<Phrase> words = usecase::stepWords(world, *outcome.plan);
  for (std::size_t i = 0; i < planned.steps.size(); ++i) {
    const program::PlannedStep& step = planned.steps[i];
    const std::string name = step.name.empty() ? std::string() : fmt::format(" ({})", step.name);
    text += fmt::format("{}. {}{}, from {} to {}{}\n", program::placeText(step.place), plain(words[i]), name,
                        plainVoice().seconds(step.begins), plainVoice().seconds(step.ends),
                        step.was_locked ? ", locked" : "");
  }
  return text + planClearanceText(world, *outcome.plan, planned);
}

Json stepsJson(const world::World& world, const worldwright::v1::ProgramPlan& plan,
               const program::PlannedProgram& planned) {
  Json out = Json::array();
  const std::vector<Phrase> words = usecase::stepWords(world, plan);
  for (const auto& step : plan.steps()) {
    const program::Place place(step.place().begin(), step.place().end());
    Json json{{"step", program::placeText(place)},
              {"name", step.step().name()},
              {"text", plain(words[out.size()])},
              {"begins_s", step.begins()},
              {"ends_s", step.ends()}};
    if (step.has_mover()) {
      json["robot"] = plan.movers(static_cast<int>(step.mover())).name();
      json["goes_on"] = step.goes_on();
      json["locked"] = step.was_locked();
      json["stops_all_the_same"] = step.stops_all_the_same();
      json["min_clearance_m"] = step.has_min_clearance() ? numberJson(step.min_clearance()) : Json(nullptr);
      addNearest(json, world, planned.steps[out.size()], step.begins());
    }
    json["holds"] = step.held_size();
    out.push_back(std::move(json));
  }
  return out;
}

void addClearance(Json& json, const world::World& world, const program::PlannedProgram& planned) {
  const program::PlannedStep* step = program::nearestStep(planned);
  json["min_clearance_m"] = json["min_clearance_step"] = nullptr;
  json["min_clearance_at_s"] = json["min_clearance_pair"] = nullptr;
  if (!step) return;
  json["min_clearance_m"] = numberJson(*step->min_clearance);
  json["min_clearance_step"] = program::placeText(step->place);
  addNearest(json, world, *step, step->begins);
}

}  // namespace ww::cli
