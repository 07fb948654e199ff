// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/planning/failures.h"
#include "core/planning/hidden_overlaps.h"
#include "core/planning/locked_motions.h"
#include "core/planning/motions/motion_kinds.h"
#include "core/planning/own_limits.h"
#include "core/planning/quintic.h"
#include "core/planning/recheck.h"
#include "core/planning/refusals.h"
#include "core/planning/swept_volume.h"
#include "core/planning/wire.h"
#include "core/planning/wire_duration.h"
#include "core/planning/wire_read.h"
#include "core/world/views/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"

namespace ww::planning {
namespace {

Status unsupported(std::string field, const FailureRow& row = failures::kUnsupported) {
  return fail(row, {{"field", arg::Words{std::move(field)}}});
}

Result<Segment> readSegment(const world::World& world, const world::Object& robot, const mp::MotionSegment& wire,
                            int index) {
  const std::string field = fmt::format("motion_specification.motion_segments[{}]", index);
  Segment out;
  // One of another version has a number and no name.
  const std::string name = mp::MotionSegment::MotionType_Name(wire.motion_type());
  const std::string kind = name.empty() ? std::to_string(static_cast<int>(wire.motion_type())) : name;
  const auto type = motionTypeOnWire(wire.motion_type());
  if (!type)
    return fail(failures::kTypeUnsupported,
                {{"field", arg::Words{field + ".motion_type"}}, {"type", arg::Words{kind}}});
  out.type = *type;
  if (wire.has_path_constraints()) {
    WW_ASSIGN(out.along, readAlong(world, robot, wire.path_constraints(), field + ".path_constraints"));
  }
  WW_ASSIGN(out.goal, readGoal(world, robot, wire.target(), field + ".target"));
  // Unless it is said, a straight line has the limits of the robot, and no other motion has any.
  if (keepsLine(out.type)) out.frame = ownFrameLimits(robot);
  if (wire.has_cartesian_limits()) {
    // They hold for the frame that the target moves, or that goes straight.
    if (!movingNode(out.goal) && !keepsLine(out.type))
      return unsupported(field + ".cartesian_limits", failures::kCartesianLimits);
    WW_ASSIGN(out.frame, readFrameLimits(robot, wire.cartesian_limits(), field + ".cartesian_limits"));
  }
  if (wire.has_joint_limits()) {
    WW_ASSIGN(out.limits, readLimits(robot, wire.joint_limits(), field + ".joint_limits"));
  }
  if (wire.has_collision_settings()) {
    out.settings = std::make_shared<const intrinsic_proto::world::CollisionSettings>(wire.collision_settings());
  }
  return out;
}

// The wire's largest distance between two checks, radians or metres.
constexpr double kLargestSpacing = 0.01;

Status checkConfig(const mp::MotionPlannerConfiguration& config) {
  if (config.has_path_planning_step_size())
    return unsupported("motion_planner_config.path_planning_step_size", failures::kStepSize);
  if (!config.has_collision_check_spacing_override()) return okStatus();
  const double spacing = config.collision_check_spacing_override();
  if (spacing > 0.0 && spacing <= kLargestSpacing) return okStatus();
  return fail(failures::kSpacingOutside,
              {{"field", arg::Words{"motion_planner_config.collision_check_spacing_override"}},
               {"spacing", arg::Number{spacing}},
               {"largest", arg::Number{kLargestSpacing}}});
}

Result<std::optional<double>> readRadius(bool has, double value, std::string_view field) {
  if (!has) return std::optional<double>();
  if (value >= 0.0 && std::isfinite(value)) return std::optional(value);
  return fail(failures::kCornerNegative,
              {{"field", arg::Words{fmt::format("motion_specification.curve_parameters.{}", field)}},
               {"given", arg::Number{value}}});
}

constexpr const char* kLock = "motion_planner_config.lock_motion_configuration";

// The paths of a motion that is loaded, for the segments that are not to be planned anew.
Status takeLocked(const mp::MotionPlannerConfiguration& config, const LockedMotions* locked, MotionRequest& out) {
  using Lock = mp::LockMotionConfiguration;
  if (!config.has_lock_motion_configuration()) return okStatus();
  if (!locked) return unsupported(kLock);
  const Lock& lock = config.lock_motion_configuration();
  if (lock.command_case() == Lock::COMMAND_NOT_SET) return fail(failures::kLockNotSet, {{"field", arg::Words{kLock}}});
  if (!lock.has_load_motion_command()) return okStatus();
  const auto& load = lock.load_motion_command();
  const auto motion = locked->find(load.motion_id());
  if (!motion) return fail(failures::kNoLocked, {{"name", arg::Name{load.motion_id()}}});
  if (motion->size() != out.segments.size())
    return fail(failures::kLockedSegments, {{"name", arg::Name{load.motion_id()}},
                                            {"count", arg::Count{motion->size()}},
                                            {"given", arg::Count{out.segments.size()}}});
  for (std::size_t i = 0; i < motion->size(); ++i) {
    out.segments[i].given = (*motion)[i].waypoints;
    out.segments[i].given_padding = (*motion)[i].padding;
  }
  for (int i = 0; i < load.replan_motion_segment_ids_size(); ++i) {
    const std::size_t anew = load.replan_motion_segment_ids(i);
    if (anew >= out.segments.size())
      return fail(failures::kNoSuchSegment,
                  {{"field", arg::Words{fmt::format("{}.load_motion_command.replan_motion_segment_ids[{}]", kLock, i)}},
                   {"index", arg::Count{anew}},
                   {"last", arg::Count{out.segments.size() - 1}}});
    out.segments[anew].given.clear();
  }
  return okStatus();
}

// One closed mesh in the root frame; none where nothing has collision geometry.
template <typename Response>
Status addSwept(const world::World& world, const Plan& plan, const PlanOptions& options, Response& out) {
  SweptOptions swept;
  swept.interrupted = [&options] { return options.stop.stop_requested() ? fail(failures::kCancelled) : okStatus(); };
  const collision::Scene scene = options.scene ? *options.scene : collision::Scene::make(world);
  WW_ASSIGN(const geometry::Mesh mesh, sweptVolume(scene, plan.request.robot, plan.trajectory, swept));
  if (mesh.triangles.empty()) return okStatus();
  WW_ASSIGN(const std::string ref, options.keep_mesh(mesh));
  auto& wire = *out.add_swept_volume();
  wire.mutable_geometry_storage_refs()->set_fingerprint(ref);
  wire.mutable_geometry_storage_refs()->set_geometry_ref(ref);
  wire.mutable_geometry_storage_refs()->set_renderable_ref(ref);
  geometry::toWire(Eigen::MatrixXd(Eigen::Matrix4d::Identity()), wire.mutable_ref_t_shape_aff());
  return okStatus();
}

LockedMotions::Motion lockedOf(const Plan& plan) {
  LockedMotions::Motion out;
  for (std::size_t i = 0; i < plan.paths.size(); ++i) out.push_back({plan.paths[i], plan.paddings[i]});
  return out;
}

google::protobuf::Duration toDuration(double seconds) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const double whole = std::floor(seconds);
  const std::int64_t nanos = std::llround((seconds - whole) * 1e9);
  google::protobuf::Duration out;
  out.set_seconds(static_cast<std::int64_t>(whole) + nanos / kSecond);
  out.set_nanos(static_cast<std::int32_t>(nanos % kSecond));
  return out;
}

// What a constraint says of its own fields, with the way to them.
Status withField(Status status, const mp::MotionPlanningRequest& request, int segment) {
  const auto& segments = request.motion_specification().motion_segments();
  if (!status.failure || segment >= segments.size()) return status;
  if (!std::string_view(status.failure->row->code).starts_with("constraints.")) return status;
  const std::string field = fmt::format("motion_specification.motion_segments[{}].", segment);
  const bool along = isOfPathConstraint(status);
  return std::move(status).in(along ? field + "path_constraints"
                                    : goalField(segments[segment].target(), field + "target"));
}

Result<Plan> planWire(const world::World& world, const mp::MotionPlanningRequest& request, PlanOptions options,
                      mp::MotionPipelineError* error, Diagnosis& why) {
  WW_ASSIGN(const MotionRequest motion, toMotionRequest(world, request, options));
  WW_ASSIGN(const auto deadline, deadlineOf(request));
  options.deadline = std::min(options.deadline, deadline);
  auto plan = planMotion(world, motion, options, &why);
  if (plan.ok())
    for (Diagnostic& note : hiddenOverlaps(options.scene ? *options.scene : collision::Scene::make(world), *plan))
      plan->report.notes.push_back(std::move(note));
  if (plan.ok() && std::ranges::any_of(motion.segments, [](const Segment& segment) {
        return keepsLine(segment.type) || segment.frame.any();
      }))
    for (Diagnostic& note : ownLimitsWithoutEffect(*world.object(motion.robot)))
      plan->report.notes.push_back(std::move(note));
  if (plan.ok()) return plan;
  plan = withField(plan.status(), request, why.segment);
  if (!error) return plan;
  *error = toWire(world, why);
  const auto& segments = request.motion_specification().motion_segments();
  auto& first = *error->mutable_motion_planning_error(0);
  if (why.segment >= segments.size()) return plan;
  const auto& segment = segments[why.segment];
  if (first.has_ik_error())
    *first.mutable_ik_error()->mutable_constraint() =
        why.kind == Diagnosis::Kind::kNotKept ? asTarget(segment.path_constraints()) : segment.target();
  if (first.has_collision_error() && segment.has_collision_settings())
    *first.mutable_collision_error()->mutable_collision_settings() = segment.collision_settings();
  return plan;
}

}  // namespace

