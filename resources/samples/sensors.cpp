// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/geometry/wire_convert.h"
#include "resources/samples/objects.h"
#include "resources/samples/palette.h"
#include "resources/samples/samples.h"
#include "resources/samples/sculpt.h"

namespace ww::samples {
namespace {

using Component = intrinsic_proto::world::SensorComponent;
using namespace palette;

// A housing that looks along x, and in front of it the optical frame: z ahead, x to the right, y down.
constexpr double kCameraDepth = 0.03;

Result<SceneObject> withSensor(Result<SceneObject> object, const std::string& name, const Pose& housing_t_sensor,
                               const Component& component) {
  WW_TRY(object.status());
  auto* entity = object->add_entities();
  entity->set_name(name);
  entity->set_parent_name("housing");
  geometry::toWire(housing_t_sensor, entity->mutable_parent_t_this());
  *entity->mutable_sensor()->mutable_sensor_component() = component;
  return object;
}

Result<SceneObject> cameraHousing(const std::string& name, double width, geometry::GeometryStore& store) {
  LinkSpec spec;
  Sculpture shape;
  const Vec3 size(kCameraDepth, width, 0.03);
  shape.add(roundedBox(size, 0.004), kGraphite, Pose::translation(0, 0, 0.015));
  spec.visual = shape.finish();
  spec.collision.push_back(boxAt(size, Pose::translation(0, 0, 0.015)));
  spec.mass = 0.1;
  return ObjectBuilder(name, store).link("housing", "", spec).finish();
}

Pose opticalFrame() {
  return Pose::translation(0.5 * kCameraDepth + 0.002, 0, 0.015) * Pose::fromRpy(Vec3::Zero(), deg(-90), 0.0, deg(-90));
}

void setPicture(Component::CommonCameraProperties& p, double fov) {
  p.set_horizontal_fov(fov);
  p.mutable_image()->set_width(640);
  p.mutable_image()->set_height(480);
  p.mutable_image()->set_format(Component::Image::FORMAT_R8G8B8);
  p.mutable_clip()->set_near(0.05);
  p.mutable_clip()->set_far(20.0);
}

Result<SceneObject> camera(geometry::GeometryStore& store) {
  Component c;
  c.set_update_rate(30.0);
  setPicture(*c.mutable_camera()->mutable_properties(), deg(60));
  return withSensor(cameraHousing("camera", 0.05, store), "lens", opticalFrame(), c);
}

Result<SceneObject> depthCamera(geometry::GeometryStore& store) {
  Component c;
  c.set_update_rate(30.0);
  setPicture(*c.mutable_depth_camera()->mutable_properties(), deg(70));
  return withSensor(cameraHousing("depth_camera", 0.10, store), "lens", opticalFrame(), c);
}

// The rays leave from above the housing, so that none meets it.
Result<SceneObject> scanner(const std::string& name, int rows, double reach, double up,
                            geometry::GeometryStore& store) {
  LinkSpec spec;
  Sculpture shape;
  shape.add(roundedCylinder(0.03, 0.06, 0.004), kGraphite);
  spec.visual = shape.finish();
  spec.collision.push_back(cylinderAt(0.03, 0.06, Pose::translation(0, 0, 0.03)));
  spec.mass = 0.3;
  Component c;
  c.set_update_rate(10.0);
  auto* lidar = c.mutable_lidar();
  lidar->mutable_horizontal()->set_samples(rows > 1 ? 720 : 1081);
  lidar->mutable_horizontal()->set_resolution(1.0);
  lidar->mutable_horizontal()->set_min_angle(-reach);
  lidar->mutable_horizontal()->set_max_angle(reach);
  lidar->mutable_vertical()->set_samples(static_cast<std::uint32_t>(rows));
  lidar->mutable_vertical()->set_resolution(1.0);
  lidar->mutable_vertical()->set_min_angle(-up);
  lidar->mutable_vertical()->set_max_angle(up);
  lidar->mutable_range()->set_min_distance(0.1);
  lidar->mutable_range()->set_max_distance(30.0);
  return withSensor(ObjectBuilder(name, store).link("housing", "", spec).finish(), "scan",
                    Pose::translation(0, 0, 0.085), c);
}

Result<SceneObject> flatScanner(geometry::GeometryStore& store) {
  return scanner("laser_scanner", 1, deg(135), 0.0, store);
}

Result<SceneObject> lidar(geometry::GeometryStore& store) { return scanner("lidar", 16, deg(179.75), deg(15), store); }

// Between a flange and what it carries: tools hang on its frame.
Result<SceneObject> forceTorque(geometry::GeometryStore& store) {
  constexpr double kRadius = 0.04, kHeight = 0.03;
  LinkSpec spec;
  Sculpture shape;
  shape.add(roundedCylinder(kRadius, kHeight, 0.004), kGraphite);
  spec.visual = shape.finish();
  spec.collision.push_back(cylinderAt(kRadius, kHeight, Pose::translation(0, 0, 0.5 * kHeight)));
  spec.mass = 0.3;
  Component c;
  c.set_update_rate(100.0);
  c.mutable_force_torque()->set_frame(Component::ForceTorque::FRAME_SENSOR);
  c.mutable_force_torque()->set_measure_direction(Component::ForceTorque::MEASURE_DIRECTION_CHILD_TO_PARENT);
  const Pose top = Pose::translation(0, 0, kHeight);
  return withSensor(ObjectBuilder("force_torque_sensor", store)
                        .link("housing", "", spec)
                        .frame("tool", "housing", top, true)
                        .finish(),
                    "ft", Pose(), c);
}

struct SensorRow {
  SampleInfo info;
  Result<SceneObject> (*make)(geometry::GeometryStore&);
};

const std::vector<SensorRow>& sensorRows() {
  static const std::vector<SensorRow> kRows = {
      {{"camera", "Camera", "640 x 480 pixels, 60 degrees"}, camera},
      {{"depth_camera", "Depth camera", "640 x 480 pixels, 70 degrees"}, depthCamera},
      {{"laser_scanner", "Laser scanner", "1081 rays in a plane, 270 degrees, 30 m"}, flatScanner},
      {{"lidar", "Lidar", "16 rows of 720 rays, 360 degrees, 30 m"}, lidar},
      {{"force_torque_sensor", "Force-torque sensor", "80 mm wide; measures what hangs on it"}, forceTorque},
  };
  return kRows;
}

}  // namespace

std::vector<SampleInfo> sensorList() {
  std::vector<SampleInfo> out;
  for (const SensorRow& row : sensorRows()) out.push_back(row.info);
  return out;
}

bool isSensor(std::string_view name) {
  for (const SensorRow& row : sensorRows())
    if (row.info.name == name) return true;
  return false;
}

Result<SceneObject> sensorObject(std::string_view name, geometry::GeometryStore& store) {
  for (const SensorRow& row : sensorRows())
    if (row.info.name == name) return row.make(store);
  return fail(Code::kNotFound, fmt::format("the library has no sensor '{}'", name));
}

}  // namespace ww::samples
