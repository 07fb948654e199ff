// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/program/sample_program.h"

#include <cmath>

#include "core/base/failure.h"

namespace ww::test {

using namespace program::dialects;

RobotProgram emptyProgram() {
  RobotProgram program;
  program.name = "Ten poses";
  program.robot = "arm";
  for (int i = 1; i <= 6; ++i) program.joints.push_back({.name = "j" + std::to_string(i), .max_speed = 2.0});
  program.flange_t_tool = Pose::translation(0, 0, 0.15);
  program.robot_t_base = Pose::translation(0.1, 0, 0);
  return program;
}

Move moveOf(MoveKind kind, const Pose& base_t_tool) {
  Move move;
  move.kind = kind;
  move.base_t_tool = base_t_tool;
  move.posture = {1, 1};
  for (const double degrees : {0.0, -90.0, 90.0, 0.0, 45.0, 0.0}) move.joints.push_back(degrees * kDegree);
  if (kind == MoveKind::kLinear) move.speed.linear_m_s = 0.25;
  return move;
}

RobotProgram tenPoses() {
  const double h = std::sqrt(0.5);
  const auto about = [](double x, double y, double z, double degrees) {
    return Quat(Eigen::AngleAxisd(degrees * kDegree, Vec3(x, y, z)));
  };
  const Pose poses[] = {
      {Vec3(0.5, 0, 0.4), Quat::Identity()},
      {Vec3(0.4, -0.2, 0.3), Quat(0, 1, 0, 0)},
      {Vec3(0.3, 0.3, 0.25), Quat(h, 0, 0, h)},
      {Vec3(0.45, 0.1, 0.35), Quat(h, 0, h, 0)},
      {Vec3(0.45, -0.1, 0.35), about(0, 0, 1, 30) * about(0, 1, 0, -90)},
      {Vec3(0.123456, -0.654321, 0.2), about(0, 0.6, 0.8, 179.999)},
      {Vec3(-0.2, 0.35, 0.5), Quat(-0.5, -0.5, -0.5, -0.5)},
      {Vec3(0.2, 0.35, 0.5), Quat(0, h, h, 0)},
      {Vec3(0.0004, -0.0004, 1.0), Quat(0, 0, 0, 1)},
      {Vec3(-0.5, -0.25, 0.125), about(0, 0, 1, 10) * about(0, 1, 0, 20) * about(1, 0, 0, 30)},
  };
  RobotProgram program = emptyProgram();
  program.steps.push_back({"start", moveOf(MoveKind::kJoint, poses[0])});
  for (const Pose& pose : poses)
    program.steps.push_back({"p" + std::to_string(program.steps.size()), moveOf(MoveKind::kLinear, pose)});
  return program;
}

RobotProgram busyProgram() {
  RobotProgram program = emptyProgram();
  program.name = "Pick and place";
  for (RobotJoint& joint : program.joints) joint.max_acceleration = 5.0;
  Move home = moveOf(MoveKind::kJoint, Pose::translation(0.4, 0, 0.6));
  home.speed = {.joint_share = 0.5, .linear_m_s = 0.5};
  home.blend = {.radius_m = 0.01, .share = 0.5};
  Move approach = moveOf(MoveKind::kLinear, Pose::translation(0.4, 0, 0.3));
  approach.speed = {.linear_m_s = 0.25, .angular_rad_s = 90 * kDegree, .linear_m_s2 = 0.8};
  approach.blend = {.radius_m = 0.005, .share = 0.2};
  const Signal grip{"gripper_close", 3}, part{"part_there", 2};
  program.steps = {
      {"home", home},
      {"approach", approach},
      {"pick", moveOf(MoveKind::kLinear, Pose::translation(0.4, 0, 0.25))},
      {"", SetSignal{grip, true}},
      {"", Wait{0.5}},
      {"", AwaitSignal{part, true}},
      {"", Comment{"Lift, then \"go\"\nto the table"}},
      {"place", moveOf(MoveKind::kJointToPose, Pose::translation(0, 0.4, 0.3))},
      {"", GripperMove{"finger", 0.02, SetSignal{grip, false}, 0.2}},
      {"", Call{"Other program"}},
  };
  return program;
}

std::string textIn(std::string_view dialect, const RobotProgram& program) {
  std::string text;
  const auto files = exportProgram(dialect, program);
  for (const ExportedFile& file : files.value()) text += file.text;
  return text;
}

std::string refusalOf(std::string_view dialect, const RobotProgram& program) {
  const auto files = exportProgram(dialect, program);
  if (files.ok()) return {};
  const Status status = files.status();
  return status.failure == nullptr ? status.title : std::string(status.failure->row->code);
}

}  // namespace ww::test