Result<Rounding> toRounding(const mp::BlendingParameters& wire) {
  Rounding out;
  const auto& cartesian = wire.cartesian_blending();
  WW_ASSIGN(out.metres, readRadius(cartesian.has_translation_corner_rounding(), cartesian.translation_corner_rounding(),
                                   "cartesian_blending.translation_corner_rounding"));
  WW_ASSIGN(out.radians, readRadius(cartesian.has_rotational_corner_rounding(), cartesian.rotational_corner_rounding(),
                                    "cartesian_blending.rotational_corner_rounding"));
  WW_ASSIGN(out.joint,
            readRadius(wire.joint_blending().has_desired_tightness_rad(), wire.joint_blending().desired_tightness_rad(),
                       "joint_blending.desired_tightness_rad"));
  return out;
}

Result<MotionRequest> toMotionRequest(const world::World& world, const mp::MotionPlanningRequest& request,
                                      const PlanOptions& options) {
  if (request.compute_swept_volume() && !options.keep_mesh) return unsupported("compute_swept_volume");
  WW_TRY(checkConfig(request.motion_planner_config()));
  MotionRequest out;
  WW_ASSIGN(out.rounding, toRounding(request.motion_specification().curve_parameters()));
  if (request.motion_planner_config().has_collision_check_spacing_override())
    out.spacing = request.motion_planner_config().collision_check_spacing_override();
  const auto& spec = request.robot_specification();
  WW_ASSIGN(out.robot, readRobot(world, spec.robot_reference()));
  const auto robot = world.object(out.robot);
  if (spec.has_start_configuration()) {
    WW_ASSIGN(out.start, readJoints(spec.start_configuration(), *robot, "robot_specification.start_configuration"));
  }
  if (!out.start) WW_TRY(checkNear(world, out.robot, robot->jointPositions()));
  const auto& segments = request.motion_specification().motion_segments();
  if (segments.empty()) return fail(failures::kNoSegments);
  for (int i = 0; i < segments.size(); ++i) {
    WW_ASSIGN(auto segment, readSegment(world, *robot, segments[i], i));
    out.segments.push_back(std::move(segment));
  }
  WW_TRY(takeLocked(request.motion_planner_config(), options.locked.get(), out));
  return out;
}

