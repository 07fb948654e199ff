// SPDX-License-Identifier: Apache-2.0
// Joints.
#include "app/ros1_bridge/answers.h"

namespace ww::ros1 {
namespace {

using Numbers = google::protobuf::RepeatedField<double>;

void take(Reader& in, Numbers* out) {
  for (const double value : in.numbers()) out->Add(value);
}

}  // namespace

Answer getJointProperties(Desk& desk, Reader& in) {
  v1::GetJointPropertiesRequest request;
  request.set_joint_name(in.text());
  const auto fill = [](const v1::GetJointPropertiesResponse& response, bool, Writer& out) {
    out.u8(static_cast<std::uint8_t>(response.type()));
    out.numbers(response.damping());
    out.numbers(response.position());
    out.numbers(response.rate());
  };
  return madeWith(desk, in, request, &Stub::GetJointProperties, "GetJointProperties: got properties", fill);
}

Answer setJointProperties(Desk& desk, Reader& in) {
  v1::SetJointPropertiesRequest request;
  request.set_joint_name(in.text());
  take(in, request.mutable_damping());
  take(in, request.mutable_hi_stop());
  take(in, request.mutable_lo_stop());
  take(in, request.mutable_erp());
  take(in, request.mutable_cfm());
  take(in, request.mutable_stop_erp());
  take(in, request.mutable_stop_cfm());
  take(in, request.mutable_fudge_factor());
  take(in, request.mutable_fmax());
  take(in, request.mutable_vel());
  return made(desk, in, request, &Stub::SetJointProperties, "SetJointProperties: properties set");
}

// Accelerations and efforts of a point are not used: the servos of the simulation follow positions and velocities.
Answer setJointTrajectory(Desk& desk, Reader& in) {
  v1::SetJointTrajectoryRequest request;
  request.set_model_name(in.text());
  in.u32();
  in.time();
  in.text();
  for (std::string& name : in.texts()) request.add_joint_names(std::move(name));
  for (std::uint32_t i = in.length(4 * 4 + 8); i > 0; --i) {
    auto& point = *request.add_points();
    take(in, point.mutable_positions());
    take(in, point.mutable_velocities());
    in.numbers();
    in.numbers();
    point.set_time_from_start(in.duration());
  }
  read(in, request.mutable_model_pose());
  request.set_set_model_pose(in.boolean());
  request.set_disable_physics_updates(in.boolean());
  return made(desk, in, request, &Stub::SetJointTrajectory, "SetJointTrajectory: success");
}

Answer applyJointEffort(Desk& desk, Reader& in) {
  v1::ApplyJointEffortRequest request;
  request.set_joint_name(in.text());
  request.set_effort(in.f64());
  request.set_start_time(in.time());
  request.set_duration(in.duration());
  return made(desk, in, request, &Stub::ApplyJointEffort, "ApplyJointEffort: effort set");
}

Answer clearJointForces(Desk& desk, Reader& in) {
  v1::JointRequest request;
  request.set_joint_name(in.text());
  return madeEmpty(desk, in, request, &Stub::ClearJointForces);
}

}  // namespace ww::ros1
