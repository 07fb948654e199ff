// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/locked_step.h"

#include <algorithm>

#include "core/base/failure.h"
#include "core/constraints/constraint.h"
#include "core/kinematics/joint_tree.h"
#include "core/model/apart_words.h"
#include "core/model/named.h"
#include "core/planning/own_limits.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/cast.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "worldwright/v1/program.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;
using program::FlatStep;

Status noLongerHolds(const Status& why) { return fail(failures::kLockedBroken, {{"why", told(why, false)}}); }

// The end of a rounded corner without its other half leads nowhere.
Status checkCorners(const std::vector<FlatStep>& steps, std::size_t at) {
  const v1::LockedMotion& locked = steps[at].step->locked();
  const auto torn = [](const FlatStep& other) {
    return fail(failures::kLockedCornerTorn, {{"other", arg::Words{program::placeText(other.place)}}});
  };
  if (locked.comes_on() && (at == 0 || !steps[at - 1].step->locked().goes_on()))
    return at == 0 ? fail(failures::kLockedCornerOpen) : torn(steps[at - 1]);
  if (locked.goes_on() && (at + 1 == steps.size() || !steps[at + 1].step->locked().comes_on()))
    return at + 1 == steps.size() ? fail(failures::kLockedCornerOpen) : torn(steps[at + 1]);
  return okStatus();
}

Result<StepMotion> motionOfStep(const Stage& stage, const FlatStep& flat) {
  return flat.step->has_set_joint() ? jointMotion(stage, flat.step->set_joint()) : moveMotion(stage, {&flat, 1});
}

// None where it names none that is there.
std::optional<ObjectId> whoMoves(const world::World& world, const FlatStep& flat) {
  if (flat.step->has_set_joint()) {
    const auto object = world::resolve(world, flat.step->set_joint().object());
    return object.ok() ? std::optional<ObjectId>(*object) : std::nullopt;
  }
  if (!flat.step->has_move()) return std::nullopt;
  const auto robot = robotOf(world, *flat.owner, flat.step->move());
  return robot.ok() ? std::optional(*robot) : std::nullopt;
}

bool hasJoints(const world::World& world, ObjectId robot, const v1::LockedMotion& locked) {
  const std::vector<std::string> names = world::movingJointNames(*world.peek(robot));
  return std::ranges::equal(names, locked.joints());
}

}  // namespace

Result<LockedDrive> driveLocked(const Stage& stage, const collision::Scene& scene, const std::vector<FlatStep>& steps,
                                std::size_t at, const std::function<Status()>& interrupted) {
  const FlatStep& flat = steps[at];
  const v1::LockedMotion& locked = flat.step->locked();
  WW_TRY(checkCorners(steps, at));
  WW_ASSIGN(const StepMotion motion, motionOfStep(stage, flat));
  const ObjectId robot = motion.request.robot;
  if (!hasJoints(stage.world(), robot, locked))
    return noLongerHolds(fail(failures::kLockedOfOther, {{"robot", model::named(stage.world(), robot)}}));
  LockedDrive out{robot, motion.tools, readMotion(locked.motion()), {}, {}};
  OldMotion old{out.path, locked.comes_on(), locked.goes_on(), {}, {}};
  if (locked.comes_on() && steps[at - 1].step->locked().has_corner())
    old.corner = cornerJoints(steps[at - 1].step->locked().corner());
  if (locked.goes_on() && locked.has_corner()) old.passes = cornerJoints(locked.corner());
  const auto found = judgeOldMotion(stage, scene, motion, old, true, interrupted);
  if (!found.ok()) return found.status();
  if (!found->problem.ok()) return noLongerHolds(found->problem);
  out.clearance = found->clearance;
  return out;
}

void writeLocked(const v1::ProgramStep& step, v1::PlannedStep& out) {
  const v1::LockedMotion& locked = step.locked();
  out.set_was_locked(true);
  out.set_goes_on(locked.goes_on());
  if (locked.has_corner()) *out.mutable_corner() = locked.corner();
  out.set_stops_all_the_same(step.move().has_blend() && !locked.goes_on());
}

std::optional<LockedStart> nextLockedStart(const world::World& world, const std::vector<FlatStep>& steps,
                                           std::size_t from, ObjectId robot) {
  for (std::size_t i = from; i < steps.size(); ++i) {
    if (whoMoves(world, steps[i]) != robot) continue;
    if (!steps[i].step->has_locked()) return std::nullopt;
    return LockedStart{readMotion(steps[i].step->locked().motion()).states.front().q, steps[i].place};
  }
  return std::nullopt;
}

Status endAtLocked(const Stage& stage, const collision::Scene& scene, const LockedStart& start, StepMotion& motion) {
  constexpr double kAtTarget = 1e-6;  // metres and radians, as the judge has it
  planning::Segment& segment = motion.request.segments.back();
  // Of other goals of several motions it is not known where they start from; the locked step tells whether they met it.
  const bool is_plain =
      std::holds_alternative<planning::PoseGoal>(segment.goal) || std::holds_alternative<JointVector>(segment.goal);
  if (motion.request.segments.size() > 1 && !is_plain) return okStatus();
  WW_ASSIGN(const auto tree, kinematics::JointTree::make(scene.model(), motion.request.robot));
  if (start.joints.size() != static_cast<Eigen::Index>(tree.size())) return okStatus();
  const JointVector from = stage.world().peek(motion.request.robot)->jointPositions();
  WW_ASSIGN(const auto task, constraints::makeTask(tree.mechanism(), segment.goal, from));
  const constraints::Miss miss = task->distance(start.joints, tree.moverPoses(start.joints));
  if (miss.metres > kAtTarget || miss.radians > kAtTarget)
    return fail(failures::kLockedJoin, {{"locked", arg::Words{program::placeText(start.place)}},
                                        {"miss", model::apartWords(miss.metres, miss.radians)}});
  // What goes straight, and what limits are of, is no longer said by the goal.
  if (const auto node = planning::limitedNode(segment)) segment.tool = node;
  segment.goal = start.joints;
  return okStatus();
}

}  // namespace ww::usecase