Result<Clock::time_point> deadlineOf(const mp::MotionPlanningRequest& request) {
  if (!request.motion_planner_config().has_timeout_sec()) return Clock::time_point::max();
  WW_ASSIGN(const double seconds,
            secondsOf(request.motion_planner_config().timeout_sec(), "motion_planner_config.timeout_sec"));
  if (!(seconds > 0.0)) return fail(failures::kTimeout, {{"time", arg::Seconds{seconds}}});
  return Clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(std::min(seconds, 86400.0) * 1e6));
}

mp::TrajectoryPlanningResponse toWire(const Trajectory& trajectory) {
  mp::TrajectoryPlanningResponse out;
  auto& wire = *out.mutable_discretized();
  wire.set_interpolation_type(intrinsic_proto::icon::INTERPOLATION_TYPE_CUBIC_POLYNOMIAL);
  wire.set_joint_dynamic_limits_check_mode(intrinsic_proto::DYNAMIC_LIMITS_CHECK_MODE_CHECK_JOINT_ACCELERATION);
  const auto add = [&](const JointState& s, double time) {
    auto& state = *wire.add_state();
    state.mutable_position()->Add(s.q.data(), s.q.data() + s.q.size());
    state.mutable_velocity()->Add(s.v.data(), s.v.data() + s.v.size());
    state.mutable_acceleration()->Add(s.a.data(), s.a.data() + s.a.size());
    *wire.add_time_since_start() = toDuration(time);
  };
  for (std::size_t i = 0; i < trajectory.times.size(); ++i) add(trajectory.states[i], trajectory.times[i]);
  // Who goes from state to state wants two, of a robot that stands, too.
  constexpr double kStands = 1e-3;  // seconds
  if (trajectory.times.size() == 1) add(trajectory.states.front(), trajectory.times.front() + kStands);
  return out;
}

