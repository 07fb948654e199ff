// SPDX-License-Identifier: Apache-2.0
#include "core/scene/components.h"

#include <google/protobuf/message.h>

#include <algorithm>
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/scene/failures.h"
#include "intrinsic/world/proto/physics_component.pb.h"
#include "intrinsic/world/proto/sensor_component.pb.h"

namespace ww::scene {
namespace {

namespace pb = intrinsic_proto::world;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

void collect(Faults& faults, Status status) {
  if (!status.ok()) faults.push_back(std::move(status));
}

double numberAt(const Message& m, const FieldDescriptor* f, int i) {
  const auto* r = m.GetReflection();
  if (f->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE)
    return f->is_repeated() ? r->GetRepeatedDouble(m, f, i) : r->GetDouble(m, f);
  if (f->cpp_type() == FieldDescriptor::CPPTYPE_FLOAT)
    return f->is_repeated() ? r->GetRepeatedFloat(m, f, i) : r->GetFloat(m, f);
  return 0.0;
}

const pb::SensorComponent::CommonCameraProperties& cameraOf(const pb::SensorComponent& sensor) {
  return sensor.has_depth_camera() ? sensor.depth_camera().properties() : sensor.camera().properties();
}

}  // namespace

Status first(const Faults& faults) { return faults.empty() ? okStatus() : faults.front(); }

Status checkNumbers(const Message& message) {
  const auto* r = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  r->ListFields(message, &fields);
  for (const FieldDescriptor* f : fields) {
    if (f->is_map()) continue;
    const int count = f->is_repeated() ? r->FieldSize(message, f) : 1;
    for (int i = 0; i < count; ++i) {
      if (std::isnan(numberAt(message, f, i)))
        return fail(failures::kNotNumber, {{"field", arg::Words{std::string(f->name())}}});
      if (f->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
      WW_TRY(checkNumbers(f->is_repeated() ? r->GetRepeatedMessage(message, f, i) : r->GetMessage(message, f)));
    }
  }
  return okStatus();
}

Status checkNonNegative(double value, std::string_view what) {
  if (std::isfinite(value) && value >= 0.0) return okStatus();
  return fail(failures::kNegative, {{"field", arg::Words{std::string(what)}}, {"value", arg::Number{value}}});
}

Status checkPositive(double value, std::string_view what) {
  if (std::isfinite(value) && value > 0.0) return okStatus();
  return fail(failures::kNotPositive, {{"field", arg::Words{std::string(what)}}, {"value", arg::Number{value}}});
}

Status checkInertia(bool present, const intrinsic_proto::Matrixd& wire) {
  if (!present) return okStatus();
  WW_ASSIGN(const Eigen::MatrixXd m, geometry::fromWire(wire));
  if (m.rows() != 3 || m.cols() != 3) {
    return fail(failures::kInertiaSize,
                {{"rows", arg::Words{std::to_string(m.rows())}}, {"columns", arg::Words{std::to_string(m.cols())}}});
  }
  const double scale = std::max(1e-12, m.cwiseAbs().maxCoeff());
  if ((m - m.transpose()).cwiseAbs().maxCoeff() > 1e-6 * scale) return fail(failures::kInertiaAsymmetric);
  if (m.diagonal().minCoeff() < 0.0) return fail(failures::kInertiaNegative);
  return okStatus();
}

Faults physicsFaults(const pb::PhysicsComponent& p) {
  Faults out;
  collect(out, checkNonNegative(p.mass_kg(), "mass_kg"));
  const auto& f = p.friction();
  const pb::Torsional& t = p.torsional();
  const std::pair<const char*, double> fields[] = {{"friction.mu", f.mu()},
                                                   {"friction.mu2", f.mu2()},
                                                   {"friction.slip1", f.slip1()},
                                                   {"friction.slip2", f.slip2()},
                                                   {"torsional.coefficient", t.coefficient()},
                                                   {"torsional.patch_radius", t.patch_radius()},
                                                   {"torsional.surface_radius", t.surface_radius()},
                                                   {"torsional.ode_slip", t.ode_slip()}};
  for (const auto& [field, value] : fields) collect(out, checkNonNegative(value, field));
  if (p.friction().has_fdir1()) collect(out, geometry::fromWire(p.friction().fdir1()).status());
  if (p.has_contact_kp()) collect(out, checkNonNegative(p.contact_kp(), "contact_kp"));
  if (p.has_contact_kd()) collect(out, checkNonNegative(p.contact_kd(), "contact_kd"));
  Status pose = geometry::fromWireOrIdentity(p.has_this_t_center_of_mass(), p.this_t_center_of_mass()).status();
  if (!pose.ok()) collect(out, std::move(pose).in("this_t_center_of_mass"));
  collect(out, checkInertia(p.has_inertia(), p.inertia()));
  return out;
}

Faults sensorFaults(const pb::SensorComponent& sensor) {
  Faults out;
  collect(out, checkNumbers(sensor));
  if (!out.empty()) return out;  // what follows would tell the same number again
  collect(out, checkNonNegative(sensor.update_rate(), "update_rate"));
  const auto& camera = cameraOf(sensor);
  if (camera.image().width() < 0 || camera.image().height() < 0) {
    collect(out, fail(failures::kImageSize));
  }
  collect(out, checkNonNegative(camera.horizontal_fov(), "properties.horizontal_fov"));
  collect(out, checkNonNegative(camera.clip().near(), "properties.clip.near"));
  if (camera.has_clip() && camera.clip().far() < camera.clip().near()) {
    collect(out, fail(failures::kClippingPlanes));
  }
  const auto& range = sensor.lidar().range();
  collect(out, checkNonNegative(range.min_distance(), "lidar.range.min_distance"));
  if (range.max_distance() < range.min_distance()) {
    collect(out, fail(failures::kLidarRange));
  }
  return out;
}

}  // namespace ww::scene
