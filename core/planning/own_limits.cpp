// SPDX-License-Identifier: Apache-2.0
#include "core/planning/own_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/finding.h"
#include "core/base/phrase.h"
#include "core/planning/failures.h"
#include "worldwright/v1/file.pb.h"

namespace ww::planning {

model::FrameLimits ownFrameLimits(const world::Object& robot) {
  model::FrameLimits out;
  const auto lower = [](double& limit, double value) {
    if (value > 0.0) limit = std::min(limit, value);
  };
  const auto& wire = robot.message->content().properties().kinematics().limits();
  for (const double v : wire.max_translational_velocity()) lower(out.linear_velocity, v);
  for (const double v : wire.min_translational_velocity()) lower(out.linear_velocity, -v);
  for (const double a : wire.max_translational_acceleration()) lower(out.linear_acceleration, a);
  for (const double a : wire.min_translational_acceleration()) lower(out.linear_acceleration, -a);
  lower(out.angular_velocity, wire.max_rotational_velocity());
  lower(out.angular_acceleration, wire.max_rotational_acceleration());
  return out;
}

Diagnostics ownLimitsWithoutEffect(const world::Object& robot) {
  Diagnostics out;
  const auto tell = [&](const char* field) {
    out.push_back(findingOf(
        fail(failures::kWithoutEffect,
             {{"field", arg::Words{fmt::format("{}.cartesian_limits.{}", robot.name, field)}},
              {"reason", phrase(WW_TEXT("Core", "only the largest speed and acceleration of the tool are kept"))}})));
  };
  const auto isSaid = [](double value) { return value != 0.0 && std::isfinite(value); };
  const auto isPositive = [](double value) { return value > 0.0; };
  const auto has = [](const auto& list, auto what) { return std::any_of(list.begin(), list.end(), what); };
  const auto& wire = robot.message->content().properties().kinematics().limits();
  if (has(wire.min_translational_position(), isSaid)) tell("min_translational_position");
  if (has(wire.max_translational_position(), isSaid)) tell("max_translational_position");
  if (has(wire.min_translational_jerk(), isSaid)) tell("min_translational_jerk");
  if (has(wire.max_translational_jerk(), isSaid)) tell("max_translational_jerk");
  if (isSaid(wire.max_rotational_jerk())) tell("max_rotational_jerk");
  // No tool moves at once.
  if (has(wire.min_translational_velocity(), isPositive)) tell("min_translational_velocity");
  if (has(wire.min_translational_acceleration(), isPositive)) tell("min_translational_acceleration");
  return out;
}

std::optional<world::NodeRef> movingNode(const Goal& goal) {
  return std::visit(
      [](const auto& one) -> std::optional<world::NodeRef> {
        if constexpr (requires { one.moving; }) return one.moving;
        if constexpr (requires { one.all; })
          for (const Goal& part : one.all)
            if (const auto node = movingNode(part)) return node;
        return std::nullopt;
      },
      goal);
}

namespace {

bool isCarried(const model::Mechanism& mechanism, world::NodeRef node) { return mechanism.seat(node).row >= 0; }

// Of a goal, the node that the mechanism moves.
std::optional<world::NodeRef> carriedNode(const Goal& goal, const model::Mechanism& mechanism) {
  return std::visit(
      [&mechanism](const auto& one) -> std::optional<world::NodeRef> {
        if constexpr (requires { one.moving; })
          if (isCarried(mechanism, one.moving)) return one.moving;
        if constexpr (requires { one.target; })
          if (isCarried(mechanism, one.target)) return one.target;
        if constexpr (requires { one.all; })
          for (const Goal& part : one.all)
            if (const auto node = carriedNode(part, mechanism)) return node;
        return std::nullopt;
      },
      goal);
}

}  // namespace

std::optional<world::NodeRef> limitedNode(const Segment& segment, const model::Mechanism& mechanism) {
  const auto node = carriedNode(segment.goal, mechanism);
  return node ? node : limitedNode(segment);
}

std::optional<world::NodeRef> limitedNode(const Segment& segment) {
  const auto moving = movingNode(segment.goal);
  return moving ? moving : segment.tool;
}

}  // namespace ww::planning