Result<Trajectory> toTrajectory(const mp::TrajectoryPlanningResponse& response) {
  const auto& wire = response.discretized();
  if (wire.state().empty()) return fail(failures::kTrajectoryEmpty);
  if (wire.state_size() != wire.time_since_start_size())
    return fail(failures::kTrajectoryTimes,
                {{"states", arg::Count{static_cast<std::size_t>(wire.state_size())}},
                 {"times", arg::Count{static_cast<std::size_t>(wire.time_since_start_size())}}});
  const int joints = wire.state(0).position_size();
  Trajectory out;
  for (int i = 0; i < wire.state_size(); ++i) {
    JointState state;
    const auto& given = wire.state(i);
    for (auto [from, to] : {std::pair{&given.position(), &state.q}, std::pair{&given.velocity(), &state.v},
                            std::pair{&given.acceleration(), &state.a}}) {
      *to = Eigen::Map<const JointVector>(from->data(), from->size());
      if (from->size() != joints || !to->allFinite())
        return fail(failures::kTrajectoryState, {{"index", arg::Count{static_cast<std::size_t>(i) + 1}},
                                                 {"count", arg::Count{static_cast<std::size_t>(joints)}}});
    }
    WW_ASSIGN(const double at, secondsOf(wire.time_since_start(i), fmt::format("discretized.time_since_start[{}]", i)));
    if (at < 0.0)
      return fail(failures::kTrajectoryNegative,
                  {{"index", arg::Count{static_cast<std::size_t>(i) + 1}}, {"time", arg::Seconds{at}}});
    out.times.push_back(at);
    out.states.push_back(std::move(state));
  }
  if (wire.interpolation_type() != intrinsic_proto::icon::INTERPOLATION_TYPE_QUINTIC_POLYNOMIAL) return out;
  return quinticAsCubic(std::move(out));
}

Result<mp::TrajectoryPlanningResponse> planTrajectory(const world::World& world,
                                                      const mp::MotionPlanningRequest& request,
                                                      const PlanOptions& options, mp::MotionPipelineError* error,
                                                      WireReply* reply) {
  WireReply local;
  WireReply& r = reply ? *reply : local;
  WW_ASSIGN(r.plan, planWire(world, request, options, error, r.why));
  mp::TrajectoryPlanningResponse out = toWire(r.plan.trajectory);
  if (request.compute_swept_volume()) WW_TRY(addSwept(world, r.plan, options, out));
  if (request.motion_planner_config().lock_motion_configuration().has_save_motion_command()) {
    WW_ASSIGN(*out.mutable_lock_motion_id(), options.locked->save(lockedOf(r.plan)));
  }
  return out;
}

Result<Plan> recheckWire(const world::World& world, const mp::MotionPlanningRequest& request,
                         const mp::TrajectoryPlanningResponse& answer, const PlanOptions& options) {
  if (request.compute_swept_volume()) return unsupported("compute_swept_volume");
  if (request.motion_planner_config().has_lock_motion_configuration()) return unsupported(kLock);
  WW_ASSIGN(const MotionRequest motion, toMotionRequest(world, request, options));
  WW_ASSIGN(const Trajectory trajectory, toTrajectory(answer));
  return recheck(world, motion, trajectory, options);
}

Result<mp::PathPlanningResponse> planPath(const world::World& world, const mp::MotionPlanningRequest& request,
                                          const PlanOptions& options, mp::MotionPipelineError* error,
                                          WireReply* reply) {
  // Its answer has no field for the id.
  if (request.motion_planner_config().lock_motion_configuration().has_save_motion_command())
    return unsupported(std::string(kLock) + ".save_motion_command");
  WireReply local;
  WireReply& r = reply ? *reply : local;
  WW_ASSIGN(r.plan, planWire(world, request, options, error, r.why));
  mp::PathPlanningResponse out;
  const auto& paths = r.plan.paths;
  for (std::size_t s = 0; s < paths.size(); ++s) {
    for (std::size_t i = s == 0 ? 0 : 1; i < paths[s].size(); ++i) {
      *out.mutable_path()->add_waypoints() = jointsToWire(paths[s][i]);
    }
  }
  // As of a trajectory: where it starts, and where it ends.
  if (out.path().waypoints_size() == 1) *out.mutable_path()->add_waypoints() = jointsToWire(paths.back().back());
  if (request.compute_swept_volume()) WW_TRY(addSwept(world, r.plan, options, out));
  return out;
}

}  // namespace ww::planning
