// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include "app/cli/cli.h"
#include "app/cli/failures.h"
#include "app/cli/notes.h"
#include "core/planning/wire.h"

namespace ww::cli {

// What the verbs of motion have in common.
struct PlanningOptions {
  std::string file, request;
  std::uint64_t seed = 1;
};

inline planning::PlanOptions planOptions(const Run& run, const PlanningOptions& options) {
  planning::PlanOptions out;
  out.seed = options.seed;
  out.stop = run.stop;
  if (run.timeout_s > 0) {
    // A little early, so that the planner can say how far it came.
    const double seconds = std::max(0.8 * run.timeout_s, run.timeout_s - 0.5);
    out.deadline = planning::Clock::now() +
                   std::chrono::duration_cast<planning::Clock::duration>(std::chrono::duration<double>(seconds));
  }
  return out;
}

// Reads the world and the request; the exit code on failure.
template <typename Request>
std::optional<project::Loaded> planningInputs(Run& run, const PlanningOptions& options, Request& request, int& exit) {
  auto loaded = load(run, options.file, exit);
  if (!loaded) return std::nullopt;
  if (const Status s = readMessage(options.request, request); !s.ok()) {
    exit = failInput(run, s);
    return std::nullopt;
  }
  if (!request.world_id().empty() && request.world_id() != "init_world") {
    exit = fail(run, ww::fail(failures::kNoWorldHere, {{"id", arg::Name{request.world_id()}}}));
    return std::nullopt;
  }
  warnOf(run, planning::ignoredFields(request));
  return loaded;
}

}  // namespace ww::cli
