// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/tool.h"

namespace ww::kinematics {
namespace {

constexpr int kNoTool = 9;

int rankOf(const world::Frame& frame, bool on_robot) {
  const std::string& name = frame.name;
  if (name.find("tool") != std::string::npos || name.find("tcp") != std::string::npos) return on_robot ? 1 : 0;
  if (name.find("flange") != std::string::npos) return 2;
  return frame.is_attachment && on_robot ? 3 : kNoTool;
}

}  // namespace

std::optional<world::NodeRef> toolOf(const world::World& world, ObjectId robot) {
  const world::ObjectPtr object = world.object(robot);
  if (!object) return std::nullopt;
  int best_rank = kNoTool;
  FrameId best;
  world.forEachFrame([&](const world::Frame& frame) {
    if (!world.isAncestor(robot, frame.object)) return;
    const int rank = rankOf(frame, frame.object == robot);
    if (rank >= best_rank) return;
    best_rank = rank;
    best = frame.id;
  });
  if (best) return world::NodeRef(best);
  if (const EntityId last = object->finalEntity()) return world::NodeRef(last);
  return std::nullopt;
}

}  // namespace ww::kinematics
