// SPDX-License-Identifier: Apache-2.0
#include "core/render/ray_scene.h"

#include <embree3/rtcore.h>

#include <cmath>
#include <map>

#include "core/render/failures.h"

namespace ww::render {
namespace {

struct DeviceDeleter {
  void operator()(RTCDevice d) const { rtcReleaseDevice(d); }
};
struct SceneDeleter {
  void operator()(RTCScene s) const { rtcReleaseScene(s); }
};
using Device = std::unique_ptr<std::remove_pointer_t<RTCDevice>, DeviceDeleter>;
using Scene = std::unique_ptr<std::remove_pointer_t<RTCScene>, SceneDeleter>;

struct Prepared {
  Scene scene;
  Vec3 center;                                 // of the geometry: local floats are relative to it
  std::vector<const geometry::ColorRun*> run;  // per triangle, null without own colour
};

// Floats keep about 0.1 um at 1 m, so coordinates stay small by being relative to the centre.
bool fillBuffers(RTCGeometry geometry, const geometry::Mesh& mesh, const Vec3& center) {
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                               3 * sizeof(float), mesh.vertices.size()));
  auto* triangles = static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t), mesh.triangles.size()));
  if (!vertices || !triangles) return false;
  for (const Vec3& v : mesh.vertices) {
    for (int k = 0; k < 3; ++k) *vertices++ = static_cast<float>(v[k] - center[k]);
  }
  for (const geometry::Triangle& t : mesh.triangles) triangles = std::copy(t.begin(), t.end(), triangles);
  return true;
}

// In the scene's floats.
struct FloatRay {
  Eigen::Vector3f origin, dir;
};

void setLane(const FloatRay& ray, std::size_t i, float range, RTCRay8& out) {
  out.org_x[i] = ray.origin.x(), out.org_y[i] = ray.origin.y(), out.org_z[i] = ray.origin.z();
  out.dir_x[i] = ray.dir.x(), out.dir_y[i] = ray.dir.y(), out.dir_z[i] = ray.dir.z();
  out.tnear[i] = 0.0f, out.tfar[i] = range;
  out.time[i] = 0.0f, out.mask[i] = ~0u, out.flags[i] = 0, out.id[i] = 0;
}

bool isFinite(const Ray& ray) { return ray.origin.allFinite() && ray.dir.allFinite() && ray.dir.squaredNorm() > 1e-12; }

}  // namespace

struct RayScene::Impl {
  Device device;
  std::map<const geometry::Geometry*, Prepared> prepared;
  std::vector<Instance> instances;
  std::vector<const Prepared*> prepared_of;    // per instance
  std::vector<Eigen::Matrix3d> normal_matrix;  // per instance
  Vec3 origin = Vec3::Zero();                  // of the scene's floats, in the root frame
  Scene top;

  Status collect(const world::World& world, Shown shown);
  Status prepare(const geometry::Geometry& geometry);
  Status place(std::size_t i);
  Status failure() const {
    const RTCError error = rtcGetDeviceError(device.get());
    if (error == RTC_ERROR_NONE) return okStatus();
    if (error == RTC_ERROR_OUT_OF_MEMORY) return fail(failures::kTracerMemory);
    return fail(failures::kTracerFailed, {{"error", arg::Words{std::to_string(static_cast<int>(error))}}});
  }
  FloatRay floatRay(const Ray& ray) const;
  Hit toHit(const Ray& ray, const RTCHit& hit) const;
};

RayScene::RayScene() : impl_(std::make_unique<Impl>()) {}
RayScene::RayScene(RayScene&&) noexcept = default;
RayScene& RayScene::operator=(RayScene&&) noexcept = default;
RayScene::~RayScene() = default;

Status RayScene::Impl::collect(const world::World& world, Shown shown) {
  Bounds all;
  world.forEachObject([&](const world::Object& object) {
    for (const world::EntityPtr& e : object.entities) {
      const auto& placed = shown == Shown::kVisual ? e->visual : e->collision;
      if (placed.empty()) continue;
      const Eigen::Affine3d root_t_entity(world.rootT(e->id).isometry());
      for (const world::PlacedGeometry& g : placed) {
        instances.push_back({object.id, e->id, g.geometry, root_t_entity * g.ref_t_shape, g.color});
        all.add(g.geometry->bounds.transformed(instances.back().root_t_shape));
      }
    }
  });
  if (!all.empty()) origin = all.center();
  for (const Instance& i : instances) {
    if (!i.root_t_shape.matrix().allFinite())
      return fail(failures::kNoPlace, {{"object", arg::Node{world.display(i.entity), i.entity.value}}});
  }
  return okStatus();
}

Status RayScene::Impl::prepare(const geometry::Geometry& geometry) {
  Prepared& p = prepared[&geometry];
  const geometry::Mesh& mesh = *geometry.mesh;
  p.center = geometry.bounds.empty() ? Vec3(Vec3::Zero()) : geometry.bounds.center();
  p.run.assign(mesh.triangles.size(), nullptr);
  for (const geometry::ColorRun& run : mesh.colors) {
    std::fill_n(p.run.begin() + run.first, run.count, &run);
  }
  p.scene.reset(rtcNewScene(device.get()));
  RTCGeometry triangles = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
  const bool filled = fillBuffers(triangles, mesh, p.center);
  if (filled) {
    rtcCommitGeometry(triangles);
    rtcAttachGeometry(p.scene.get(), triangles);
  }
  rtcReleaseGeometry(triangles);
  rtcCommitScene(p.scene.get());
  return failure();
}

