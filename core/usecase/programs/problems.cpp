// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "core/kinematics/joint_tree.h"
#include "core/planning/failures.h"
#include "core/planning/plan.h"
#include "core/planning/refusals.h"
#include "core/program/failures.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/cast.h"
#include "core/usecase/programs/plan_program.h"
#include "core/usecase/programs/step_motion.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

using program::FlatStep;
using program::Programs;
using worldwright::v1::Program;

class Problems {
 public:
  Problems(const world::World& world, const Program& program) : world_(world), program_(program) {}

  void look(const FlatStep& flat) {
    place_ = flat.place;
    // What is to move is looked for among what can.
    worldwright::v1::ProgramStep others = *flat.step;
    if (others.has_move()) others.mutable_move()->clear_robot();
    forEachReference(world_, others, [this](const auto& node) { note(node.status()); });
    if (flat.step->has_move()) lookAtMove(*flat.owner, flat.step->move());
    if (flat.step->has_set_joint()) lookAtJoint(flat.step->set_joint());
  }
  // Files and patches bring what no edit has judged.
  void lookAtVersions(const Result<std::vector<FlatStep>>& steps) {
    std::set<const Program*> all{&program_};
    if (steps.ok())
      for (const FlatStep& flat : *steps) all.insert(flat.owner);
    for (const Program* one : all) {
      note(program::checkProgram(*one));
      if (one->version() > program::kVersion)
        note(fail(program::failures::kNewer, {{"program", arg::Name{one->name()}},
                                              {"version", arg::Count{one->version()}},
                                              {"known", arg::Count{program::kVersion}}}));
    }
  }
  void lookAtProgram() {
    if (program_.has_robot() || program_.start_case() != Program::START_NOT_SET)
      note(robotOf(world_, program_).status());
    const auto robot = robotOf(world_, program_);
    if (robot.ok() && program_.has_start_configuration())
      note(planning::namedConfiguration(world_, *robot, program_.start_configuration()).status());
    if (program_.has_tool()) note(toolOf(world_, program_, nullptr, {}).status());
  }
  void note(Status status) {
    if (!status.ok()) found_.push_back({place_, std::move(status)});
  }
  std::vector<StepFinding>& found() { return found_; }

 private:
  void lookAtMove(const Program& owner, const worldwright::v1::MoveStep& move) {
    const auto robot = robotOf(world_, owner, move);
    if (!robot.ok()) return note(robot.status());
    if (move.has_configuration()) note(planning::namedConfiguration(world_, *robot, move.configuration()).status());
  }
  void lookAtJoint(const worldwright::v1::SetJointStep& step);

  const world::World& world_;
  const Program& program_;
  program::Place place_;
  std::vector<StepFinding> found_;
};

void Problems::lookAtJoint(const worldwright::v1::SetJointStep& step) {
  constexpr double kSlack = 1e-6;  // radians or metres
  const auto object = world::resolve(world_, step.object());
  if (!object.ok()) return;
  const auto place = jointPlace(world_, *object, step.joint());
  note(place.status());
  if (!place.ok()) return;
  const world::JointLimits& limits = world_.peek(*object)->movingJoint(*place).application;
  if (step.position() >= limits.lower - kSlack && step.position() <= limits.upper + kSlack) return;
  const auto tree = kinematics::JointTree::make(world_, *object);
  if (!tree.ok()) return;
  // The others stay where they are, whatever that is.
  JointVector q = tree->worldPositions();
  std::vector<world::JointLimits> only(tree->size());
  only[*place] = tree->limits()[*place];
  q[static_cast<Eigen::Index>(*place)] = step.position();
  note(planning::refuseOutside(
      {planning::failures::kGoalOutside, planning::failures::kGoalInDegrees, planning::failures::kGoalInMillimetres},
      *tree, only, q, kSlack));
}

}  // namespace

Result<std::vector<StepFinding>> programProblems(const world::World& world, const std::string& name) {
  const Programs& programs = world.data().record->programs();
  const Program* found = program::find(programs, name);
  if (!found) return program::noSuchProgram(programs, name);
  Problems problems(world, *found);
  const auto steps = program::expand(programs, name);
  problems.note(steps.status());
  problems.lookAtVersions(steps);
  if (!problems.found().empty()) return std::move(problems.found());
  problems.lookAtProgram();
  for (const FlatStep& flat : *steps) problems.look(flat);
  if (steps->empty()) problems.note(fail(failures::kProgramEmpty, {{"program", arg::Name{name}}}));
  return std::move(problems.found());
}

}  // namespace ww::usecase
