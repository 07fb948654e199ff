// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/replay.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/geometry/wire_convert.h"
#include "core/kinematics/tool.h"
#include "core/model/named.h"
#include "core/project/memory_vfs.h"
#include "core/project/project.h"
#include "core/proto/sorted_bytes.h"
#include "core/usecase/failures.h"
#include "core/world/views/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "worldwright/v1/replay.pb.h"

namespace ww::usecase {
namespace {

using worldwright::v1::ReplayPackage;

constexpr std::uint32_t kReplayVersion = 1;
constexpr const char* kReplayWorld = "/replay/world.wright";  // in memory

std::string stableHash(const google::protobuf::Message& message) { return toHex(sha256(proto::sortedBytes(message))); }

ReplayOutcome failedAs(const Status& status) {
  return {{}, std::string(status.failure ? status.failure->row->code : "unknown")};
}

// What an answer has beside its motion is not looked at, and needs those who keep it.
void leaveMotionAlone(mp::MotionPlanningRequest& request) {
  request.set_compute_swept_volume(false);
  if (request.motion_planner_config().has_lock_motion_configuration())
    request.mutable_motion_planner_config()->clear_lock_motion_configuration();
  if (request.motion_planner_config().has_timeout_sec()) request.mutable_motion_planner_config()->clear_timeout_sec();
}

bool loadsLocked(const mp::MotionPlanningRequest& request) {
  return request.motion_planner_config().lock_motion_configuration().has_load_motion_command();
}

Result<std::string> worldFile(const world::World& world, const geometry::GeometryStore& store) {
  project::MemoryVfs files;
  project::SaveOptions options;
  options.whole = true;
  WW_TRY(project::save(files, kReplayWorld, world, store, options).status());
  return files.contents(kReplayWorld);
}

// The request into its field; false when it is none of that type.
bool setRequest(const ReplayCall& call, ReplayPackage& out) {
  switch (call.method) {
    case ReplayMethod::kPlanTrajectory: return out.mutable_plan_trajectory()->ParseFromString(call.request);
    case ReplayMethod::kPlanPath: return out.mutable_plan_path()->ParseFromString(call.request);
    default: return out.mutable_compute_ik()->ParseFromString(call.request);
  }
}

template <typename Answer>
Result<ReplayOutcome> endedAs(const Result<Answer>& answer, Status* what) {
  const Code code = answer.status().code;
  if (code == Code::kCancelled || code == Code::kDeadlineExceeded) return answer.status();
  if (what) *what = answer.status();
  return replayOutcome(answer);
}

}  // namespace

ReplayCall replayCall(ReplayMethod method, const mp::MotionPlanningRequest& request, std::uint64_t seed) {
  return {method, proto::sortedBytes(request), seed};
}

ReplayCall replayCall(const mp::IkRequest& request, std::uint64_t seed) {
  return {ReplayMethod::kComputeIk, proto::sortedBytes(request), seed};
}

ReplayOutcome replayOutcome(const Result<mp::TrajectoryPlanningResponse>& answer) {
  if (!answer.ok()) return failedAs(answer.status());
  mp::TrajectoryPlanningResponse counts;
  *counts.mutable_discretized() = answer->discretized();
  return {stableHash(counts), {}};
}

ReplayOutcome replayOutcome(const Result<mp::PathPlanningResponse>& answer) {
  if (!answer.ok()) return failedAs(answer.status());
  mp::PathPlanningResponse counts;
  *counts.mutable_path() = answer->path();
  return {stableHash(counts), {}};
}

ReplayOutcome replayOutcome(const Result<mp::IkResponse>& answer) {
  if (!answer.ok()) return failedAs(answer.status());
  mp::IkResponse counts;
  *counts.mutable_solutions() = answer->solutions();
  return {stableHash(counts), {}};
}

Result<std::string> packReplay(const Replay& replay, const world::World& world, const geometry::GeometryStore& store) {
  ReplayPackage out;
  out.set_version(kReplayVersion);
  out.set_program_version(replay.program_version);
  out.set_logging_id(replay.logging_id);
  out.set_seed(replay.call.seed);
  if (!setRequest(replay.call, out)) return fail(failures::kReplayUnreadable);
  if (loadsLocked(out.plan_trajectory()) || loadsLocked(out.plan_path())) return fail(failures::kReplayLocked);
  WW_ASSIGN(*out.mutable_world_file(), worldFile(world, store));
  if (replay.expected.failure.empty()) out.set_answer_sha256(replay.expected.answer_sha256);
  else out.set_failure(replay.expected.failure);
  return proto::sortedBytes(out);
}

Result<ReplayInWorld> unpackReplay(const std::string& bytes, geometry::GeometryStore& store) {
  ReplayPackage package;
  if (!package.ParseFromString(bytes) || package.version() == 0) return fail(failures::kReplayUnreadable);
  if (package.version() > kReplayVersion)
    return fail(failures::kReplayNewer, {{"version", arg::Count{package.version()}}});
  ReplayInWorld out;
  switch (package.request_case()) {
    case ReplayPackage::kPlanTrajectory:
      out.call = replayCall(ReplayMethod::kPlanTrajectory, package.plan_trajectory(), package.seed());
      break;
    case ReplayPackage::kPlanPath:
      out.call = replayCall(ReplayMethod::kPlanPath, package.plan_path(), package.seed());
      break;
    case ReplayPackage::kComputeIk: out.call = replayCall(package.compute_ik(), package.seed()); break;
    default: return fail(failures::kReplayUnreadable);
  }
  if (package.expected_case() == ReplayPackage::EXPECTED_NOT_SET) return fail(failures::kReplayUnreadable);
  out.expected = {package.answer_sha256(), package.failure()};
  out.logging_id = package.logging_id();
  out.program_version = package.program_version();
  project::MemoryVfs files;
  files.put(kReplayWorld, package.world_file());
  WW_ASSIGN(project::Loaded loaded, project::load(files, kReplayWorld, store));
  out.world = std::make_shared<const world::World>(std::move(loaded.world));
  return out;
}

Result<ReplayOutcome> runReplay(const ReplayInWorld& replay, const planning::PlanOptions& options, Status* what) {
  planning::PlanOptions own = options;
  own.seed = replay.call.seed;
  if (replay.call.method == ReplayMethod::kComputeIk) {
    mp::IkRequest request;
    if (!request.ParseFromString(replay.call.request)) return fail(failures::kReplayUnreadable);
    return endedAs(planning::computeIk(*replay.world, request, own), what);
  }
  mp::MotionPlanningRequest request;
  if (!request.ParseFromString(replay.call.request)) return fail(failures::kReplayUnreadable);
  if (loadsLocked(request)) return fail(failures::kReplayLocked);
  leaveMotionAlone(request);
  if (replay.call.method == ReplayMethod::kPlanPath)
    return endedAs(planning::planPath(*replay.world, request, own), what);
  return endedAs(planning::planTrajectory(*replay.world, request, own), what);
}

Result<mp::MotionPlanningRequest> requestOf(const world::World& world, const planning::MotionRequest& motion) {
  mp::MotionPlanningRequest out;
  auto& spec = *out.mutable_robot_specification();
  spec.mutable_robot_reference()->mutable_object_id()->set_id(world::toWire(motion.robot));
  const auto setJoints = [](const JointVector& q, auto& joints) {
    joints.mutable_joints()->Add(q.data(), q.data() + q.size());
  };
  if (motion.start) setJoints(*motion.start, *spec.mutable_start_configuration());
  const auto untold = [&](const world::NodeRef& node) {
    return fail(failures::kReplayTool,
                {{"tool", model::named(world, node)}, {"robot", model::named(world, motion.robot)}});
  };
  const auto wireOf = [](const world::NodeRef& node) {
    return std::visit([](auto id) { return world::toWire(id); }, node);
  };
  for (const planning::Segment& segment : motion.segments) {
    auto& wire = *out.mutable_motion_specification()->add_motion_segments();
    wire.set_motion_type(static_cast<mp::MotionSegment::MotionType>(planning::wireValueOf(segment.type)));
    if (const auto* q = std::get_if<JointVector>(&segment.goal)) {
      // The wire takes the tool of the robot for what goes straight.
      const bool straight = planning::keepsLine(segment.type) && segment.tool;
      if (straight && segment.tool != kinematics::toolOf(world, motion.robot)) return untold(*segment.tool);
      setJoints(*q, *wire.mutable_target()->mutable_joint_position());
      continue;
    }
    const auto* pose = std::get_if<planning::PoseGoal>(&segment.goal);
    const bool links =
        pose && (std::holds_alternative<EntityId>(pose->moving) || std::holds_alternative<EntityId>(pose->target));
    if (!pose || links) return untold(pose ? pose->moving : world::NodeRef(motion.robot));
    auto& target = *wire.mutable_target()->mutable_cartesian_pose();
    target.mutable_moving_frame()->set_id(wireOf(pose->moving));
    target.mutable_target_frame()->set_id(wireOf(pose->target));
    geometry::toWire(pose->target_t_moving, target.mutable_target_frame_offset());
  }
  return out;
}

}  // namespace ww::usecase
