// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/planning_inputs.h"
#include "app/cli/program_details.h"
#include "app/cli/program_export.h"
#include "app/cli/program_lock.h"
#include "app/cli/program_words.h"
#include "app/cli/serving_mark.h"
#include "app/cli/ticker.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/program/check.h"
#include "core/program/planned.h"
#include "core/session/program_builders.h"
#include "core/session/session.h"
#include "core/usecase/programs/check_program.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/show.h"
#include "worldwright/v1/file.pb.h"

namespace ww::cli {
namespace {

using usecase::PlanState;
using usecase::ProgramCheck;
using usecase::StepFinding;

struct ProgramOptions : PlanningOptions {
  std::string action, out;
  std::vector<std::string> names;
  bool dry_run = false;
  ProgramExport exported;  // what is told of the export

  const std::string& name() const { return names.front(); }
};

const char* stateText(PlanState state) {
  switch (state) {
    case PlanState::kUnplanned: return "unplanned";
    case PlanState::kFresh: return "fresh";
    case PlanState::kChanged: return "changed";
    case PlanState::kHolds: return "holds";
    case PlanState::kStale: return "stale";
  }
  return "unplanned";
}

Json findingsJson(const std::vector<StepFinding>& findings) {
  Json out = Json::array();
  for (const StepFinding& finding : findings) {
    const Status& s = finding.status;
    Json json{{"step", program::placeText(finding.place)}, {"message", s.title}, {"hint", s.hint}};
    addCodes(json, s.failure);
    out.push_back(std::move(json));
  }
  return out;
}

std::string findingsText(const std::vector<StepFinding>& findings) {
  std::string text;
  for (const StepFinding& finding : findings) {
    const std::string place = program::placeText(finding.place);
    text += fmt::format("{}{}: {}{}{}\n", place.empty() ? "the program" : "step ", place, finding.status.title,
                        finding.status.hint.empty() ? "" : ": ", finding.status.hint);
  }
  return text;
}

Json changesJson(const ProgramCheck& check) {
  Json out = Json::array();
  for (const Phrase& change : check.changes) out.push_back(plain(change));
  return out;
}

// What the last plan's motions are looked at for collisions with; none without a plan that is thought to hold.
std::optional<usecase::PlanCoverage> lookedAt(const world::World& world, const std::string& program, PlanState state) {
  const auto* plan = usecase::lastPlanOf(world, program);
  const bool good = state == PlanState::kFresh || state == PlanState::kHolds;
  if (!good || !plan) return std::nullopt;
  usecase::PlanCoverage out = usecase::coverageOf(world, *plan);
  // Steps that were judged anew collide nowhere.
  if (state == PlanState::kHolds) out.colliding.clear();
  return out;
}

const char* lookedText(const usecase::PlanCoverage& looked) {
  if (!looked.checked()) return ", not checked for collisions";
  return looked.colliding.empty() ? "" : ", not validated: it collides between two checks";
}

int listPrograms(Run& run, const ProgramOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  Json json{{"programs", Json::array()}};
  std::string text;
  for (const auto& program : loaded->world.data().record->programs()) {
    const auto check = usecase::lookAtPlan(loaded->world, program.name());
    if (!check.ok()) return fail(run, check.status());
    const bool planned = check->state != PlanState::kUnplanned;
    json["programs"].push_back({{"name", program.name()},
                                {"comment", program.comment()},
                                {"steps", program.steps_size()},
                                {"state", stateText(check->state)},
                                {"duration_s", planned ? Json(check->duration) : Json(nullptr)},
                                {"findings", check->findings.size()}});
    const auto looked = lookedAt(loaded->world, program.name(), check->state);
    if (looked) {
      json["programs"].back()["checked"] = looked->checked();
      json["programs"].back()["validated"] = looked->validated();
    }
    text += fmt::format("{}: {}, {}{}{}\n", program.name(),
                        counted(static_cast<std::uint64_t>(program.steps_size()), "step"), stateText(check->state),
                        planned ? ", " + plainVoice().seconds(check->duration) : "", looked ? lookedText(*looked) : "");
  }
  print(run, json, text.empty() ? "no programs\n" : text);
  return kDone;
}

Json lineJson(const usecase::ProgramLine& line) {
  Json json{{"step", program::placeText(line.place)},
            {"text", plain(line.text)},
            {"name", line.name},
            {"comment", line.comment},
            {"off", line.off},
            {"locked", line.locked}};
  json["begins_s"] = line.begins ? Json(*line.begins) : Json(nullptr);
  json["ends_s"] = line.ends ? Json(*line.ends) : Json(nullptr);
  return json;
}

// Where the last plan comes nearest, which is known from when it was made.
std::string nearestOfPlan(const world::World& world, const std::string& program, Json& json) {
  const auto* plan = usecase::lastPlanOf(world, program);
  if (!plan) return {};
  const auto planned = program::plannedProgram(*plan);
  if (!planned.ok()) return {};
  addClearance(json, world, *planned);
  return planClearanceText(world, *plan, *planned);
}

int showProgram(Run& run, const ProgramOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const auto lines = usecase::programLines(loaded->world, options.name());
  if (!lines.ok()) return fail(run, lines.status());
  const auto check = usecase::lookAtPlan(loaded->world, options.name());
  if (!check.ok()) return fail(run, check.status());
  const auto& program = *program::find(loaded->world.data().record->programs(), options.name());
  Json json{{"name", program.name()},
            {"comment", program.comment()},
            {"state", stateText(check->state)},
            {"changes", changesJson(*check)},
            {"steps", Json::array()}};
  std::string text = fmt::format("{}: {}\n", program.name(), stateText(check->state));
  json["details"] = programDetails(loaded->world, options.name());
  for (const std::string& detail : programDetails(loaded->world, options.name())) text += detail + "\n";
  for (const usecase::ProgramLine& line : *lines) {
    const auto details = stepDetails(loaded->world, options.name(), line.place.front() - 1);
    json["steps"].push_back(lineJson(line));
    json["steps"].back()["details"] = details;
    const std::string name = line.name.empty() ? std::string() : fmt::format(" ({})", line.name);
    const std::string time = line.begins ? fmt::format(", from {} to {}", plainVoice().seconds(*line.begins),
                                                       plainVoice().seconds(*line.ends))
                                         : std::string();
    text += fmt::format("{}. {}{}{}{}\n", program::placeText(line.place), plain(line.text), name,
                        line.off      ? ", off"
                        : line.locked ? ", locked"
                                      : "",
                        time);
    for (const std::string& detail : details) text += fmt::format("   {}\n", detail);
  }
  json["findings"] = findingsJson(check->findings);
  json["program"] = toJson(program);
  if (const auto looked = lookedAt(loaded->world, options.name(), check->state)) {
    const PlanWords words = coverageWords(loaded->world, options.file, options.name(), *looked);
    addPlanCoverage(json, loaded->world, options.file, *looked);
    text = words.before + text + nearestOfPlan(loaded->world, options.name(), json) + words.after;
  }
  print(run, json, text + findingsText(check->findings));
  return kDone;
}

Diagnostics notesOf(const usecase::ProgramOutcome& outcome) {
  Diagnostics out;
  for (const StepFinding& note : outcome.notes) out.push_back(findingOf(note.status));
  out.insert(out.end(), outcome.notes_of_motions.begin(), outcome.notes_of_motions.end());
  return out;
}

// Keeps the plan in the file; exit code.
int keepPlan(Run& run, const ProgramOptions& options, world::World world, const usecase::ProgramOutcome& outcome,
             Diagnostics& notes) {
  if (options.dry_run) return kDone;
  session::WorldSession session(std::move(world), run.store);
  session::CommitRequest commit;
  commit.label = "Plan " + options.name();
  commit.edits = session::setProgramPlan(options.name(), *outcome.plan);
  if (const auto done = session.commit(commit); !done.ok()) return fail(run, done.status());
  const std::string out = options.out.empty() ? options.file : options.out;
  const int exit = save(run, out, *session.snapshot().world);
  const Diagnostics served = servedNote(out);
  notes.insert(notes.end(), served.begin(), served.end());
  return exit;
}

int planProgram(Run& run, const ProgramOptions& options) {
  // With --out the input stays as it is, and a dry run writes nothing: nobody has to wait for it.
  const auto turn = Turn::take(run, options.dry_run ? "-" : options.out.empty() ? options.file : options.out);
  if (!turn.ok()) return fail(run, turn.status());
  int exit = kDone;
  auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  planning::PlanOptions plan_options = planOptions(run, options);
  const auto outcome = [&] {
    const Ticker ticker(run, "planning");
    plan_options.progress = ticker.progress();
    return usecase::planProgram(loaded->world, options.name(), plan_options);
  }();
  if (!outcome.ok()) return fail(run, ofSteps(outcome.status()));
  Diagnostics notes = notesOf(*outcome);
  const usecase::PlanCoverage looked = usecase::coverageOf(loaded->world, *outcome->plan);
  const PlanWords words = coverageWords(loaded->world, options.file, options.name(), looked);
  const auto planned = program::plannedProgram(*outcome->plan);
  if (!planned.ok()) return fail(run, planned.status());
  Json json{{"name", options.name()},
            {"duration_s", outcome->duration},
            {"seed", options.seed},
            {"saved", !options.dry_run},
            {"steps", stepsJson(loaded->world, *outcome->plan, *planned)}};
  addClearance(json, loaded->world, *planned);
  const std::string text = words.before + plannedText(loaded->world, *outcome, *planned) + words.after;
  addPlanCoverage(json, loaded->world, options.file, looked);
  exit = keepPlan(run, options, std::move(loaded->world), *outcome, notes);
  if (exit != kDone) return exit;
  warnOf(run, notes);
  addNotes(run, json, notes);
  print(run, json, text);
  return kDone;
}

int checkProgram(Run& run, const ProgramOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  planning::PlanOptions plan_options = planOptions(run, options);
  const auto check = [&] {
    const Ticker ticker(run, "checking");
    plan_options.progress = ticker.progress();
    return usecase::checkPlanOf(loaded->world, options.name(), plan_options);
  }();
  if (!check.ok()) return fail(run, check.status());
  const std::string verdict = plain(usecase::verdictOf(*check));
  Json json{{"name", options.name()},
            {"state", stateText(check->state)},
            {"verdict", verdict},
            {"changes", changesJson(*check)},
            {"findings", findingsJson(check->findings)}};
  std::string text = fmt::format("{}: {}\n", options.name(), verdict);
  for (const Phrase& change : check->changes) text += fmt::format("changed: {}\n", plain(change));
  text += findingsText(check->findings);
  const bool good = check->state == PlanState::kFresh || check->state == PlanState::kHolds;
  if (const auto looked = lookedAt(loaded->world, options.name(), check->state)) {
    const PlanWords words = coverageWords(loaded->world, options.file, options.name(), *looked);
    addPlanCoverage(json, loaded->world, options.file, *looked);
    text = words.before + text + words.after;
  } else if (check->is_broken) {
    json["hint"] = "planning it fails until that is repaired";
    text += json["hint"].get<std::string>() + "\n";
  } else if (options.file != "-") {
    const char* todo = check->state == PlanState::kUnplanned ? "to plan it: " : "to plan it again: ";
    json["hint"] = todo + planCommand(options.file, options.name());
    text += json["hint"].get<std::string>() + "\n";
  }
  print(run, json, text);
  return good ? kDone : kFailed;
}

int exportAsTold(Run& run, const ProgramOptions& options) {
  ProgramExport told = options.exported;
  told.file = options.file;
  told.name = options.name();
  told.out = options.out;
  const Ticker ticker(run, "checking");
  planning::PlanOptions plan_options = planOptions(run, options);
  plan_options.progress = ticker.progress();
  return exportProgram(run, told, plan_options);
}

int lockAsTold(Run& run, const ProgramOptions& options) {
  const std::vector<std::string> steps(options.names.begin() + 1, options.names.end());
  return lockProgramSteps(run, {options.file, options.name(), steps, options.out, options.action == "lock"});
}

struct ProgramAction {
  const char* name;
  std::size_t names;  // that it takes; of steps more
  const char* usage;
  int (*act)(Run&, const ProgramOptions&);
  bool takes_steps = false;  // at least one, behind the name
};
constexpr ProgramAction kProgramActions[] = {
    {"list", 0, "program list FILE", listPrograms},
    {"show", 1, "program show FILE NAME", showProgram},
    {"plan", 1, "program plan FILE NAME [--seed N] [--out OTHER] [--dry-run]", planProgram},
    {"check", 1, "program check FILE NAME", checkProgram},
    {"lock", 1, "program lock FILE NAME STEP... [--out OTHER]", lockAsTold, true},
    {"unlock", 1, "program unlock FILE NAME STEP... [--out OTHER]", lockAsTold, true},
    {"export", 1, "program export FILE NAME --dialect DIALECT --out OUT [--signal NAME=NUMBER]", exportAsTold},
};

const ProgramAction* programAction(const std::string& name) {
  const auto* it = std::ranges::find(kProgramActions, name, &ProgramAction::name);
  return it == std::end(kProgramActions) ? nullptr : it;
}

// Options that the action has no use for, or lacks.
bool isOdd(const ProgramOptions& options, std::string_view action) {
  const bool plans = action == "plan", exports = action == "export", locks = action.ends_with("lock");
  const ProgramExport& told = options.exported;
  if (exports) return told.dialect.empty() || options.out.empty() || options.dry_run;
  const bool of_export = !told.dialect.empty() || !told.signals.empty() || !told.grippers.empty() || !told.axes.empty();
  return of_export || (!plans && ((!locks && !options.out.empty()) || options.dry_run));
}

// Which programs there are, where none is named.
int unnamed(Run& run, const ProgramOptions& options, const ProgramAction& action) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  arg::Names names;
  for (const auto& program : loaded->world.data().record->programs()) names.texts.push_back(program.name());
  if (names.texts.empty())
    return failUsage(run, ww::fail(failures::kProgramNone,
                                   {{"action", arg::Words{action.name}}, {"path", arg::Name{options.file}}}));
  const bool exports = action.name == std::string_view("export");
  const char* rest = exports ? " with --dialect and --out" : action.takes_steps ? " with the numbers of its steps" : "";
  return failUsage(run, ww::fail(failures::kProgramUnnamed, {{"action", arg::Words{action.name}},
                                                             {"path", arg::Name{options.file}},
                                                             {"first", arg::Name{names.texts.front()}},
                                                             {"rest", arg::Words{rest}},
                                                             {"programs", names}}));
}

int runProgram(Run& run, ProgramOptions options) {
  // The file may stand first, as it does behind other verbs.
  if (!programAction(options.action) && programAction(options.file)) std::swap(options.action, options.file);
  const ProgramAction* action = programAction(options.action);
  if (!action) {
    std::vector<std::string> known;
    for (const ProgramAction& row : kProgramActions) known.emplace_back(row.name);
    const Status unknown = ww::fail(failures::kNoProgramAction, {{"word", arg::Name{options.action}}});
    return failUsage(run, withNearest(unknown, options.action, known));
  }
  if (options.names.empty() && action->names == 1) return unnamed(run, options, *action);
  if (action->name == std::string_view("export") && options.names.size() == 1) {
    if (options.exported.dialect.empty())
      return failUsage(run, ww::fail(failures::kNoDialect,
                                     {{"name", arg::Name{options.name()}}, {"dialects", arg::Names{dialectNames()}}}));
    if (options.out.empty())
      return failUsage(run, ww::fail(failures::kNoExportFile, {{"name", arg::Name{options.name()}}}));
  }
  const bool fits = action->takes_steps ? options.names.size() > action->names : options.names.size() == action->names;
  if (!fits || isOdd(options, action->name))
    return failUsage(run, ww::fail(failures::kProgramWords,
                                   {{"action", arg::Words{action->name}}, {"usage", arg::Words{action->usage}}}));
  return action->act(run, options);
}

}  // namespace

