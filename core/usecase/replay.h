// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

#include "core/geometry/store.h"
#include "core/planning/wire.h"

namespace ww::usecase {

namespace mp = planning::mp;

enum class ReplayMethod { kPlanTrajectory, kPlanPath, kComputeIk };

// A call of the motion planner: of a MotionPlanningRequest, or an IkRequest, serialised.
struct ReplayCall {
  ReplayMethod method = ReplayMethod::kPlanTrajectory;
  std::string request;
  std::uint64_t seed = 1;
};
ReplayCall replayCall(ReplayMethod method, const mp::MotionPlanningRequest& request, std::uint64_t seed);
ReplayCall replayCall(const mp::IkRequest& request, std::uint64_t seed);

// What came of it: the same means the same positions at the same times, to the bit, or the same failure.
struct ReplayOutcome {
  std::string answer_sha256;  // in hexadecimal digits; empty of a failure
  std::string failure;        // its code, else empty
  bool operator==(const ReplayOutcome&) const = default;
};
ReplayOutcome replayOutcome(const Result<mp::TrajectoryPlanningResponse>& answer);
ReplayOutcome replayOutcome(const Result<mp::PathPlanningResponse>& answer);
ReplayOutcome replayOutcome(const Result<mp::IkResponse>& answer);

// A call with all that its answer depends on.
struct Replay {
  ReplayCall call;
  ReplayOutcome expected;
  std::string logging_id;
  std::string program_version;  // of who made it
};
// As the bytes of a file, with the world. FAILED_PRECONDITION for a request that loads a locked motion, which is no
// part of the world; errors of project::save().
Result<std::string> packReplay(const Replay& replay, const world::World& world, const geometry::GeometryStore& store);

struct ReplayInWorld : Replay {
  world::WorldPtr world;
};
// Of bytes of anybody's. INVALID_ARGUMENT where they are no package, UNIMPLEMENTED of a newer version, errors of
// project::load().
Result<ReplayInWorld> unpackReplay(const std::string& bytes, geometry::GeometryStore& store);

// What comes of the call here. Time limits are those of the options: that of the request was for its machine. CANCELLED
// and DEADLINE_EXCEEDED where they end it; any other failure is an outcome. `what` (may be null) gets that failure.
Result<ReplayOutcome> runReplay(const ReplayInWorld& replay, const planning::PlanOptions& options,
                                Status* what = nullptr);

// The request of the wire for a motion whose goals are joint positions or poses, as moveTo() makes it; planning it
// gives the same motion. FAILED_PRECONDITION where the wire cannot say what moves.
Result<mp::MotionPlanningRequest> requestOf(const world::World& world, const planning::MotionRequest& motion);

}  // namespace ww::usecase
