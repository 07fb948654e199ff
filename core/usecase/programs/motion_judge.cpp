// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/motion_judge.h"

#include "core/constraints/constraint.h"
#include "core/kinematics/joint_tree.h"
#include "core/model/apart_words.h"
#include "core/model/named.h"
#include "core/planning/line.h"
#include "core/planning/own_limits.h"
#include "core/planning/recheck.h"
#include "core/planning/robot_scene.h"
#include "core/usecase/failures.h"
#include "core/validate/failures.h"
#include "core/validate/kept.h"

namespace ww::usecase {
namespace {

constexpr double kSameBeginning = 1e-6;  // radians or metres

validate::JudgeOptions howToLook(const StepMotion& motion, const OldMotion& old, const model::Mechanism& mechanism) {
  const planning::Segment& segment = motion.request.segments.front();
  validate::JudgeOptions out;
  out.start = old.corner.value_or(old.path.states.front().q);
  if (!old.goes_on) out.goal = &segment.goal;
  if (!planning::keepsLine(segment.type) || old.goes_on || old.comes_on || motion.tools.empty()) return out;
  const kinematics::JointTree tree(mechanism);
  const auto* pose = std::get_if<planning::PoseGoal>(&segment.goal);
  const world::NodeRef node = pose ? pose->moving : motion.tools.front();
  const auto riding = tree.riding(node);
  out.line = {node, tree.rootT(riding, old.path.states.front().q), tree.rootT(riding, old.path.states.back().q),
              planning::kWholeLineMetres, planning::wholeLineRadians(planning::canTurnEvenly(tree, riding))};
  return out;
}

// That the robot of the step stands where the motion begins.
Status beginsHere(const world::World& world, ObjectId robot, const model::Mechanism& mechanism, const OldMotion& old) {
  const JointVector& start = old.path.states.front().q;
  if (start.size() != static_cast<Eigen::Index>(mechanism.size()))
    return fail(failures::kPlanOfOther, {{"robot", model::named(world, robot)}});
  if ((start - mechanism.restPositions()).cwiseAbs().maxCoeff() > kSameBeginning)
    return fail(failures::kStepStartsElsewhere, {{"robot", model::named(world, robot)}});
  return okStatus();
}

// The target of a motion that passes by is at the corner.
Status judgeCorner(const model::Mechanism& mechanism, const model::Constraint& goal, const JointVector& start,
                   const OldMotion& old) {
  constexpr double kSameGoal = 1e-6;  // metres and radians, as the judge has it
  if (!old.goes_on || !old.passes) return okStatus();
  const validate::Lack lack = validate::lackOf(mechanism, goal, start, *old.passes);
  if (lack.metres <= kSameGoal && lack.radians <= kSameGoal) return okStatus();
  return fail(validate::failures::kMissesGoal, {{"miss", model::apartWords(lack.metres, lack.radians)}});
}

}  // namespace

Result<JudgedMotion> judgeOldMotion(const Stage& stage, const collision::Scene& scene, const StepMotion& motion,
                                    const OldMotion& old, bool measured, const std::function<Status()>& interrupted) {
  const ObjectId robot = motion.request.robot;
  const planning::Segment& segment = motion.request.segments.front();
  WW_ASSIGN(validate::Judge judge, validate::Judge::make(scene, robot, segment.settings.get()));
  const model::Mechanism& mechanism = judge.mechanism();
  if (Status here = beginsHere(stage.world(), robot, mechanism, old); !here.ok()) return JudgedMotion{here, {}};
  model::MotionLimits limits = model::motionLimits(mechanism, segment.limits);
  limits.frame = segment.frame;
  limits.moving = planning::limitedNode(segment, mechanism);
  validate::JudgeOptions options = howToLook(motion, old, mechanism);
  options.interrupted = interrupted;
  // Files and patches bring targets that no planner has read.
  Status target = constraints::makeTask(mechanism, segment.goal, *options.start).status();
  if (target.ok()) target = judgeCorner(mechanism, segment.goal, *options.start, old);
  if (!target.ok()) return JudgedMotion{std::move(target), {}};
  if (options.line) limits.moving = options.line->node;
  const kinematics::JointTree tree(mechanism);
  WW_ASSIGN(options.held, planning::heldAlong(tree, segment, *options.start, limits.position));
  // No closer than it was planned.
  WW_ASSIGN(const auto checked, planning::RobotScene::make(scene, robot, segment.settings));
  options.spacing = checked.spacing();
  WW_ASSIGN(validate::Verdict verdict, judge.judge(old.path, limits, options));
  const bool looked = checked.coverage().checked();
  if (!verdict.problem.ok() || !looked || (verdict.is_proven && !measured)) return JudgedMotion{verdict.problem, {}};
  WW_ASSIGN(const validate::Clearance clearance, judge.clearance(old.path, limits.position, interrupted));
  if (!verdict.is_proven) validate::judgeBetween(stage.world(), old.path, clearance, verdict);
  return JudgedMotion{verdict.problem, clearance};
}

}  // namespace ww::usecase
