// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/model/overlay.h"
#include "core/rays/bundle.h"

namespace ww::rays {

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
  double distance = 0.0;             // metres from the origin of the ray
  Vec3 point = Vec3::Zero();         // metres, in the root frame
  Vec3 normal = Vec3::UnitZ();       // for shading, unit, towards the origin of the ray
  Vec3 face_normal = Vec3::UnitZ();  // of the triangle, unit, likewise
  const Instance* instance = nullptr;
  geometry::Color color;
};

// How far a bundle's rays look, in lengths of their directions.
struct Reach {
  float from = 0.0f;
  float to = std::numeric_limits<float>::infinity();
};

// What a room is made for. For one picture of a large mesh a tree is worth it that is made in a third of the time,
// though rays take a tenth longer in it.
enum class Use { kManyRays, kOnePicture };

// Whether the tree is walked with eight rays at once, which is quicker where they go nearly one way.
enum class Together { kNo, kYes };

// What is to be seen of a world, ready for rays. Each geometry is prepared once, however often it is placed.
// Rays may come from any number of threads.
class Room {
 public:
  // Of an earlier room, `before`, the geometry that both have is taken over. RESOURCE_EXHAUSTED when memory runs out,
  // INVALID_ARGUMENT when something stands at no finite place.
  static Result<Room> make(const world::World& world, Shown shown, const Room* before = nullptr,
                           Use use = Use::kManyRays);
  // Where an overlay has things. The same errors: RESOURCE_EXHAUSTED, INVALID_ARGUMENT.
  static Result<Room> make(const model::Overlay& places, Shown shown, const Room* before = nullptr);
  // Of things that stand in no world. The same errors: RESOURCE_EXHAUSTED, INVALID_ARGUMENT.
  static Result<Room> of(std::vector<Instance> instances, const Room* before = nullptr);
  Room(Room&&) noexcept;
  Room& operator=(Room&&) noexcept;
  ~Room();

  // A ray that is not finite hits nothing.
  std::optional<Hit> trace(const Ray& ray) const;
  // What each of up to eight rays hits; neighbours cost less together.
  std::array<std::optional<Hit>, 8> trace(std::span<const Ray> rays) const;
  // How many of these unit directions meet anything within `range` metres of `from`; none when `from` is not finite.
  // Rays go together, eight at a time, which costs less than one by one.
  int blocked(const Vec3& from, std::span<const Eigen::Vector3f> dirs, double range) const;
  // From which of up to eight places this unit direction meets anything within `range` metres: a bit each, the lowest
  // for the first. What is not finite meets nothing.
  unsigned blockedFrom(std::span<const Vec3> from, const Eigen::Vector3f& dir, double range) const;

  // The rays `first` to `last` (exclusive; `first` a multiple of eight) of a bundle that leaves from root_t_source;
  // hits[0] is that of `first`. None hits when the pose is not finite.
  void cast(const Pose& root_t_source, const Bundle& bundle, std::size_t first, std::size_t last, Reach reach,
            std::span<RawHit> hits) const;
  // A hit of such a ray again, in double from its triangle; `origin` (metres) and `dir` (any length) in the root
  // frame.
  Hit refined(const Vec3& origin, const Vec3& dir, const RawHit& hit) const;
  // The same rays by Embree alone, with nothing kept but a sum of what is hit: what `cast` is measured by.
  double castBare(const Pose& root_t_source, const Bundle& bundle, Together together) const;

  const std::vector<Instance>& instances() const;

 private:
  Room();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::rays
