// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/render/camera.h"
#include "core/render/failures.h"
#include "worldwright/v1/file.pb.h"

namespace ww::render {
namespace {

using Properties = intrinsic_proto::world::SensorComponent::CommonCameraProperties;

struct Found {
  EntityId entity;
  std::string path;
  Properties properties;
};

const Properties* propertiesOf(const world::Entity& entity) {
  if (entity.kind != world::EntityKind::kSensor || !entity.message) return nullptr;
  const auto& sensor = entity.message->content().sensor().sensor_component();
  if (sensor.has_camera()) return &sensor.camera().properties();
  if (sensor.has_depth_camera()) return &sensor.depth_camera().properties();
  return nullptr;
}

std::vector<Found> allCameras(const world::World& world) {
  std::vector<Found> out;
  world.forEachObject([&](const world::Object& object) {
    for (const world::EntityPtr& e : object.entities) {
      if (const Properties* p = propertiesOf(*e)) out.push_back({e->id, world.display(e->id), *p});
    }
  });
  return out;
}

bool answers(const Found& camera, std::string_view name) {
  const std::size_t colon = camera.path.rfind(':');
  const std::string_view path = camera.path;
  return path == name || path.substr(colon + 1) == name || path.substr(0, colon) == name;
}

// Of the sensor, or made from its horizontal field; 60 degrees when it says neither.
double verticalFov(const Properties& p, double aspect) {
  if (p.intrinsics().fy() > 0 && p.image().height() > 0) {
    return 2.0 * std::atan(0.5 * static_cast<double>(p.image().height()) / p.intrinsics().fy());
  }
  const double wide = p.horizontal_fov() > 0.0 && p.horizontal_fov() < 3.1 ? p.horizontal_fov() : std::numbers::pi / 3;
  const bool has_size = p.image().width() > 0 && p.image().height() > 0;
  const double own =
      has_size ? static_cast<double>(p.image().width()) / static_cast<double>(p.image().height()) : aspect;
  return 2.0 * std::atan(std::tan(0.5 * wide) / own);
}

std::vector<std::string> pathsOf(const std::vector<const Found*>& cameras) {
  std::vector<std::string> out;
  for (const Found* camera : cameras) out.push_back(camera->path);
  return out;
}

Status noCamera(std::string_view name, std::vector<std::string> known) {
  const arg::Name wanted{std::string(name)};
  if (known.empty()) {
    const auto views = viewNames();
    return fail(failures::kNoCameras, {{"name", wanted}, {"views", arg::Names{{views.begin(), views.end()}}}});
  }
  // What a camera answers to is the whole of its path, or either part.
  std::vector<std::string> answers = known;
  for (const std::string& path : known) answers.push_back(path.substr(path.rfind(':') + 1));
  return withNearest(fail(failures::kNoCamera, {{"name", wanted}, {"cameras", arg::Names{std::move(known)}}}), name,
                     answers);
}

}  // namespace

Result<Camera> sensorCamera(const world::World& world, std::string_view name, double aspect) {
  const std::vector<Found> all = allCameras(world);
  std::vector<const Found*> matching;
  std::vector<std::string> names;
  for (const Found& camera : all) {
    names.push_back(camera.path);
    if (answers(camera, name)) matching.push_back(&camera);
  }
  if (matching.empty()) return noCamera(name, std::move(names));
  if (matching.size() > 1) {
    return fail(failures::kManyCameras, {{"name", arg::Name{std::string(name)}},
                                         {"count", arg::Count{matching.size()}},
                                         {"cameras", arg::Names{pathsOf(matching)}}});
  }
  // z forward, x right, y down.
  const Pose root_t_camera = world.rootT(matching.front()->entity);
  Camera camera;
  camera.eye = root_t_camera.p;
  camera.target = root_t_camera * Vec3(0, 0, 1);
  camera.up = root_t_camera.q * -Vec3::UnitY();
  camera.vertical_fov = verticalFov(matching.front()->properties, aspect);
  return camera;
}

}  // namespace ww::render
