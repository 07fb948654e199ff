// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <embree3/rtcore.h>

#include <map>

#include "core/rays/failures.h"
#include "core/rays/room.h"
#include "core/rays/round.h"

namespace ww::rays {

struct DeviceDeleter {
  void operator()(RTCDevice d) const { rtcReleaseDevice(d); }
};
struct SceneDeleter {
  void operator()(RTCScene s) const { rtcReleaseScene(s); }
};
using Scene = std::unique_ptr<std::remove_pointer_t<RTCScene>, SceneDeleter>;
using Device = std::shared_ptr<std::remove_pointer_t<RTCDevice>>;

struct Prepared {
  geometry::GeometryPtr geometry;
  geometry::MeshPtr mesh;  // that rays meet: the geometry's, or a finer one of round primitives
  Scene scene;
  Vec3 center;                                 // of the geometry, metres: local floats are relative to it
  std::vector<const geometry::ColorRun*> run;  // per triangle, null without own colour
  std::vector<RoundRun> rounds;                // of a mesh of primitives, where some are round
};
using PreparedPtr = std::shared_ptr<const Prepared>;

// In the scene's floats.
struct FloatRay {
  Eigen::Vector3f origin, dir;
};

struct Room::Impl {
  Device device;  // first: it outlives what was made with it
  std::map<const geometry::Geometry*, PreparedPtr> prepared;
  std::vector<Instance> instances;
  std::vector<const Prepared*> prepared_of;    // per instance
  std::vector<Eigen::Matrix3d> normal_matrix;  // per instance
  // Per instance, as many as its rounds: root frame, metres, to their radii.
  std::vector<std::vector<Eigen::Affine3d>> unit_t_root;
  Vec3 origin = Vec3::Zero();  // of the scene's floats, in the root frame
  Scene top;
  Use use = Use::kManyRays;

  // Errors: those of Room::make().
  template <typename RootT>
  Status collect(const world::World& world, Shown shown, const RootT& root_t);
  void centre();  // the origin of the floats
  // Errors: those of Room::make().
  Status fill(const Room* before);
  Status prepare(const geometry::GeometryPtr& geometry, const Impl* before);
  Status place(std::size_t i);
  Status failure() const {
    const RTCError error = rtcGetDeviceError(device.get());
    if (error == RTC_ERROR_NONE) return okStatus();
    if (error == RTC_ERROR_OUT_OF_MEMORY) return fail(failures::kTracerMemory);
    return fail(failures::kTracerFailed, {{"error", arg::Words{std::to_string(static_cast<int>(error))}}});
  }
  FloatRay floatRay(const Ray& ray) const { return {(ray.origin - origin).cast<float>(), ray.dir.cast<float>()}; }
  Hit toHit(const Ray& ray, const RawHit& hit) const;
  // Where the ray meets what it met the mesh of; infinite where it passes by. Ratios to its direction.
  double metBy(const Ray& ray, double from, const RawHit& hit) const;
  // Where round primitives are, of whose meshes one is hit: the first thing that the ray meets in `reach`.
  RawHit settled(const Ray& ray, Reach reach, const FloatRay& as_floats, RawHit hit) const;
};

}  // namespace ww::rays
