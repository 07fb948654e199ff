// SPDX-License-Identifier: Apache-2.0
#include "core/rays/room.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

#include "core/rays/room_impl.h"

namespace ww::rays {
namespace {

constexpr std::size_t kManyTriangles = 300'000;
constexpr double kRound = 2e-5;  // metres that the mesh of a round primitive may lie outside it
constexpr double kMostSegments = 256, kMostOfTubes = 1024;  // around a circle; a ball has as many triangles squared

// For sensors, which measure what the primitives are: segments around a circle that keep to kRound, as far as that can
// be had; 0 where all is flat.
int roundSegments(const geometry::Geometry& geometry) {
  bool round = false, ball = false;
  for (const geometry::PlacedPrimitive& placed : geometry.shape.primitives) {
    const bool tube = std::holds_alternative<geometry::Cylinder>(placed.primitive);
    const bool flat = std::holds_alternative<geometry::Box>(placed.primitive) ||
                      std::holds_alternative<geometry::Frustum>(placed.primitive);
    round |= !flat;
    ball |= !flat && !tube;
  }
  if (!round || geometry.bounds.empty()) return 0;
  const double radius = 0.5 * (geometry.bounds.max - geometry.bounds.min).maxCoeff();
  const double wanted = std::ceil(std::numbers::pi / std::sqrt(2.0 * kRound / std::max(radius, kRound)));
  const std::size_t count = geometry.shape.primitives.size();
  const double most = ball ? kMostSegments / std::sqrt(count) : kMostOfTubes / static_cast<double>(count);
  // No fewer than what is drawn has.
  return std::max(count <= 64 ? 48 : count <= 1000 ? 24 : 12, static_cast<int>(std::min(wanted, most)));
}

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

}  // namespace

Room::Room() : impl_(std::make_unique<Impl>()) {}
Room::Room(Room&&) noexcept = default;
Room& Room::operator=(Room&&) noexcept = default;
Room::~Room() = default;

template <typename RootT>
Status Room::Impl::collect(const world::World& world, Shown shown, const RootT& root_t) {
  world.forEachObject([&](const world::Object& object) {
    for (const world::EntityPtr& e : object.entities) {
      const auto& placed = shown == Shown::kVisual ? e->visual : e->collision;
      if (placed.empty()) continue;
      const Eigen::Affine3d root_t_entity(root_t(e->id).isometry());
      for (const world::PlacedGeometry& g : placed) {
        instances.push_back({object.id, e->id, g.geometry, root_t_entity * g.ref_t_shape, g.color});
      }
    }
  });
  for (const Instance& i : instances) {
    if (!i.root_t_shape.matrix().allFinite())
      return fail(failures::kNoPlace, {{"object", arg::Node{world.display(i.entity), i.entity.value}}});
  }
  return okStatus();
}

void Room::Impl::centre() {
  Bounds all;
  for (const Instance& i : instances) all.add(i.geometry->bounds.transformed(i.root_t_shape));
  if (!all.empty()) origin = all.center();
}

Status Room::Impl::prepare(const geometry::GeometryPtr& geometry, const Impl* before) {
  PreparedPtr& kept = prepared[geometry.get()];
  if (before) {
    if (const auto found = before->prepared.find(geometry.get()); found != before->prepared.end()) {
      kept = found->second;
      return okStatus();
    }
  }
  const auto made = std::make_shared<Prepared>();
  kept = made;
  Prepared& p = *made;
  p.geometry = geometry;
  p.mesh = geometry->mesh;
  if (const int segments = use == Use::kManyRays ? roundSegments(*geometry) : 0; segments > 0) {
    RoundMesh round = roundMesh(geometry->shape, segments);
    p.mesh = std::move(round.mesh);
    p.rounds = std::move(round.runs);
  }
  const geometry::Mesh& mesh = *p.mesh;
  p.center = geometry->bounds.empty() ? Vec3(Vec3::Zero()) : geometry->bounds.center();
  p.run.assign(mesh.triangles.size(), nullptr);
  for (const geometry::ColorRun& run : mesh.colors) {
    std::fill_n(p.run.begin() + run.first, run.count, &run);
  }
  p.scene.reset(rtcNewScene(device.get()));
  rtcSetSceneFlags(p.scene.get(), RTC_SCENE_FLAG_ROBUST);  // else rays slip through where two triangles meet
  RTCGeometry triangles = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
  if (use == Use::kOnePicture && mesh.triangles.size() > kManyTriangles) {
    rtcSetSceneBuildQuality(p.scene.get(), RTC_BUILD_QUALITY_LOW);
    rtcSetGeometryBuildQuality(triangles, RTC_BUILD_QUALITY_LOW);
  }
  const bool filled = fillBuffers(triangles, mesh, p.center);
  if (filled) {
    rtcCommitGeometry(triangles);
    rtcAttachGeometry(p.scene.get(), triangles);
  }
  rtcReleaseGeometry(triangles);
  rtcCommitScene(p.scene.get());
  return failure();
}

Status Room::Impl::place(std::size_t i) {
  const Prepared& p = *prepared_of[i];
  const Eigen::Affine3d& t = instances[i].root_t_shape;
  Eigen::Matrix<float, 3, 4> m;
  m.leftCols<3>() = t.linear().cast<float>();
  m.col(3) = (t * p.center - origin).cast<float>();
  normal_matrix.push_back(t.linear().inverse().transpose());
  std::vector<Eigen::Affine3d>& units = unit_t_root.emplace_back();
  for (const RoundRun& run : p.rounds)
    units.push_back(run.round ? run.round->unit_t_geometry * t.inverse() : Eigen::Affine3d::Identity());
  RTCGeometry instance = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_INSTANCE);
  rtcSetGeometryInstancedScene(instance, p.scene.get());
  rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, m.data());
  rtcCommitGeometry(instance);
  rtcAttachGeometryByID(top.get(), instance, static_cast<unsigned>(i));
  rtcReleaseGeometry(instance);
  return failure();
}

