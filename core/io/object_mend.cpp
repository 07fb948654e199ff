// SPDX-License-Identifier: Apache-2.0
#include "core/io/object_mend.h"

#include "core/io/failures.h"
#include "core/io/finding.h"
#include "core/io/text_scan.h"
#include "core/scene/components.h"

namespace ww::io {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using intrinsic_proto::world::SensorComponent;

class Mender {
 public:
  Mender(Diagnostics& diagnostics, std::size_t most) : diagnostics_(diagnostics), most_(most) {}

  void mend(so::Entity& e) {
    if (e.link().has_physics_component()) mendPhysics(e);
    if (e.has_sensor()) mendSensor(e);
    if (e.has_joint()) mendJoint(e);
  }

 private:
  static std::string shown(const so::Entity& e) { return cleanUtf8(e.name(), 200); }
  void tell(const char* code, const so::Entity& e, const Status& status) {
    if (diagnostics_.size() < most_)
      diagnostics_.push_back(finding(Diagnostic::Severity::kWarning, code, status, shown(e)));
  }

  // The mass stays where it is sound: it is what people look for.
  void mendPhysics(so::Entity& e) {
    auto& physics = *e.mutable_link()->mutable_physics_component();
    Status status = scene::first(scene::physicsFaults(physics));
    if (status.ok()) return;
    tell("inertia", e, fail(failures::kInertiaLeftOut, {{"link", arg::Name{shown(e)}}}, std::move(status)));
    physics.clear_inertia();
    physics.clear_this_t_center_of_mass();
    if (!scene::first(scene::physicsFaults(physics)).ok()) e.mutable_link()->clear_physics_component();
  }

  void mendSensor(so::Entity& e) {
    SensorComponent& sensor = *e.mutable_sensor()->mutable_sensor_component();
    Status status = scene::first(scene::sensorFaults(sensor));
    if (status.ok()) return;
    tell("sensor", e, fail(failures::kSensorLeftOut, {{"sensor", arg::Name{shown(e)}}}, std::move(status)));
    SensorComponent bare;
    switch (sensor.type_oneof_case()) {
      case SensorComponent::kCamera: bare.mutable_camera(); break;
      case SensorComponent::kDepthCamera: bare.mutable_depth_camera(); break;
      case SensorComponent::kLidar: bare.mutable_lidar(); break;
      case SensorComponent::kForceTorque: bare.mutable_force_torque(); break;
      default: break;
    }
    sensor = std::move(bare);
  }

  void mendJoint(so::Entity& e) {
    auto& k = *e.mutable_joint()->mutable_kinematics_component();
    const bool damped = k.damping() >= 0.0, rubs = k.friction() >= 0.0;  // false for what is no number, too
    if (damped && rubs) return;
    tell("joint-dynamics", e, fail(failures::kDynamicsLeftOut, {{"joint", arg::Name{shown(e)}}}));
    if (!damped) k.clear_damping();
    if (!rubs) k.clear_friction();
  }

  Diagnostics& diagnostics_;
  std::size_t most_;
};

}  // namespace

void mendObject(so::SceneObject& object, Diagnostics& diagnostics, std::size_t most) {
  Mender mender(diagnostics, most);
  for (so::Entity& e : *object.mutable_entities()) mender.mend(e);
}

}  // namespace ww::io
