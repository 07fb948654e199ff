// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/step_motion.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/model/limits.h"
#include "core/model/named.h"
#include "core/planning/wire.h"
#include "core/planning/wire_read.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/cast.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/program.pb.h"

namespace ww::usecase {
namespace {

namespace mp = intrinsic_proto::motion_planning::v1;
using program::FlatStep;
using worldwright::v1::MoveStep;

// A link has no reference on the wire: then the goal is set by hand.
bool hasReference(const world::NodeRef& node) { return !std::holds_alternative<EntityId>(node); }

std::string wireId(const world::NodeRef& node) {
  return std::visit([](auto id) { return world::toWire(id); }, node);
}

bool namesWhatMoves(const MoveStep& move, const world::NodeRef& tool) {
  if (move.motion_type() == mp::MotionSegment::LINEAR) return true;
  const auto& target = move.constraint();
  if (target.has_joint_position() || target.has_joint_position_limits() || target.has_joint_position_sum_limit())
    return false;
  if (move.has_constraint()) return true;
  return move.has_frame() && hasReference(tool);
}

void setJointTarget(const JointVector& q, mp::MotionSegment& out) {
  out.mutable_target()->mutable_joint_position()->mutable_joints()->Add(q.data(), q.data() + q.size());
}

Status setTarget(const world::World& world, ObjectId robot, const MoveStep& move, const world::NodeRef& tool,
                 mp::MotionSegment& out) {
  if (move.has_constraint()) {
    *out.mutable_target() = move.constraint();
    return okStatus();
  }
  if (move.has_configuration()) {
    WW_ASSIGN(const JointVector q, planning::namedConfiguration(world, robot, move.configuration()));
    setJointTarget(q, out);
    return okStatus();
  }
  if (!hasReference(tool)) {
    setJointTarget(world.peek(robot)->jointPositions(), out);
    return okStatus();
  }
  auto& pose = *out.mutable_target()->mutable_cartesian_pose();
  pose.mutable_moving_frame()->set_id(wireId(tool));
  *pose.mutable_target_frame() = move.frame();
  if (move.has_frame_t_tool()) *pose.mutable_target_frame_offset() = move.frame_t_tool();
  return okStatus();
}

Status addSegment(const world::World& world, ObjectId robot, const MoveStep& move, const world::NodeRef& tool,
                  mp::MotionPlanningRequest& request) {
  auto& segment = *request.mutable_motion_specification()->add_motion_segments();
  segment.set_motion_type(move.motion_type());
  WW_TRY(setTarget(world, robot, move, tool, segment));
  if (move.has_path_constraints()) *segment.mutable_path_constraints() = move.path_constraints();
  if (move.has_collision_settings()) *segment.mutable_collision_settings() = move.collision_settings();
  if (move.has_joint_limits()) *segment.mutable_joint_limits() = move.joint_limits();
  if (move.has_cartesian_limits() && namesWhatMoves(move, tool)) {
    *segment.mutable_cartesian_limits() = move.cartesian_limits();
  }
  return okStatus();
}

// Of joint positions, and of a link, the wire names nothing that limits could be of: they are of the tool.
Status setToolLimits(const world::World& world, const MoveStep& move, const world::NodeRef& tool, ObjectId robot,
                     planning::Segment& segment) {
  if (!move.has_cartesian_limits() || namesWhatMoves(move, tool)) return okStatus();
  WW_ASSIGN(segment.frame,
            planning::readFrameLimits(*world.peek(robot), move.cartesian_limits(), "move.cartesian_limits"));
  return okStatus();
}

// A share of what the joints may do; of limits that the robot does not have, of those that are assumed.
void slowDown(const world::Object& robot, double share, planning::Segment& segment) {
  if (share >= 1.0) return;
  std::vector<bool> revolute;
  std::vector<std::string> names;
  const bool own = segment.limits.empty();
  for (std::size_t i = 0; i < robot.moving_joints.size(); ++i) {
    if (own) segment.limits.push_back(robot.movingJoint(i).application);
    revolute.push_back(robot.movingJoint(i).motion == world::MotionType::kRevolute);
    names.push_back(robot.movingJointName(i));
  }
  const auto full = model::dynamicLimits(segment.limits, revolute, names, nullptr);
  for (std::size_t i = 0; i < full.size(); ++i) segment.limits[i].velocity = share * full[i].velocity;
}

// The robot's limits of its tool slow down with its joints; what a step sets holds as it is written.
void slowTool(const MoveStep& move, double share, planning::Segment& segment) {
  const auto& own = move.cartesian_limits();
  if (!own.has_max_translational_velocity()) segment.frame.linear_velocity *= share;
  if (!own.has_max_rotational_velocity()) segment.frame.angular_velocity *= share;
}

// A pose in a frame, for what the wire cannot refer to.
Status setPoseGoal(const world::World& world, const MoveStep& move, const world::NodeRef& tool,
                   planning::Segment& segment) {
  if (!move.has_frame() || hasReference(tool)) return okStatus();
  WW_ASSIGN(const world::NodeRef frame, world::resolve(world, move.frame()));
  Pose frame_t_tool;
  if (move.has_frame_t_tool()) {
    WW_ASSIGN(frame_t_tool, geometry::fromWire(move.frame_t_tool()));
  }
  segment.goal = planning::PoseGoal{tool, frame, frame_t_tool};
  return okStatus();
}

}  // namespace

Result<StepMotion> moveMotion(const Stage& stage, std::span<const FlatStep> moves) {
  const world::World& world = stage.world();
  const MoveStep& first = moves.front().step->move();
  WW_ASSIGN(const ObjectId robot, robotOf(world, *moves.front().owner, first));
  mp::MotionPlanningRequest request;
  request.mutable_robot_specification()->mutable_robot_reference()->mutable_object_id()->set_id(world::toWire(robot));
  StepMotion out;
  for (const FlatStep& flat : moves) {
    const MoveStep& move = flat.step->move();
    WW_ASSIGN(const world::NodeRef tool, toolOf(stage.begun(), *flat.owner, &move, robot));
    WW_TRY(addSegment(world, robot, move, tool, request));
    out.tools.push_back(tool);
  }
  WW_ASSIGN(out.request, planning::toMotionRequest(world, request));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    planning::Segment& segment = out.request.segments[i];
    const MoveStep& move = moves[i].step->move();
    segment.tool = out.tools[i];
    WW_TRY(setPoseGoal(world, move, out.tools[i], segment));
    if (i + 1 < moves.size()) {
      WW_ASSIGN(segment.rounding, planning::toRounding(move.blend()));
    }
    WW_TRY(setToolLimits(world, move, out.tools[i], robot, segment));
    const double share = move.has_speed() ? move.speed() : 1.0;
    slowDown(*world.peek(robot), share, segment);
    slowTool(move, share, segment);
    // Those of the world know already what held things may touch.
    if (segment.settings) segment.settings = stage.allowing(*segment.settings, robot, {});
  }
  return out;
}

