// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/failure.h"
#include "core/program/expand.h"
#include "core/program/failures.h"
#include "core/program/locked.h"
#include "worldwright/v1/program.pb.h"

namespace ww::program {
namespace {

using worldwright::v1::JointMotion;
using worldwright::v1::ProgramPlan;
using Numbers = google::protobuf::RepeatedField<double>;

constexpr int kMostStates = 10'000'000;  // of one motion

bool areFinite(const Numbers& numbers) {
  return std::ranges::all_of(numbers, [](double value) { return std::isfinite(value); });
}

bool isSoundCorner(const worldwright::v1::PlannedCorner& corner, int joints) {
  const double sizes[] = {corner.metres(), corner.radians(), corner.joint()};
  return corner.joints_size() == joints && areFinite(corner.joints()) &&
         std::ranges::all_of(sizes, [](double size) { return size >= 0.0 && std::isfinite(size); });
}

bool isSoundPose(const intrinsic_proto::Pose& pose) {
  const auto& p = pose.position();
  const auto& q = pose.orientation();
  const double square = q.x() * q.x() + q.y() * q.y() + q.z() * q.z() + q.w() * q.w();
  return std::isfinite(p.x() + p.y() + p.z()) && (!pose.has_orientation() || (square > 1e-6 && square < 1e6));
}

bool hasSoundPoses(const worldwright::v1::PlannedStep& step) {
  if (step.has_root_t_tool_begins() && !isSoundPose(step.root_t_tool_begins())) return false;
  if (step.has_root_t_tool_ends() && !isSoundPose(step.root_t_tool_ends())) return false;
  return std::ranges::all_of(step.held(), [](const auto& held) { return isSoundPose(held.parent_entity_t_object()); });
}

bool fits(const worldwright::v1::PlannedStep& step, const ProgramPlan& plan) {
  if (step.place().empty() || !(step.begins() >= 0.0) || !(step.ends() >= step.begins()) || !std::isfinite(step.ends()))
    return false;
  if (!hasSoundPoses(step)) return false;
  if (step.has_motion() != step.has_mover() || (step.has_corner() && !step.goes_on())) return false;
  if (!step.has_motion()) return !step.step().has_move() && !step.step().has_set_joint() && !step.goes_on();
  const auto mover = static_cast<std::size_t>(step.mover());
  if (mover >= static_cast<std::size_t>(plan.movers_size())) return false;
  const int joints = plan.movers(static_cast<int>(mover)).joints_size();
  if (step.has_corner() && !isSoundCorner(step.corner(), joints)) return false;
  if (step.has_nearest() && !std::isfinite(step.nearest().seconds())) return false;
  return isSoundMotion(step.motion(), joints);
}

// A step that goes on goes into a motion of the same robot.
bool leadsOn(const ProgramPlan& plan, int i) {
  const worldwright::v1::PlannedStep& step = plan.steps(i);
  if (!step.goes_on()) return true;
  return i + 1 < plan.steps_size() && plan.steps(i + 1).has_mover() && plan.steps(i + 1).mover() == step.mover();
}

bool fits(const worldwright::v1::PlanKey& key) {
  if (!key.has_region()) return true;
  return key.region().min_size() == 3 && key.region().max_size() == 3;
}

Status refuse(const ProgramPlan& plan, const Place& place) {
  return fail(failures::kBadPlan,
              {{"program", arg::Name{plan.program()}}, {"step", arg::Words{place.empty() ? "1" : placeText(place)}}});
}

}  // namespace

bool isSoundMotion(const JointMotion& motion, int joints) {
  const int states = motion.times_size();
  if (states == 0 || states > kMostStates || motion.times(0) != 0.0) return false;
  for (int i = 1; i < states; ++i)
    if (!(motion.times(i) > motion.times(i - 1))) return false;
  if (!std::isfinite(motion.times(states - 1))) return false;
  for (const Numbers* numbers : {&motion.positions(), &motion.velocities(), &motion.accelerations()})
    if (numbers->size() != static_cast<std::int64_t>(states) * joints || !areFinite(*numbers)) return false;
  return true;
}

bool isSoundLock(const worldwright::v1::LockedMotion& locked) {
  const int joints = locked.joints_size();
  if (joints == 0 || (locked.has_corner() && !isSoundCorner(locked.corner(), joints))) return false;
  return isSoundMotion(locked.motion(), joints);
}

bool canBeLocked(const worldwright::v1::ProgramStep& step) { return step.has_move() || step.has_set_joint(); }

bool drivesLocked(const worldwright::v1::PlannedStep& planned, const worldwright::v1::LockedMotion& locked) {
  const JointMotion &a = planned.motion(), &b = locked.motion();
  return std::ranges::equal(a.times(), b.times()) && std::ranges::equal(a.positions(), b.positions()) &&
         std::ranges::equal(a.velocities(), b.velocities());
}

worldwright::v1::LockedMotion lockedOf(const worldwright::v1::PlannedStep& planned) {
  worldwright::v1::LockedMotion out;
  *out.mutable_motion() = planned.motion();
  out.set_goes_on(planned.goes_on());
  if (planned.has_corner()) *out.mutable_corner() = planned.corner();
  return out;
}

Status checkPlan(const ProgramPlan& plan) {
  if (static_cast<std::size_t>(plan.steps_size()) > kMostExpanded || !fits(plan.key())) return refuse(plan, {});
  for (const auto& mover : plan.movers())
    if (mover.joints_size() != mover.revolute_size()) return refuse(plan, {});
  double before = 0.0;
  for (int i = 0; i < plan.steps_size(); ++i) {
    const worldwright::v1::PlannedStep& step = plan.steps(i);
    if (!fits(step, plan) || !leadsOn(plan, i) || step.begins() < before)
      return refuse(plan, Place(step.place().begin(), step.place().end()));
    before = step.begins();
  }
  return okStatus();
}

}  // namespace ww::program
