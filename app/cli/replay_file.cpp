// SPDX-License-Identifier: Apache-2.0
#include "app/cli/replay_file.h"

#include <fmt/format.h>

#include "core/base/hash.h"
#include "core/usecase/replay.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"

namespace ww::cli {
namespace {

using Answer = Result<planning::mp::TrajectoryPlanningResponse>;

}  // namespace

Status askByRequest(const world::World& world, const std::string& path, planning::MotionRequest& motion,
                    planning::mp::MotionPlanningRequest& request) {
  if (path.empty()) return okStatus();
  WW_ASSIGN(request, usecase::requestOf(world, motion));
  WW_ASSIGN(motion, planning::toMotionRequest(world, request));
  return okStatus();
}

Status keepReplay(const Run& run, const std::string& path, const planning::mp::MotionPlanningRequest& request,
                  std::uint64_t seed, const world::World& world, const Result<planning::Plan>& made) {
  const Code code = made.status().code;
  if (path.empty() || code == Code::kCancelled || code == Code::kDeadlineExceeded) return okStatus();
  usecase::Replay replay;
  replay.call = usecase::replayCall(usecase::ReplayMethod::kPlanTrajectory, request, seed);
  replay.expected =
      usecase::replayOutcome(made.ok() ? Answer(planning::toWire(made->trajectory)) : Answer(made.status()));
  // The same plan has the same name.
  replay.logging_id = toHex(sha256(world::contentHash(world), replay.call.request)).substr(0, 16);
  replay.program_version = run.version;
  WW_ASSIGN(const std::string bytes, usecase::packReplay(replay, world, *run.store));
  return writeFile(path, bytes);
}

}  // namespace ww::cli
