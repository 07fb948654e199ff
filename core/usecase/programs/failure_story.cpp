// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/failure_story.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/kinematics/full_turn.h"
#include "core/kinematics/ik.h"
#include "core/kinematics/joint_tree.h"
#include "core/model/limits.h"
#include "core/planning/failures.h"
#include "core/usecase/programs/cast.h"
#include "core/usecase/programs/play.h"
#include "core/usecase/programs/remedies.h"
#include "core/usecase/programs/stage_scene.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;

constexpr auto kSolverPatience = std::chrono::milliseconds(300);
constexpr int kMostCandidates = 16;

// Full turns are told apart: they are other postures for limits.
constexpr double kSamePosture = 1e-3;  // radians or metres

// The world as the steps before the failed one have left it. Fails as edits do.
Result<Stage> stageBefore(const world::World& world, const v1::Program& program, const v1::ProgramPlan* so_far) {
  Stage stage(world);
  WW_TRY(stage.start(program));
  if (!so_far || so_far->steps().empty()) return stage;
  WW_ASSIGN(const Playback playback, Playback::make(stage.world(), *so_far));
  return Stage(playback.after());
}

// Of the target, where it is a pose that does not move with the robot itself.
std::optional<Pose> goalPose(const Stage& stage, const planning::Segment& segment, ObjectId robot) {
  const auto* goal = std::get_if<planning::PoseGoal>(&segment.goal);
  if (!goal || stage.world().isAncestor(robot, objectOf(stage.world(), goal->target))) return std::nullopt;
  return stage.world().rootT(goal->target) * goal->target_t_moving;
}

Result<FailedStep> failedStep(const world::World& world, const std::string& name, const ProgramFailure& failure,
                              const planning::PlanOptions& options) {
  const auto& programs = world.data().record->programs();
  const v1::Program* program = program::find(programs, name);
  if (!program) return program::noSuchProgram(programs, name);
  WW_ASSIGN(const auto steps, program::expand(programs, name));
  WW_ASSIGN(Stage stage, stageBefore(world, *program, failure.so_far.get()));
  const auto at = std::ranges::find(steps, failure.place, &program::FlatStep::place);
  const std::size_t first = failure.so_far ? static_cast<std::size_t>(failure.so_far->steps_size()) : 0;
  if (at == steps.end() || first > static_cast<std::size_t>(at - steps.begin()))
    return program::noSuchProgram(programs, name);
  StepMotion motion;
  if (at->step->has_set_joint()) {
    WW_ASSIGN(motion, jointMotion(stage, at->step->set_joint()));
  } else {
    WW_ASSIGN(motion, moveMotion(stage, {&*at, 1}));
  }
  const auto goal = goalPose(stage, motion.request.segments.back(), motion.request.robot);
  collision::Scene scene = StageScene(options).of(stage.world());
  return FailedStep{world, name, failure.why,       options, std::move(stage), std::move(scene),
                    first, *at,  std::move(motion), goal};
}

// Of what it meets the deepest, measured in full: a refusal of the same posture tells that.
void judge(planning::RobotScene& scene, Candidate& candidate) {
  if (const auto beyond = model::limitExcess(scene.tree().limits(), candidate.joints))
    std::tie(candidate.joint, candidate.excess) = *beyond;
  if (!scene.collides(candidate.joints)) return;
  const auto contacts = scene.all(candidate.joints, 1);
  candidate.contact = contacts.empty() ? scene.first(candidate.joints) : std::optional(contacts.front());
}

void collect(const kinematics::IkResult& found, std::vector<Candidate>& out) {
  for (std::size_t i = 0; i < found.solutions.size() && out.size() < kMostCandidates; ++i) {
    const JointVector& q = found.solutions[i];
    const bool known = std::ranges::any_of(
        out, [&](const Candidate& candidate) { return kinematics::jointDistance(candidate.joints, q) < kSamePosture; });
    if (known) continue;
    Candidate& candidate = out.emplace_back();
    candidate.joints = q;
    if (i < found.branches.size()) candidate.branch = found.branches[i];
  }
}

bool isMotion(const FailureStory& story, const ProgramFailure& failure) {
  return !story.place.empty() && failure.why.kind != planning::Diagnosis::Kind::kNone;
}

void tellWhere(const planning::Diagnosis& why, const FailedStep& failed, FailureStory& story) {
  story.robot = failed.motion.request.robot;
  story.before = failed.stage.world();
  const world::Object& robot = *failed.stage.world().peek(story.robot);
  for (std::size_t i = 0; i < robot.moving_joints.size(); ++i) story.joint_names.push_back(robot.movingJointName(i));
  story.contacts = why.contacts;
  story.path_fraction = why.path_fraction;
  const bool fits = why.joints.size() == static_cast<Eigen::Index>(robot.moving_joints.size());
  if (fits && why.joints.allFinite()) story.joints = why.joints;
}

}  // namespace

Result<std::vector<Candidate>> candidatesFor(const FailedStep& failed, const Pose& root_t_goal,
                                             const planning::Segment& segment) {
  const ObjectId robot = failed.motion.request.robot;
  WW_ASSIGN(planning::RobotScene checked, planning::RobotScene::make(failed.scene, robot, segment.settings));
  (void)checked.forgetConstant();
  kinematics::IkRequest asked;
  const auto* goal = std::get_if<planning::PoseGoal>(&segment.goal);
  asked.tip = checked.tree().riding(goal ? goal->moving : failed.motion.tools.back());
  asked.root_t_goal = root_t_goal;
  asked.start = failed.stage.world().peek(robot)->jointPositions();
  asked.max_solutions = kMostCandidates;
  asked.turns = true;
  asked.diagnose = false;
  asked.stop = failed.options.stop;
  asked.deadline = kinematics::Clock::now() + kSolverPatience;
  std::vector<Candidate> out;
  if (asked.tip.joint < 0) return out;
  if (const auto within = kinematics::solveIk(checked.tree(), asked); within.ok()) collect(*within, out);
  // Then those that limits forbid.
  asked.limits = checked.tree().limits();
  for (world::JointLimits& limit : asked.limits) {
    limit.lower = -std::numeric_limits<double>::infinity();
    limit.upper = std::numeric_limits<double>::infinity();
  }
  asked.turns = false;
  asked.deadline = kinematics::Clock::now() + kSolverPatience;
  if (auto beyond = kinematics::solveIk(checked.tree(), asked); beyond.ok()) {
    // Nor does a limit count that a whole turn keeps.
    const std::vector<double> full = kinematics::fullTurns(checked.tree(), asked.tip);
    for (JointVector& q : beyond->solutions) q = kinematics::turnedToLimits(checked.tree().limits(), full, q);
    collect(*beyond, out);
  }
  for (Candidate& candidate : out) judge(checked, candidate);
  return out;
}

FailureStory storyOf(const world::World& world, const std::string& name, const Status& status,
                     const ProgramFailure& failure, const planning::PlanOptions& options) {
  FailureStory story;
  story.place = failure.place;
  story.status = status;
  if (!isMotion(story, failure) || status.code == Code::kCancelled) return story;
  const auto failed = failedStep(world, name, failure, options);
  if (!failed.ok()) return story;
  tellWhere(failure.why, *failed, story);
  if (failed->root_t_goal && !failed->motion.tools.empty()) {
    auto candidates = candidatesFor(*failed, *failed->root_t_goal, failed->motion.request.segments.back());
    if (candidates.ok()) story.candidates = std::move(candidates).value();
  }
  story.remedies = remediesFor(*failed, story.candidates);
  return story;
}

}  // namespace ww::usecase
