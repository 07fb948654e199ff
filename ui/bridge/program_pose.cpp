// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/program_pose.h"

namespace ww::ui {
namespace {

bool sameSeat(const world::Object& a, const world::Object& b) {
  return a.parent == b.parent && a.parent_entity == b.parent_entity &&
         positionDistance(a.parent_entity_t_this, b.parent_entity_t_this) < 1e-12 &&
         rotationDistance(a.parent_entity_t_this, b.parent_entity_t_this) < 1e-12;
}

// What hangs elsewhere in the one world than in the other.
std::vector<ObjectId> reseated(const world::World& now, const world::World& then) {
  std::vector<ObjectId> out;
  then.forEachObject([&](const world::Object& object) {
    const world::Object* shown = now.peek(object.id);
    if (shown && shown != &object && !sameSeat(*shown, object)) out.push_back(object.id);
  });
  return out;
}

}  // namespace

model::Overrides differenceTo(const world::World& now, const world::World& then, const std::vector<ObjectId>& moved) {
  model::Overrides out;
  for (const ObjectId id : moved) {
    const world::Object *shown = now.peek(id), *wanted = then.peek(id);
    if (!shown || !wanted) continue;
    if (wanted->isKinematic() && wanted->moving_joints.size() == shown->moving_joints.size())
      out.joints[id] = wanted->jointPositions();
    if (!sameSeat(*shown, *wanted)) out.objects[id] = then.rootT(id);
  }
  return out;
}

bool showMoment(PoseLayer& layer, const world::World& now, const usecase::Playback& playback, double seconds) {
  const auto then = playback.at(seconds);
  if (!then.ok()) return false;
  std::vector<ObjectId> moved = playback.riders();
  for (const program::Mover& mover : playback.program().movers) moved.push_back(mover.object);
  layer.set(differenceTo(now, *then, moved));
  return true;
}

void showPosture(PoseLayer& layer, const world::World& now, const world::World& then, ObjectId robot,
                 const JointVector& joints) {
  std::vector<ObjectId> moved = reseated(now, then);
  model::Overrides there;
  there.joints[robot] = joints;
  // What the robot holds rides with the posture, which its limits may forbid: no edit could bring it there.
  const model::Overlay posed = layer.over(then, there);
  model::Overrides out;
  then.forEachObject([&](const world::Object& object) {
    const world::Object* shown = now.peek(object.id);
    if (!shown || object.id == robot || !object.isKinematic() || shown == &object) return;
    if (object.moving_joints.size() == shown->moving_joints.size()) out.joints[object.id] = object.jointPositions();
  });
  for (const ObjectId id : moved) out.objects[id] = posed.rootT(id);
  out.joints[robot] = joints;
  layer.set(std::move(out));
}

}  // namespace ww::ui
