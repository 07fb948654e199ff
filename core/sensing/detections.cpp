// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/detections.h"

#include <map>

namespace ww::sensing {

RootT rootTOf(const world::World& world) {
  return [&world](world::NodeRef node) { return world.rootT(node); };
}

RootT rootTOf(const model::Overlay& overlay) {
  return [&overlay](world::NodeRef node) { return overlay.rootT(node); };
}

std::vector<Box2> boxesIn(const Shot& shot) {
  std::map<ObjectId, Box2> boxes;
  Box2* last = nullptr;  // neighbours mostly show the same
  for (int y = 0; y < shot.height; ++y) {
    for (int x = 0; x < shot.width; ++x) {
      const ObjectId object = shot.objects[static_cast<std::size_t>(y) * static_cast<std::size_t>(shot.width) +
                                           static_cast<std::size_t>(x)];
      if (!object) continue;
      if (!last || last->object != object) {
        last = &boxes[object];
        if (last->pixels == 0) *last = {object, x, y, x + 1, y + 1, 0};
      }
      last->left = std::min(last->left, x);
      last->right = std::max(last->right, x + 1);
      last->bottom = y + 1;
      ++last->pixels;
    }
  }
  std::vector<Box2> out;
  for (const auto& [object, box] : boxes) out.push_back(box);
  return out;
}

std::vector<Box3> boxesAround(const rays::Room& room, const std::vector<ObjectId>& objects, const RootT& root_t,
                              const Pose& root_t_sensor) {
  std::map<ObjectId, Bounds> bounds;
  for (const ObjectId object : objects) bounds[object];
  std::map<ObjectId, Pose> poses;
  for (const rays::Instance& instance : room.instances()) {
    const auto found = bounds.find(instance.object);
    if (found == bounds.end()) continue;
    if (!poses.contains(instance.object)) poses[instance.object] = root_t(instance.object);
    const Eigen::Affine3d object_t_shape =
        Eigen::Affine3d(poses[instance.object].inverse().isometry()) * instance.root_t_shape;
    for (const Vec3& v : instance.geometry->mesh->vertices) found->second.add(Vec3(object_t_shape * v));
  }
  std::vector<Box3> out;
  for (const ObjectId object : objects) {
    const Bounds& b = bounds[object];
    if (b.empty()) continue;
    const Pose sensor_t_object = root_t_sensor.inverse() * poses[object];
    out.push_back({object, sensor_t_object * Pose{b.center(), Quat::Identity()}, b.size()});
  }
  return out;
}

}  // namespace ww::sensing
