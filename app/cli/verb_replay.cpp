// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/planning_inputs.h"
#include "app/cli/ticker.h"
#include "app/cli/verb.h"
#include "core/usecase/replay.h"

namespace ww::cli {
namespace {

struct ReplayOptions : PlanningOptions {};

constexpr std::size_t kMostReplayBytes = std::size_t{1} << 30;

const char* wordOf(usecase::ReplayMethod method) {
  switch (method) {
    case usecase::ReplayMethod::kPlanPath: return "path";
    case usecase::ReplayMethod::kComputeIk: return "solutions";
    default: return "trajectory";
  }
}

// "the trajectory 3f2a91c04d7be815", "the failure planning.no-path".
std::string outcomeText(const usecase::ReplayCall& call, const usecase::ReplayOutcome& outcome) {
  if (!outcome.failure.empty()) return fmt::format("the failure {}", outcome.failure);
  return fmt::format("the {} {}", wordOf(call.method), outcome.answer_sha256.substr(0, 16));
}

Json outcomeJson(const usecase::ReplayOutcome& outcome) {
  if (!outcome.failure.empty()) return {{"failure", outcome.failure}};
  return {{"sha256", outcome.answer_sha256}};
}

// The time that the request had was for the machine that it was made on.
planning::PlanOptions replayLimits(const Run& run, const ReplayOptions& options) {
  planning::PlanOptions out = planOptions(run, options);
  if (out.deadline == planning::Clock::time_point::max()) out.deadline = planning::Clock::now() + std::chrono::hours(1);
  return out;
}

std::string replayText(const Run& run, const usecase::ReplayInWorld& replay, const usecase::ReplayOutcome& found,
                       const Status& what) {
  const std::string then = outcomeText(replay.call, replay.expected), now = outcomeText(replay.call, found);
  const std::string of = replay.logging_id.empty() ? std::string() : fmt::format(" ({})", replay.logging_id);
  if (found == replay.expected)
    return fmt::format("same: {} is what version {} got{}\n", now, replay.program_version, of);
  std::string text = fmt::format("different: {} now, by version {}; {} by version {}{}\n", now, run.version, then,
                                 replay.program_version, of);
  if (!what.ok()) text += fmt::format("now: {}\n", what.line());
  return text;
}

int replayAgain(Run& run, const ReplayOptions& options) {
  const auto bytes = readInput(options.file, kMostReplayBytes);
  if (!bytes.ok()) return failInput(run, bytes.status());
  const auto package = usecase::unpackReplay(*bytes, *run.store);
  if (!package.ok() && options.file.ends_with(".wright"))
    return failInput(run, ww::fail(failures::kWorldNoReplay, {{"file", arg::Name{options.file}}}));
  if (!package.ok()) return failInput(run, package.status().in(options.file));
  Status what;
  const auto found = [&] {
    const Ticker ticker(run, "planning again");
    planning::PlanOptions limits = replayLimits(run, options);
    limits.progress = ticker.progress();
    return usecase::runReplay(*package, limits, &what);
  }();
  if (!found.ok()) return fail(run, found.status());
  const bool same = *found == package->expected;
  const Json json{{"same", same},
                  {"method", wordOf(package->call.method)},
                  {"expected", outcomeJson(package->expected)},
                  {"found", outcomeJson(*found)},
                  {"seed", package->call.seed},
                  {"logging_id", package->logging_id},
                  {"made_by", package->program_version},
                  {"version", run.version}};
  print(run, json, replayText(run, *package, *found, what));
  return same ? kDone : kFailed;
}

}  // namespace

void addReplay(CLI::App& app, Run& run) {
  auto [sub, o] = addVerb<ReplayOptions>(app, run, "replay",
                                         "plan again what was recorded; exit 1 if it comes out different", replayAgain);
  sub->add_option("FILE", o->file, "replay package, as plan --replay and serve --replays write it")->required();
}

}  // namespace ww::cli
