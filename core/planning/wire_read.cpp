// SPDX-License-Identifier: Apache-2.0
#include "core/planning/wire_read.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/named.h"
#include "core/planning/failures.h"
#include "core/planning/own_limits.h"
#include "core/scene/limits.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"

namespace ww::planning {
namespace {

namespace mp = intrinsic_proto::motion_planning::v1;

Status readList(const intrinsic_proto::RepeatedDouble& list, const world::Object& robot, const std::string& field,
                const std::function<Status(std::size_t, double)>& take) {
  const std::size_t count = robot.moving_joints.size();
  if (list.values_size() != static_cast<int>(count)) {
    return fail(failures::kWrongCount, {{"field", arg::Words{field}},
                                        {"count", arg::Count{count}},
                                        {"given", arg::Count{static_cast<std::size_t>(list.values_size())}},
                                        {"joints", arg::Names{world::movingJointNames(robot)}}});
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double v = list.values(static_cast<int>(i));
    if (std::isnan(v)) return fail(failures::kNoNumber, {{"field", arg::Words{field}}, {"index", arg::Count{i}}});
    WW_TRY(take(i, v));
  }
  return okStatus();
}

// "-2.967 rad (-170 deg)"; of a field of velocities "3 rad/s", and so on.
std::string amountText(const world::Joint& joint, std::string_view field, double v) {
  const std::string per = field.ends_with("velocity")       ? "/s"
                          : field.ends_with("acceleration") ? "/s^2"
                          : field.ends_with("jerk")         ? "/s^3"
                                                            : "";
  if (joint.motion != world::MotionType::kRevolute) return fmt::format("{:.4g} m{}", v, per);
  const std::string degrees = per.empty() && std::isfinite(v) ? fmt::format(" ({})", angleText(v)) : std::string();
  return fmt::format("{:.4g} rad{}{}", v, per, degrees);
}

struct Beyond {
  std::string path, field;
  double value = 0.0, limit = 0.0;
  std::string joint;
};

Status beyondApplication(const world::Joint& joint, const Beyond& b) {
  constexpr double kRadPerDeg = std::numbers::pi / 180.0, kTurn = 2.0 * std::numbers::pi;
  const bool degrees =
      b.field.ends_with("position") && joint.motion == world::MotionType::kRevolute && std::abs(b.value) > kTurn;
  return fail(degrees ? failures::kLimitInDegrees : failures::kBeyondApplication,
              {{"field", arg::Words{b.path}},
               {"value", arg::Words{amountText(joint, b.field, b.value)}},
               {"joint", arg::Name{b.joint}},
               {"limit", arg::Words{amountText(joint, b.field, b.limit)}},
               {"given", arg::Number{b.value}},
               {"meant", arg::Number{b.value * kRadPerDeg}}});
}

// Whom the request could have named.
std::vector<std::string> robotsOf(const world::World& world) {
  std::vector<std::string> robots;
  world.forEachObject([&](const world::Object& object) {
    if (object.isKinematic()) robots.push_back(world.display(object.id));
  });
  return robots;
}

Status noReference(const world::World& world) {
  std::vector<std::string> robots = robotsOf(world);
  if (robots.empty()) return fail(failures::kNoRobots);
  return fail(failures::kNoRobotReference, {{"robots", arg::Names{std::move(robots)}}});
}

}  // namespace

Result<ObjectId> readRobot(const world::World& world, const mp::RobotReference& robot) {
  if (!robot.has_object_id()) return noReference(world);
  auto id = world::resolve(world, robot.object_id());
  if (!id.ok()) return id.status().in("robot_reference");
  if (!world.object(*id)->isKinematic()) {
    std::vector<std::string> robots = robotsOf(world);
    const FailureRow& row = robots.empty() ? failures::kNorAnyRobot : failures::kNotARobot;
    return fail(row, {{"robot", model::named(world, *id)}, {"robots", arg::Names{std::move(robots)}}});
  }
  return *id;
}

Result<JointVector> readJoints(const intrinsic_proto::icon::JointVec& joints, const world::Object& robot,
                               const std::string& field) {
  const std::size_t count = robot.moving_joints.size();
  if (joints.joints_size() != static_cast<int>(count)) {
    return fail(failures::kJointCount, {{"field", arg::Words{field}},
                                        {"count", arg::Count{count}},
                                        {"given", arg::Count{static_cast<std::size_t>(joints.joints_size())}},
                                        {"joints", arg::Names{world::movingJointNames(robot)}}});
  }
  JointVector q = Eigen::Map<const JointVector>(joints.joints().data(), joints.joints_size());
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(q[static_cast<Eigen::Index>(i)]))
      return fail(failures::kJointsNotFinite, {{"field", arg::Words{field}}, {"index", arg::Count{i + 1}}});
  }
  if (q.size() > 0 && q.cwiseAbs().maxCoeff() > kFarthest) {
    return fail(failures::kJointTooFar, {{"field", arg::Words{field}},
                                         {"position", arg::Words{fmt::format("{:.3g}", q.cwiseAbs().maxCoeff())}}});
  }
  // What was rounded on its way is on its limit, not beyond.
  for (std::size_t i = 0; i < count; ++i) {
    const world::JointLimits& limits = robot.movingJoint(i).application;
    double& at = q[static_cast<Eigen::Index>(i)];
    if (scene::isWithin(at, limits, scene::kRoundingSlack)) at = scene::nearestWithin(at, limits);
  }
  return q;
}