Status RayScene::Impl::place(std::size_t i) {
  const Prepared& p = *prepared_of[i];
  const Eigen::Affine3d& t = instances[i].root_t_shape;
  Eigen::Matrix<float, 3, 4> m;
  m.leftCols<3>() = t.linear().cast<float>();
  m.col(3) = (t * p.center - origin).cast<float>();
  normal_matrix.push_back(t.linear().inverse().transpose());
  RTCGeometry instance = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_INSTANCE);
  rtcSetGeometryInstancedScene(instance, p.scene.get());
  rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, m.data());
  rtcCommitGeometry(instance);
  rtcAttachGeometryByID(top.get(), instance, static_cast<unsigned>(i));
  rtcReleaseGeometry(instance);
  return failure();
}

Result<RayScene> RayScene::make(const world::World& world, Shown shown) {
  RayScene scene;
  Impl& d = *scene.impl_;
  d.device.reset(rtcNewDevice("threads=1,set_affinity=0"));
  if (!d.device) return fail(failures::kTracerDoesNotStart);
  WW_TRY(d.collect(world, shown));
  for (const Instance& i : d.instances) {
    if (!d.prepared.contains(i.geometry.get())) WW_TRY(d.prepare(*i.geometry));
    d.prepared_of.push_back(&d.prepared.at(i.geometry.get()));
  }
  d.top.reset(rtcNewScene(d.device.get()));
  for (std::size_t i = 0; i < d.instances.size(); ++i) WW_TRY(d.place(i));
  rtcCommitScene(d.top.get());
  WW_TRY(d.failure());
  return scene;
}

FloatRay RayScene::Impl::floatRay(const Ray& ray) const {
  return {(ray.origin - origin).cast<float>(), ray.dir.cast<float>()};
}

// Again in double from the triangle that was hit.
Hit RayScene::Impl::toHit(const Ray& ray, const RTCHit& hit) const {
  const std::size_t i = hit.instID[0];
  const Instance& instance = instances[i];
  const geometry::Mesh& mesh = *instance.geometry->mesh;
  const geometry::Triangle& t = mesh.triangles[hit.primID];
  const Vec3 a = instance.root_t_shape * mesh.vertices[t[0]], b = instance.root_t_shape * mesh.vertices[t[1]],
             c = instance.root_t_shape * mesh.vertices[t[2]];
  Hit out;
  out.instance = &instance;
  out.face_normal = (b - a).cross(c - a).normalized();
  const double slope = out.face_normal.dot(ray.dir);
  const Vec3 guess = (1.0 - hit.u - hit.v) * a + static_cast<double>(hit.u) * b + static_cast<double>(hit.v) * c;
  out.distance =
      std::abs(slope) > 1e-6 ? (a - ray.origin).dot(out.face_normal) / slope : (guess - ray.origin).dot(ray.dir);
  out.point = ray.origin + out.distance * ray.dir;
  out.normal = out.face_normal;
  if (!mesh.normals.empty()) {
    const Eigen::Vector3f n =
        (1.0f - hit.u - hit.v) * mesh.normals[t[0]] + hit.u * mesh.normals[t[1]] + hit.v * mesh.normals[t[2]];
    const Vec3 turned = normal_matrix[i] * n.cast<double>();
    if (turned.norm() > 1e-9) out.normal = turned.normalized();
  }
  if (slope > 0) out.face_normal = -out.face_normal;
  if (out.normal.dot(ray.dir) > 0) out.normal = -out.normal;
  const geometry::ColorRun* run = prepared_of[i]->run[hit.primID];
  out.color = instance.color ? *instance.color : run ? run->color : geometry::Color{};
  return out;
}

std::optional<Hit> RayScene::trace(const Ray& ray) const { return trace(std::span(&ray, 1))[0]; }

std::array<std::optional<Hit>, 8> RayScene::trace(std::span<const Ray> rays) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  alignas(32) int valid[8] = {};
  RTCRayHit8 query;
  for (std::size_t i = 0; i < std::min<std::size_t>(rays.size(), 8); ++i) {
    if (!isFinite(rays[i])) continue;
    valid[i] = -1;
    setLane(impl_->floatRay(rays[i]), i, std::numeric_limits<float>::infinity(), query.ray);
    query.hit.geomID[i] = query.hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
  }
  rtcIntersect8(valid, impl_->top.get(), &context, &query);
  std::array<std::optional<Hit>, 8> hits;
  for (unsigned i = 0; i < 8; ++i) {
    if (!valid[i] || query.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID) continue;
    hits[i] = impl_->toHit(rays[i], rtcGetHitFromHitN(reinterpret_cast<RTCHitN*>(&query.hit), 8, i));
  }
  return hits;
}

int RayScene::blocked(const Vec3& from, std::span<const Eigen::Vector3f> dirs, double range) const {
  if (!from.allFinite()) return 0;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  FloatRay ray = impl_->floatRay({from, Vec3::UnitZ()});
  RTCRay8 rays;
  int hidden = 0;
  while (!dirs.empty()) {
    alignas(32) int valid[8] = {};
    const std::size_t n = std::min<std::size_t>(8, dirs.size());
    for (std::size_t i = 0; i < n; ++i) {
      if (!dirs[i].allFinite()) continue;
      valid[i] = -1;
      ray.dir = dirs[i];
      setLane(ray, i, static_cast<float>(range), rays);
    }
    rtcOccluded8(valid, impl_->top.get(), &context, &rays);
    for (std::size_t i = 0; i < n; ++i) hidden += valid[i] != 0 && rays.tfar[i] < 0.0f;
    dirs = dirs.subspan(n);
  }
  return hidden;
}

const std::vector<Instance>& RayScene::instances() const { return impl_->instances; }

}  // namespace ww::render