Result<std::size_t> jointPlace(const world::World& world, ObjectId object, const std::string& joint) {
  const std::vector<std::string> names = world::movingJointNames(*world.peek(object));
  const auto found = std::ranges::find(names, joint);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  if (names.empty())
    return fail(failures::kProgramNoJoints, {{"object", model::named(world, object)}, {"joint", arg::Name{joint}}});
  return withNearest(fail(failures::kProgramJointUnknown, {{"object", model::named(world, object)},
                                                           {"joint", arg::Name{joint}},
                                                           {"joints", world::listArg(names, names.size())}}),
                     joint, names);
}

Result<StepMotion> jointMotion(const Stage& stage, const worldwright::v1::SetJointStep& step) {
  const world::World& world = stage.world();
  WW_ASSIGN(const ObjectId id, world::resolve(world, step.object()));
  const world::Object& object = *world.peek(id);
  WW_ASSIGN(const std::size_t place, jointPlace(world, id, step.joint()));
  std::vector<ObjectId> may_touch;
  for (const auto& reference : step.may_touch()) {
    WW_ASSIGN(const ObjectId other, world::resolve(world, reference));
    may_touch.push_back(other);
  }
  JointVector goal = object.jointPositions();
  goal[static_cast<Eigen::Index>(place)] = step.position();
  StepMotion out;
  out.request.robot = id;
  planning::Segment segment;
  segment.type = planning::MotionType::kJoint;
  segment.goal = std::move(goal);
  if (!may_touch.empty()) segment.settings = stage.allowing(world.collisionSettings(), id, may_touch);
  slowDown(object, step.has_speed() ? step.speed() : 1.0, segment);
  out.request.segments.push_back(std::move(segment));
  return out;
}

void writeMotion(const planning::Trajectory& t, worldwright::v1::JointMotion& out) {
  for (std::size_t i = 0; i < t.times.size(); ++i) {
    const planning::JointState& s = t.states[i];
    out.add_times(t.times[i] - t.times.front());
    out.mutable_positions()->Add(s.q.data(), s.q.data() + s.q.size());
    out.mutable_velocities()->Add(s.v.data(), s.v.data() + s.v.size());
    out.mutable_accelerations()->Add(s.a.data(), s.a.data() + s.a.size());
  }
}

planning::Trajectory readMotion(const worldwright::v1::JointMotion& motion) {
  planning::Trajectory out;
  const int states = motion.times_size();
  const Eigen::Index joints = states > 0 ? motion.positions_size() / states : 0;
  const auto column = [joints](const auto& numbers, int i) -> JointVector {
    return Eigen::Map<const JointVector>(numbers.data() + i * joints, joints);
  };
  for (int i = 0; i < states; ++i) {
    out.times.push_back(motion.times(i));
    out.states.push_back(
        {column(motion.positions(), i), column(motion.velocities(), i), column(motion.accelerations(), i)});
  }
  return out;
}

JointVector cornerJoints(const worldwright::v1::PlannedCorner& corner) {
  return Eigen::Map<const JointVector>(corner.joints().data(), corner.joints_size());
}

std::vector<planning::Trajectory> partsOf(const planning::Trajectory& whole, std::span<const std::size_t> ends) {
  std::vector<planning::Trajectory> out;
  std::size_t from = 0;
  for (const std::size_t to : ends) {
    planning::Trajectory part;
    for (std::size_t i = from; i <= to; ++i) {
      part.times.push_back(whole.times[i] - whole.times[from]);
      part.states.push_back(whole.states[i]);
    }
    out.push_back(std::move(part));
    from = to;
  }
  return out;
}

}  // namespace ww::usecase
