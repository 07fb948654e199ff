// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/render/camera.h"

namespace ww::render {

enum class Shown { kVisual, kCollision };

// One placed geometry of an entity.
struct Instance {
  ObjectId object;
  EntityId entity;
  geometry::GeometryPtr geometry;
  Eigen::Affine3d root_t_shape = Eigen::Affine3d::Identity();
  std::optional<geometry::Color> color;
};

struct Hit {
  double distance = 0.0;  // metres from the origin of the ray
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();       // for shading, unit, towards the origin of the ray
  Vec3 face_normal = Vec3::UnitZ();  // of the triangle, unit, likewise
  const Instance* instance = nullptr;
  geometry::Color color;
};

// What is to be seen of a world, ready for rays. Each geometry is prepared once, however often it is placed.
// Rays may come from any number of threads.
class RayScene {
 public:
  // RESOURCE_EXHAUSTED when memory runs out.
  static Result<RayScene> make(const world::World& world, Shown shown);
  RayScene(RayScene&&) noexcept;
  RayScene& operator=(RayScene&&) noexcept;
  ~RayScene();

  // A ray that is not finite hits nothing.
  std::optional<Hit> trace(const Ray& ray) const;
  // What each of up to eight rays hits; neighbours cost less together.
  std::array<std::optional<Hit>, 8> trace(std::span<const Ray> rays) const;
  // How many of these unit directions meet anything within `range` metres of `from`; none when `from` is not finite.
  // Rays go together, eight at a time, which costs less than one by one.
  int blocked(const Vec3& from, std::span<const Eigen::Vector3f> dirs, double range) const;
  const std::vector<Instance>& instances() const;

 private:
  RayScene();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::render
