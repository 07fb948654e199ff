// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/tool_lock.h"

#include <algorithm>
#include <functional>

#include "core/kinematics/tool.h"
#include "core/usecase/programs/cast.h"
#include "core/world/values/attachment.h"

namespace ww::ui {
namespace {

using IsTool = std::function<bool(FrameId)>;

// The tool frame that moves against its robot when the frame is moved: itself, one on it, or one of what is
// attached to it.
FrameId toolOn(const world::World& world, const world::Frame& frame, const IsTool& is_tool) {
  if (is_tool(frame.id)) return frame.id;
  if (const auto object = world.object(frame.object))
    for (const FrameId id : world.framesOf(*object))
      if (world::ridesOn(world, id, frame.id) && is_tool(id)) return id;
  for (const ObjectId attached : world::attachedBelow(world, frame))
    for (const FrameId id : world.framesOf(*world.object(attached)))
      if (is_tool(id)) return id;
  return {};
}

ObjectId robotAbove(const world::World& world, FrameId frame) {
  ObjectId robot;
  for (auto object = world.object(world.frame(frame)->object); object; object = world.object(object->parent))
    if (object->isKinematic()) robot = object->id;  // the arm, not the gripper on it
  return robot;
}

// Moved as a whole, a robot keeps its tool.
bool goesWithObject(const world::World& world, const world::Frame& frame, const Selection& selection) {
  return std::any_of(selection.nodes().begin(), selection.nodes().end(), [&](const world::NodeRef& node) {
    const auto* id = std::get_if<ObjectId>(&node);
    return id && *id != world::kRootObject && (*id == frame.object || world.isAncestor(*id, frame.object));
  });
}

FrameId toolOf(const world::World& world, const Selection& selection, const std::vector<FrameId>& chosen) {
  std::optional<std::vector<FrameId>> named;  // asked for only when a frame is selected: programs may be long
  const IsTool is_tool = [&](FrameId id) {
    if (kinematics::isToolFrame(world, id) || std::ranges::find(chosen, id) != chosen.end()) return true;
    if (!named) named = usecase::namedTools(world);
    return std::ranges::binary_search(*named, id);
  };
  for (const auto& node : selection.nodes()) {
    const auto* id = std::get_if<FrameId>(&node);
    const auto frame = id ? world.frame(*id) : nullptr;
    if (!frame || goesWithObject(world, *frame, selection)) continue;
    if (const FrameId tool = toolOn(world, *frame, is_tool)) return tool;
  }
  return {};
}

}  // namespace

ToolLock::ToolLock(SessionBridge& bridge, Selection& selection, QObject* parent)
    : QObject(parent), bridge_(bridge), selection_(selection) {
  connect(&selection_, &Selection::changed, this, [this] {
    redefining_ = false;
    follow();
  });
  connect(&bridge_, &SessionBridge::changed, this, &ToolLock::follow);
}

void ToolLock::follow() {
  const auto world = bridge_.snapshot().world;
  tool_.reset();
  if (const FrameId frame = toolOf(*world, selection_, chosen_)) {
    const ObjectId robot = robotAbove(*world, frame);
    tool_ = {frame, QString::fromStdString(world->frame(frame)->name),
             robot ? QString::fromStdString(world->display(robot)) : QString()};
  }
  redefining_ = redefining_ && tool_;
  Q_EMIT changed();
}

void ToolLock::setChosen(const std::vector<FrameId>& frames) {
  if (chosen_ == frames) return;
  chosen_ = frames;
  follow();
}

void ToolLock::setRedefining(bool on) {
  if (redefining_ == on || (on && !tool_)) return;
  redefining_ = on;
  Q_EMIT changed();
}

QString ToolLock::whyNotRedefine() const { return tool_ ? QString() : tr("Select the frame of a tool first."); }

}  // namespace ww::ui