void addProgram(CLI::App& app, Run& run) {
  auto [sub, o] = addVerb<ProgramOptions>(app, run, "program", "what robots do, step by step", runProgram);
  sub->add_option("ACTION", o->action,
                  "list; show NAME: its steps; plan NAME: plans it and keeps the plan in FILE; check NAME: whether the "
                  "plan still holds, exit 1 if not; lock NAME STEP...: steps keep their planned motions when it is "
                  "planned anew, until they are unlocked; export NAME: writes the plan for a controller")
      ->required();
  sub->add_option("FILE", o->file, "world file")->required();
  sub->add_option("NAME", o->names, "the program; lock, unlock: then the numbers of steps, or all");
  sub->add_option("--seed", o->seed, "plan: of the random numbers")->check(checkSeed);
  sub->add_option("--out", o->out,
                  "plan, lock: save here and leave FILE alone; export: the file, or the folder for several");
  sub->add_flag("--dry-run", o->dry_run, "plan: save nothing");
  ProgramExport& told = o->exported;
  sub->add_option("--dialect", told.dialect, "export: " + fmt::format("{}", fmt::join(dialectNames(), ", ")))
      ->check(oneOf(dialectNames()));
  sub->add_option("--signal", told.signals, "export: NAME=NUMBER of a signal on the controller; may come again")
      ->allow_extra_args(false)
      ->check(checkSignalNumber);
  sub->add_option(
         "--gripper", told.grippers,
         "export: JOINT=SIGNAL that is on where the joint closes, JOINT=!SIGNAL where it opens; may come again")
      ->allow_extra_args(false)
      ->check(checkGripperSignal);
  sub->add_option("--axis", told.axes,
                  "export: JOINT=SIGN,ZERO,PREVIOUS as the controller counts it: 1 or -1, degrees or mm, and how often "
                  "the joint before is added; joint_3=1,0,-1 for axis 3 of Fanuc; may come again")
      ->allow_extra_args(false)
      ->check(checkAxisCount);
  sub->add_option("--tool", told.tool, "export: number of the tool on the controller")->check(between(0, 9999));
  sub->add_option("--base", told.base, "export: number of the base on the controller")->check(between(0, 9999));
  sub->add_option("--blend-share", told.blend_share,
                  "export: of rounded corners, 0 to 1, where the language has no radius")
      ->check(checkShare);
  addNoHistory(sub, run);
}

}  // namespace ww::cli
