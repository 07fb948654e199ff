// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/mirror.h"

#include <set>

#include "core/geometry/wire_convert.h"
#include "core/program/check.h"
#include "core/session/program_builders.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/cast.h"
#include "core/usecase/programs/target_pose.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;

Status mirrorMove(const world::World& world, const v1::Program& program, MirrorPlane plane, std::size_t number,
                  v1::MoveStep& move) {
  WW_ASSIGN(const ObjectId robot, robotOf(world, program, move));
  WW_ASSIGN(const world::NodeRef tool, toolOf(world, program, &move, robot));
  WW_ASSIGN(const std::optional<Pose> root_t_tool, targetPose(world, move, robot, tool));
  if (!root_t_tool) return fail(failures::kMirrorNoPose, {{"step", arg::Words{std::to_string(number)}}});
  const Pose robot_t_tool = mirrored(world.rootT(robot).inverse() * *root_t_tool, plane);
  move.clear_target();
  move.mutable_frame()->set_id(world::toWire(robot));
  geometry::toWire(robot_t_tool, move.mutable_frame_t_tool());
  return okStatus();
}

}  // namespace

Pose mirrored(const Pose& frame_t_node, MirrorPlane plane) {
  const Vec3 signs = plane == MirrorPlane::kSides ? Vec3(1, -1, 1) : Vec3(-1, 1, 1);
  const Eigen::Matrix3d mirror = signs.asDiagonal();
  const Eigen::Matrix3d turned = mirror * frame_t_node.q.toRotationMatrix() * mirror;
  return {signs.cwiseProduct(frame_t_node.p), Quat(turned).normalized()};
}

Result<session::EditsPtr> mirrorSteps(const world::World& world, const std::string& name,
                                      std::span<const std::size_t> steps, MirrorPlane plane) {
  const auto& programs = world.data().record->programs();
  const v1::Program* known = program::find(programs, name);
  if (!known) return program::noSuchProgram(programs, name);
  const std::set<std::size_t> chosen(steps.begin(), steps.end());
  v1::Program changed = *known;
  changed.clear_steps();
  std::vector<v1::ProgramStep> copies;
  for (int i = 0; i < known->steps_size(); ++i) {
    const auto number = static_cast<std::size_t>(i);
    *changed.add_steps() = known->steps(i);
    if (!chosen.contains(number)) continue;
    v1::ProgramStep& copy = copies.emplace_back(known->steps(i));
    copy.clear_locked();  // its motion is on this side
    if (copy.has_move()) WW_TRY(mirrorMove(world, *known, plane, number + 1, *copy.mutable_move()));
    if (number != *chosen.rbegin() && i + 1 < known->steps_size()) continue;
    for (const v1::ProgramStep& step : copies) *changed.add_steps() = step;
  }
  return session::setProgram(changed);
}

}  // namespace ww::usecase