Result<std::vector<world::JointLimits>> readLimits(const world::Object& robot, const mp::JointLimitsUpdate& update,
                                                   const std::string& field) {
  std::vector<world::JointLimits> out;
  for (std::size_t i = 0; i < robot.moving_joints.size(); ++i) out.push_back(robot.movingJoint(i).application);
  const auto within = [&](bool has, const auto& list, const char* name, auto member, bool lower) -> Status {
    if (!has) return okStatus();
    const std::string path = fmt::format("{}.{}", field, name);
    return readList(list, robot, path, [&](std::size_t i, double v) -> Status {
      double& limit = out[i].*member;
      world::JointLimits asked = out[i];
      asked.*member = v;
      if (!scene::areWithin(asked, out[i])) {
        return beyondApplication(robot.movingJoint(i), {path, name, v, limit, robot.movingJointName(i)});
      }
      // A rounding does not widen it.
      limit = lower ? std::max(limit, v) : std::min(limit, v);
      return okStatus();
    });
  };
  using L = world::JointLimits;
  WW_TRY(within(update.has_min_position(), update.min_position(), "min_position", &L::lower, true));
  WW_TRY(within(update.has_max_position(), update.max_position(), "max_position", &L::upper, false));
  WW_TRY(within(update.has_max_velocity(), update.max_velocity(), "max_velocity", &L::velocity, false));
  WW_TRY(within(update.has_max_acceleration(), update.max_acceleration(), "max_acceleration", &L::acceleration, false));
  WW_TRY(within(update.has_max_jerk(), update.max_jerk(), "max_jerk", &L::jerk, false));
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!scene::isRangeInOrder(out[i])) {
      return fail(failures::kEmptyRange, {{"field", arg::Words{field}},
                                          {"joint", arg::Name{robot.movingJointName(i)}},
                                          {"lower", arg::Words{amountText(robot.movingJoint(i), "", out[i].lower)}},
                                          {"upper", arg::Words{amountText(robot.movingJoint(i), "", out[i].upper)}}});
    }
    if ((update.has_max_velocity() && out[i].velocity <= 0.0) ||
        (update.has_max_acceleration() && out[i].acceleration <= 0.0) ||
        (update.has_max_jerk() && out[i].jerk <= 0.0)) {
      return fail(failures::kNotPositive,
                  {{"field", arg::Words{field}}, {"joint", arg::Name{robot.movingJointName(i)}}});
    }
  }
  return out;
}

Result<model::FrameLimits> readFrameLimits(const world::Object& robot, const mp::DynamicCartesianLimits& wire,
                                           const std::string& field) {
  model::FrameLimits out = ownFrameLimits(robot);
  const auto read = [&](bool has, const char* name, double value, double& limit) -> Status {
    if (!has) return okStatus();
    limit = value;
    if (value > 0.0) return okStatus();
    return fail(failures::kFrameLimitNotPositive, {{"field", arg::Words{fmt::format("{}.{}", field, name)}}});
  };
  WW_TRY(read(wire.has_max_translational_velocity(), "max_translational_velocity", wire.max_translational_velocity(),
              out.linear_velocity));
  WW_TRY(read(wire.has_max_rotational_velocity(), "max_rotational_velocity", wire.max_rotational_velocity(),
              out.angular_velocity));
  WW_TRY(read(wire.has_max_translational_acceleration(), "max_translational_acceleration",
              wire.max_translational_acceleration(), out.linear_acceleration));
  WW_TRY(read(wire.has_max_rotational_acceleration(), "max_rotational_acceleration", wire.max_rotational_acceleration(),
              out.angular_acceleration));
  return out;
}

intrinsic_proto::icon::JointVec jointsToWire(const JointVector& q) {
  intrinsic_proto::icon::JointVec out;
  out.mutable_joints()->Add(q.data(), q.data() + q.size());
  return out;
}

}  // namespace ww::planning
