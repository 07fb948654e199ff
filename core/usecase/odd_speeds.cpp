// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/odd_speeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/finding.h"
#include "core/model/named.h"
#include "core/usecase/failures.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

using world::Object;
using world::World;

std::string rounded(double v) { return fmt::format("{:.6g}", v); }

// Above what joints of robots do (some 50 rad/s at the wrists of small ones), up to where a figure stands for "no
// limit".
bool isInDegrees(double speed) { return speed > 60.0 && speed <= 2000.0; }

void tellJoints(const World& after, const Object& was, const Object& is, Diagnostics& out) {
  std::vector<std::string> joints;
  double first = 0.0;
  for (std::size_t i = 0; i < is.moving_joints.size(); ++i) {
    const world::Joint& joint = is.movingJoint(i);
    const world::Entity* old = was.entityNamed(is.movingJointName(i));
    if (joint.motion != world::MotionType::kRevolute || !old || !old->joint) continue;
    const double now = joint.application.velocity;
    if (now == old->joint->application.velocity || !isInDegrees(now)) continue;
    if (joints.empty()) first = now;
    joints.push_back(is.movingJointName(i));
  }
  if (joints.empty()) return;
  const std::string turns = fmt::format("{:.0f}", first / (2.0 * std::numbers::pi));
  out.push_back(
      findingOf(fail(failures::kSpeedsInDegrees, {{"joint", arg::Name{joints.front()}},
                                                  {"robot", model::named(after, is.id)},
                                                  {"speed", arg::Words{rounded(first)}},
                                                  {"turns", arg::Words{turns}},
                                                  {"joints", arg::Names{joints}},
                                                  {"then", arg::Words{rounded(first * std::numbers::pi / 180.0)}}})));
}

// Half a turn takes more than five minutes, a metre more than half an hour: no robot is meant to be as slow.
bool isSlow(const world::Joint& joint, double speed) {
  return speed > 0.0 && speed < (joint.motion == world::MotionType::kPrismatic ? 5e-4 : 0.01);
}

void tellSlow(const World& after, const Object& was, const Object& is, Diagnostics& out) {
  std::vector<std::string> joints;
  FailureValue first;
  for (std::size_t i = 0; i < is.moving_joints.size(); ++i) {
    const world::Joint& joint = is.movingJoint(i);
    const world::Entity* old = was.entityNamed(is.movingJointName(i));
    const double now = joint.application.velocity;
    if (!old || !old->joint || now == old->joint->application.velocity || !isSlow(joint, now)) continue;
    const bool slides = joint.motion == world::MotionType::kPrismatic;
    if (joints.empty()) {
      if (slides) first = arg::Length{now};
      else if (now < 1e-4) first = arg::Words{fmt::format("{:.2g} rad", now)};  // no 0 degrees
      else first = arg::Angle{now};
    }
    joints.push_back(is.movingJointName(i));
  }
  if (joints.empty()) return;
  out.push_back(findingOf(fail(failures::kSpeedsSlow, {{"robot", model::named(after, is.id)},
                                                       {"speed", first},
                                                       {"joint", arg::Name{joints.front()}},
                                                       {"joints", arg::Names{joints}}})));
}

// By how much a joint is beyond its limits, radians or metres; 0 within.
double beyond(const world::Joint& joint, double q) {
  return std::max({0.0, q - joint.application.upper, joint.application.lower - q});
}

// Named configurations that new limits shut out: who plans to one is told only then.
void tellConfigurations(const World& after, const Object& was, const Object& is, Diagnostics& out) {
  constexpr double kLeast = 1e-9;
  if (was.moving_joints.size() != is.moving_joints.size()) return;
  std::vector<std::string> names;
  std::vector<FailureArg> first;
  for (const auto& configuration : is.configurations) {
    const JointVector& q = configuration.positions;
    if (q.size() != static_cast<Eigen::Index>(is.moving_joints.size())) continue;
    for (std::size_t i = 0; i < is.moving_joints.size(); ++i) {
      const double at = q[static_cast<Eigen::Index>(i)], excess = beyond(is.movingJoint(i), at);
      if (!(excess > kLeast) || beyond(was.movingJoint(i), at) > kLeast) continue;
      if (names.empty()) {
        const bool slides = is.movingJoint(i).motion == world::MotionType::kPrismatic;
        first = {{"joint", arg::Name{is.movingJointName(i)}},
                 {"excess", slides ? FailureValue(arg::Length{excess}) : FailureValue(arg::Angle{excess})}};
      }
      names.push_back(configuration.name);
      break;
    }
  }
  if (names.empty()) return;
  out.push_back(findingOf(fail(failures::kConfigurationsOut, {{"robot", model::named(after, is.id)},
                                                              {"count", arg::Count{names.size()}},
                                                              {"configurations", arg::Names{names}},
                                                              first[0],
                                                              first[1]})));
}

// The largest of the three axes, either way; 0 where none is set.
double cartesianSpeed(const Object& robot) {
  const auto& limits = robot.message->content().properties().kinematics().limits();
  double most = 0.0;
  for (const auto* axes : {&limits.min_translational_velocity(), &limits.max_translational_velocity()})
    for (const double v : *axes)
      if (std::isfinite(v)) most = std::max(most, std::abs(v));
  return most;
}

void tellCartesian(const World& after, const Object& was, const Object& is, Diagnostics& out) {
  constexpr double kFast = 20.0;  // metres a second
  const double now = cartesianSpeed(is);
  if (!(now > kFast) || now == cartesianSpeed(was)) return;
  out.push_back(findingOf(fail(failures::kCartesianFast, {{"robot", model::named(after, is.id)},
                                                          {"speed", arg::Words{rounded(now)}},
                                                          {"then", arg::Words{rounded(now / 1000.0)}}})));
}

double ownMass(const Object& robot) {
  double mass = 0.0;
  for (const auto& entity : robot.entities) {
    const auto& content = entity->message->content();
    if (content.link().has_physics_component()) mass += content.link().physics_component().mass_kg();
  }
  return mass;
}

void tellPayload(const World& after, const Object& was, const Object& is, Diagnostics& out) {
  constexpr double kTimesItself = 2.0, kTold = 2500.0;  // kg: what is heavier is told of any robot
  const double now = is.message->mounted_payload().mass_kg(), own = ownMass(is);
  if (now == was.message->mounted_payload().mass_kg() || now > kTold) return;
  if (!(own > 0.0) || !(now > kTimesItself * own)) return;
  out.push_back(findingOf(fail(failures::kPayloadBeyond, {{"robot", model::named(after, is.id)},
                                                          {"mass", arg::Words{rounded(now)}},
                                                          {"own", arg::Words{rounded(own)}},
                                                          {"less", arg::Words{rounded(now / 1000.0)}}})));
}

}  // namespace

void tellOddSpeeds(const World& after, const Object& was, const Object& is, Diagnostics& out) {
  tellConfigurations(after, was, is, out);
  tellJoints(after, was, is, out);
  tellSlow(after, was, is, out);
  if (was.message == is.message || !is.isKinematic()) return;
  tellCartesian(after, was, is, out);
  tellPayload(after, was, is, out);
}

}  // namespace ww::usecase
