// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <google/protobuf/wrappers.pb.h>

#include <memory>
#include <string>

#include "core/geometry/store.h"
#include "core/geometry/wire_convert.h"
#include "core/sensing/sensor.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::test {

using Component = intrinsic_proto::world::SensorComponent;

// A world with things and sensors to look at them; what is added must succeed.
struct Scenery {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  world::World w;

  void apply(const session::EditsPtr& edits) { w = world::apply(w, *edits, *store).value(); }
  ObjectId add(const std::string& name, const geometry::Primitive& shape, const Pose& pose) {
    apply(session::createPrimitive(world::kRootObject, world::kRootEntity, name, shape, {}, pose));
    return w.find(name);
  }
  // An object with the sensor "eye" in its origin, and a fisheye lens if that is given.
  ObjectId addSensor(const std::string& name, const Component& component, const Pose& pose,
                     const std::string& fisheye = {}) {
    intrinsic_proto::scene_object::v1::SceneObject object;
    object.set_name(name);
    auto* link = object.add_entities();
    link->set_name("housing");
    link->mutable_link();
    auto* sensor = object.add_entities();
    sensor->set_name("eye");
    sensor->set_parent_name("housing");
    geometry::toWire(Pose{}, sensor->mutable_parent_t_this());
    *sensor->mutable_sensor()->mutable_sensor_component() = component;
    google::protobuf::StringValue terms;
    terms.set_value(fisheye);
    if (!fisheye.empty()) (*object.mutable_user_data())[sensing::fisheyeKey("eye")].PackFrom(terms);
    apply(session::createFromSceneObject(world::kRootObject, world::kRootEntity, name, object, pose));
    return w.find(name);
  }
  // What an overlay leaves where it is.
  Pose rootT(const sensing::Sensor& sensor) const { return w.rootT(sensor.entity); }
};

// Looking down along -z of the world, x of the picture along its x.
inline Pose lookingDown(double x, double y, double z) {
  return Pose::translation(x, y, z) * Pose::rotation(Vec3::UnitX(), 3.14159265358979323846);
}

inline Component cameraComponent(int width, int height, double fov) {
  Component out;
  auto* p = out.mutable_camera()->mutable_properties();
  p->mutable_image()->set_width(width);
  p->mutable_image()->set_height(height);
  p->set_horizontal_fov(fov);
  return out;
}

}  // namespace ww::test