Status Room::Impl::fill(const Room* before) {
  if (before) device = before->impl_->device;
  else
    device = Device(rtcNewDevice("threads=1,set_affinity=0"), [](RTCDevice d) {
      if (d) rtcReleaseDevice(d);
    });
  if (!device) return fail(failures::kTracerDoesNotStart);
  centre();
  for (const Instance& i : instances) {
    if (!prepared.contains(i.geometry.get())) WW_TRY(prepare(i.geometry, before ? before->impl_.get() : nullptr));
    prepared_of.push_back(prepared.at(i.geometry.get()).get());
  }
  top.reset(rtcNewScene(device.get()));
  rtcSetSceneFlags(top.get(), RTC_SCENE_FLAG_ROBUST);
  for (std::size_t i = 0; i < instances.size(); ++i) WW_TRY(place(i));
  rtcCommitScene(top.get());
  return failure();
}

Result<Room> Room::make(const world::World& world, Shown shown, const Room* before, Use use) {
  Room room;
  room.impl_->use = use;
  WW_TRY(room.impl_->collect(world, shown, [&](EntityId entity) { return world.rootT(entity); }));
  WW_TRY(room.impl_->fill(before));
  return room;
}

Result<Room> Room::make(const model::Overlay& places, Shown shown, const Room* before) {
  Room room;
  WW_TRY(room.impl_->collect(places.world(), shown, [&](EntityId entity) { return places.rootT(entity); }));
  WW_TRY(room.impl_->fill(before));
  return room;
}

Result<Room> Room::of(std::vector<Instance> instances, const Room* before) {
  Room room;
  room.impl_->instances = std::move(instances);
  for (const Instance& i : room.impl_->instances) {
    if (!i.root_t_shape.matrix().allFinite())
      return fail(failures::kNoPlace, {{"object", arg::Node{std::to_string(i.object.value), i.object.value}}});
  }
  WW_TRY(room.impl_->fill(before));
  return room;
}

const std::vector<Instance>& Room::instances() const { return impl_->instances; }

}  // namespace ww::rays
