// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/motion_names.h"

#include <QCoreApplication>

#include "core/kinematics/tool.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

struct MotionNames {
  Q_DECLARE_TR_FUNCTIONS(MotionNames)
};

constexpr double kSameJoint = 1e-4;  // radians or metres
constexpr double kSamePlace = 2e-4;  // metres
constexpr double kSameTurn = 2e-3;   // radians
constexpr int kArmJoints = 3;        // one after another

QString nameOf(const world::World& world, const world::NodeRef& node) {
  return QString::fromStdString(world.display(node));
}

// As in the list of targets: frames of the world by their name alone.
QString frameName(const world::World& world, FrameId id) {
  const auto frame = world.frame(id);
  if (!frame) return {};
  return frame->object == world::kRootObject ? QString::fromStdString(frame->name) : nameOf(world, id);
}

bool isAt(const world::World& world, FrameId frame, const world::NodeRef& tool) {
  const Pose frame_t_tool = world.aTB(frame, tool);
  return frame_t_tool.p.norm() < kSamePlace && frame_t_tool.q.angularDistance(Quat::Identity()) < kSameTurn;
}

std::optional<world::NodeRef> toolOf(const world::World& world, const usecase::Target& target) {
  const auto tool = target.tool ? target.tool : kinematics::toolOf(world, target.robot);
  return tool && isThere(world, *tool) ? tool : std::nullopt;
}

}  // namespace

bool isThere(const world::World& world, const world::NodeRef& node) {
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.peek(*frame) != nullptr;
  if (const auto* entity = std::get_if<EntityId>(&node)) return world.entity(*entity) != nullptr;
  return world.peek(std::get<ObjectId>(node)) != nullptr;
}

std::vector<ToolItem> toolItems(const world::World& world, ObjectId robot) {
  std::vector<ToolItem> out;
  for (const auto& choice : kinematics::toolChoices(world, robot))
    out.push_back({choice.node, nameOf(world, choice.node), toText(choice.why)});
  return out;
}

QString toolText(const world::World& world, const usecase::Target& target) {
  const auto tool = toolOf(world, target);
  if (!tool) return {};
  return QStringLiteral("%1 (%2)").arg(nameOf(world, *tool), toText(kinematics::whyTool(world, target.robot, *tool)));
}

bool isArm(const world::World& world, ObjectId robot) { return kinematics::isArm(world, robot); }

bool isLikelyArm(const world::World& world, ObjectId robot) {
  return kinematics::freedomOf(world, robot) >= kArmJoints && isArm(world, robot);
}

QString startName(const world::World& world, const usecase::Target& target) {
  const QString here = MotionNames::tr("here");
  const auto robot = world.object(target.robot);
  if (!robot) return here;
  for (const auto& configuration : robot->configurations) {
    if (!target.start || configuration.positions.size() != target.start->size()) continue;
    if ((configuration.positions - *target.start).cwiseAbs().maxCoeff() < kSameJoint)
      return QString::fromStdString(configuration.name);
  }
  const auto tool = toolOf(world, target);
  FrameId at;
  if (tool) {
    world.forEachFrame([&](const world::Frame& frame) {
      if (!at && !world.isAncestor(target.robot, frame.object) && isAt(world, frame.id, *tool)) at = frame.id;
    });
  }
  return at ? frameName(world, at) : here;
}

QString goalName(const world::World& world, const usecase::Target& target) {
  return target.configuration.empty() ? frameName(world, targetFrame(target))
                                      : QString::fromStdString(target.configuration);
}

QString motionTitle(const world::World& world, const usecase::Target& target) {
  const auto robot = world.object(target.robot);
  if (!robot) return {};
  return QStringLiteral("%1: %2 \u2192 %3")
      .arg(QString::fromStdString(robot->name), startName(world, target), goalName(world, target));
}

}  // namespace ww::ui
