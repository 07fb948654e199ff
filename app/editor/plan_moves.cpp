// SPDX-License-Identifier: Apache-2.0
#include "app/editor/plan_moves.h"

#include "core/world/values/attachment.h"

namespace ww::editor {
namespace {

bool isPreview(const ui::PoseLayer& layer, const ui::MotionPlan& plan, double seconds) {
  if (!layer.objects().empty() || !layer.frames().empty() || layer.joints().size() != 1) return false;
  const auto& [robot, positions] = *layer.joints().begin();
  return robot == plan.target.robot && positions == plan.at(seconds);
}

// The goal goes with a frame that it rides on, the tool with one on the robot or on what hangs on it.
bool dependsOn(const world::World& world, const usecase::Target& target, FrameId moved) {
  if (world::ridesOn(world, ui::targetFrame(target), moved)) return true;
  const auto frame = world.frame(moved);
  return frame && (frame->object == target.robot || world.isAncestor(target.robot, frame->object));
}

}  // namespace

PlanMoves::PlanMoves(const ui::SessionBridge& bridge, const ui::PoseLayer& layer, const ui::MotionPanel& motion,
                     QObject* parent)
    : QObject(parent), bridge_(bridge), layer_(layer), motion_(motion) {
  connect(&layer_, &ui::PoseLayer::changed, this, [this] {
    const bool moving = look();
    if (moving == moving_) return;
    moving_ = moving;
    Q_EMIT changed();
  });
}

bool PlanMoves::look() const {
  const auto& plan = motion_.currentPlan();
  if (layer_.empty() || !plan || isPreview(layer_, *plan, motion_.seconds())) return false;
  const auto world = bridge_.snapshot().world;
  if (!layer_.moved(*world).empty()) return true;
  for (const auto& [frame, pose] : layer_.frames())
    if (dependsOn(*world, plan->target, frame)) return true;
  return false;
}

}  // namespace ww::editor
