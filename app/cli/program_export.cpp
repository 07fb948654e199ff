// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program_export.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>

#include "app/cli/failures.h"
#include "app/cli/program_words.h"
#include "core/base/finding.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/check_program.h"
#include "core/usecase/programs/export_notes.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/robot_export.h"
#include "worldwright/v1/program.pb.h"

namespace ww::cli {
namespace {

using Files = std::vector<program::dialects::ExportedFile>;

// "a=b" in its halves; empty where one is missing.
std::pair<std::string, std::string> halves(const std::string& text) {
  const auto at = text.rfind('=');
  if (at == std::string::npos || at == 0 || at + 1 == text.size()) return {};
  return {text.substr(0, at), text.substr(at + 1)};
}

std::optional<int> numberOf(const std::string& text) {
  int number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

// "joint_3=1,0,-1": the zero still in degrees or mm.
std::optional<usecase::AxisCount> axisCountOf(const std::string& text) {
  std::vector<double> figures;
  for (const char *at = text.data(), *end = at + text.size(); at <= end;) {
    double figure = 0.0;
    const auto [stop, error] = std::from_chars(at, end, figure);
    if (error != std::errc{} || !std::isfinite(figure) || (stop != end && *stop != ',')) return std::nullopt;
    figures.push_back(figure);
    at = stop + 1;
  }
  if (figures.empty() || figures.size() > 3 || std::abs(figures[0]) != 1.0) return std::nullopt;
  figures.resize(3);
  return usecase::AxisCount{figures[0], figures[1], figures[2]};
}

// Degrees and mm to what the world counts in.
double worldUnits(double zero, const world::World& world, const std::string& program, const std::string& joint) {
  constexpr double kDegree = std::numbers::pi / 180.0, kMillimetre = 1e-3;
  const auto* plan = usecase::lastPlanOf(world, program);
  if (!plan) return zero;
  for (const auto& mover : plan->movers())
    for (int i = 0; i < mover.joints_size(); ++i)
      if (mover.joints(i) == joint) return zero * (mover.revolute(i) ? kDegree : kMillimetre);
  return zero;
}

usecase::ExportChoices choicesOf(const ProgramExport& options, const world::World& world) {
  usecase::ExportChoices out;
  out.tool_number = options.tool;
  out.base_number = options.base;
  out.blend_share = options.blend_share;
  for (const std::string& text : options.signals) {
    const auto [signal, number] = halves(text);
    out.signal_numbers[signal] = numberOf(number).value_or(-1);
  }
  for (const std::string& text : options.axes) {
    const auto [joint, figures] = halves(text);
    usecase::AxisCount count = axisCountOf(figures).value_or(usecase::AxisCount());
    count.zero = worldUnits(count.zero, world, options.name, joint);
    out.axes[joint] = count;
  }
  for (const std::string& text : options.grippers) {
    auto [joint, signal] = halves(text);
    const bool inverted = signal.front() == '!';
    out.grippers[joint] = {inverted ? signal.substr(1) : signal, !inverted};
  }
  return out;
}

// Where each file goes: into a folder by its own name; one alone may have any.
Result<std::vector<std::string>> pathsOf(const ProgramExport& options, const Files& files) {
  namespace fs = std::filesystem;
  std::error_code error;
  const bool is_folder = fs::is_directory(options.out, error);
  if (!is_folder && files.size() == 1) return std::vector<std::string>{options.out};
  if (!is_folder)
    return ww::fail(failures::kExportNeedsFolder, {{"out", arg::Name{options.out}},
                                                   {"dialect", arg::Words{options.dialect}},
                                                   {"count", arg::Count{files.size()}}});
  std::vector<std::string> out;
  for (const auto& file : files) out.push_back((fs::path(options.out) / file.name).string());
  return out;
}

}  // namespace

std::string checkSignalNumber(const std::string& text) {
  const auto [signal, number] = halves(text);
  if (!signal.empty() && numberOf(number)) return {};
  return fmt::format("'{}' is no signal with its number\ngive both, for instance gripping=3", text);
}

std::string checkGripperSignal(const std::string& text) {
  const auto [joint, signal] = halves(text);
  if (!joint.empty() && signal != "!") return {};
  return fmt::format("'{}' is no joint with its signal\ngive both, for instance finger_joint=gripping", text);
}

std::string checkAxisCount(const std::string& text) {
  const auto [joint, figures] = halves(text);
  if (!joint.empty() && axisCountOf(figures)) return {};
  return fmt::format(
      "'{}' is no joint with the way in which the controller counts it\ngive its sign, its zero in degrees or mm and "
      "what of the joint before is added, for instance joint_3=1,0,-1",
      text);
}

std::string checkShare(const std::string& text) {
  double share = 0.0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), share);
  if (error == std::errc{} && stop == text.data() + text.size() && share >= 0.0 && share <= 1.0) return {};
  return fmt::format("'{}' is not a number from 0 to 1\ngive one, for instance 0.5", text);
}

std::vector<std::string> dialectNames() {
  std::vector<std::string> out;
  for (const auto& dialect : program::dialects::dialects()) out.emplace_back(dialect.id);
  return out;
}

int exportProgram(Run& run, const ProgramExport& options, const planning::PlanOptions& plan_options) {
  if (const Status s = keepsInputs(options.out, {options.file}); !s.ok()) return failUsage(run, s);
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const auto files = usecase::exportProgramOf(loaded->world, options.name, options.dialect,
                                              choicesOf(options, loaded->world), plan_options);
  if (!files.ok()) return fail(run, withPlanCommand(files.status(), loaded->world, options.file, options.name));
  const auto paths = pathsOf(options, *files);
  if (!paths.ok()) return failUsage(run, paths.status());
  Json json{{"name", options.name}, {"dialect", options.dialect}, {"files", Json::array()}};
  std::string text;
  for (std::size_t i = 0; i < files->size(); ++i) {
    if (const Status s = writeFile((*paths)[i], (*files)[i].text); !s.ok()) return fail(run, s);
    json["files"].push_back((*paths)[i]);
    text += fmt::format("wrote {}\n", (*paths)[i]);
  }
  if (const auto* plan = usecase::lastPlanOf(loaded->world, options.name)) {
    usecase::PlanCoverage looked = usecase::coverageOf(loaded->world, *plan);
    // What was judged anew for the export collides nowhere.
    const auto known = usecase::lookAtPlan(loaded->world, options.name);
    if (!known.ok() || known->state != usecase::PlanState::kFresh) looked.colliding.clear();
    Diagnostics notes = unlookedNote(loaded->world, options.file, options.name, looked);
    const usecase::ExportNeeds needs = usecase::exportNeeds(*plan);
    if (!needs.held.empty() && needs.signals.empty() && needs.gripper_joints.empty())
      notes.push_back(findingOf(ww::fail(usecase::failures::kExportNoGrasp,
                                         {{"program", arg::Name{options.name}}, {"objects", arg::Names{needs.held}}})));
    for (Status& note : usecase::exportNotes(loaded->world, options.name, options.dialect))
      notes.push_back(findingOf(std::move(note)));
    warnOf(run, notes);
    addNotes(run, json, notes);
    addPlanCoverage(json, loaded->world, options.file, looked);
    text += coverageWords(loaded->world, options.file, options.name, looked).after;
  }
  // What goes to standard output is the export itself.
  if (options.out != "-") print(run, json, text);
  return kDone;
}

}  // namespace ww::cli
