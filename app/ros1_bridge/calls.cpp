// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/calls.h"

#include "app/ros1_bridge/answers.h"
#include "app/ros1_bridge/parameters.h"

namespace ww::ros1 {
namespace {

Answer getWorldProperties(Desk& desk, Reader& in) {
  const auto fill = [](const v1::GetWorldPropertiesResponse& response, bool, Writer& out) {
    out.f64(response.sim_time());
    out.texts(response.model_names());
    out.boolean(response.rendering_enabled());
  };
  return madeWith(desk, in, v1::GetWorldPropertiesRequest(), &Stub::GetWorldProperties,
                  "GetWorldProperties: got properties", fill);
}

Answer getPhysicsProperties(Desk& desk, Reader& in) {
  const auto fill = [](const v1::GetPhysicsPropertiesResponse& response, bool, Writer& out) {
    out.f64(response.time_step());
    out.boolean(response.pause());
    out.f64(response.max_update_rate());
    write(response.gravity(), out);
    write(response.ode_config(), out);
  };
  return madeWith(desk, in, v1::GetPhysicsPropertiesRequest(), &Stub::GetPhysicsProperties,
                  "GetPhysicsProperties: got properties", fill);
}

Answer setPhysicsProperties(Desk& desk, Reader& in) {
  v1::SetPhysicsPropertiesRequest request;
  request.set_time_step(in.f64());
  request.set_max_update_rate(in.f64());
  read(in, request.mutable_gravity());
  read(in, request.mutable_ode_config());
  return made(desk, in, request, &Stub::SetPhysicsProperties, "physics engine updated");
}

// What is not given stays.
Answer setParameters(Desk& desk, Reader& in) {
  v1::GetPhysicsPropertiesResponse physics;
  grpc::Status status = desk.link.call(&Stub::GetPhysicsProperties, v1::GetPhysicsPropertiesRequest(), &physics);
  if (!status.ok()) return emptyAnswer(status);
  v1::SetPhysicsPropertiesRequest request = asSet(physics);
  const Taken taken = take(in, &request);
  if (!taken.problem.empty()) return emptyAnswer({grpc::StatusCode::INVALID_ARGUMENT, taken.problem});
  v1::SimulationReply reply;
  if (taken.any) status = desk.link.call(&Stub::SetPhysicsProperties, request, &reply);
  if (!status.ok()) return emptyAnswer(status);
  return {true, configOf(request), {}};
}

Answer inState(Desk& desk, Reader& in, v1::SimulationState state) {
  v1::SetSimulationStateRequest request;
  request.set_state(state);
  return madeEmpty(desk, in, request, &Stub::SetSimulationState);
}
Answer pausePhysics(Desk& desk, Reader& in) { return inState(desk, in, v1::STATE_PAUSED); }
Answer unpausePhysics(Desk& desk, Reader& in) { return inState(desk, in, v1::STATE_PLAYING); }

// What was spawned stays: clients spawn once and reset before each trial.
Answer reset(Desk& desk, Reader& in, std::uint32_t scope) {
  v1::ResetSimulationRequest request;
  request.set_scope(scope);
  return madeEmpty(desk, in, request, &Stub::ResetSimulation);
}
Answer resetSimulation(Desk& desk, Reader& in) {
  using Request = v1::ResetSimulationRequest;
  return reset(desk, in, Request::SCOPE_TIME | Request::SCOPE_STATE);
}
Answer resetWorld(Desk& desk, Reader& in) { return reset(desk, in, v1::ResetSimulationRequest::SCOPE_STATE); }

Answer stepPhysics(Desk& desk, Reader& in) {
  v1::StepSimulationRequest request;
  request.set_steps(1);
  return made(desk, in, request, &Stub::StepSimulation, "one step is made");
}

constexpr ServiceRow kServices[] = {
    {"spawn_sdf_model", "gazebo_msgs/SpawnModel", spawnModel},
    {"spawn_urdf_model", "gazebo_msgs/SpawnModel", spawnModel},
    {"spawn_gazebo_model", "gazebo_msgs/SpawnModel", spawnModel},
    {"delete_model", "gazebo_msgs/DeleteModel", deleteModel},
    {"get_model_properties", "gazebo_msgs/GetModelProperties", getModelProperties},
    {"get_model_state", "gazebo_msgs/GetModelState", getModelState},
    {"set_model_state", "gazebo_msgs/SetModelState", setModelState},
    {"set_model_configuration", "gazebo_msgs/SetModelConfiguration", setModelConfiguration},
    {"get_link_properties", "gazebo_msgs/GetLinkProperties", getLinkProperties},
    {"set_link_properties", "gazebo_msgs/SetLinkProperties", setLinkProperties},
    {"get_link_state", "gazebo_msgs/GetLinkState", getLinkState},
    {"set_link_state", "gazebo_msgs/SetLinkState", setLinkState},
    {"get_joint_properties", "gazebo_msgs/GetJointProperties", getJointProperties},
    {"set_joint_properties", "gazebo_msgs/SetJointProperties", setJointProperties},
    {"set_joint_trajectory", "gazebo_msgs/SetJointTrajectory", setJointTrajectory},
    {"apply_body_wrench", "gazebo_msgs/ApplyBodyWrench", applyBodyWrench},
    {"clear_body_wrenches", "gazebo_msgs/BodyRequest", clearBodyWrenches},
    {"apply_joint_effort", "gazebo_msgs/ApplyJointEffort", applyJointEffort},
    {"clear_joint_forces", "gazebo_msgs/JointRequest", clearJointForces},
    {"get_world_properties", "gazebo_msgs/GetWorldProperties", getWorldProperties},
    {"get_physics_properties", "gazebo_msgs/GetPhysicsProperties", getPhysicsProperties},
    {"set_physics_properties", "gazebo_msgs/SetPhysicsProperties", setPhysicsProperties},
    {"set_parameters", "dynamic_reconfigure/Reconfigure", setParameters},
    {"pause_physics", "std_srvs/Empty", pausePhysics},
    {"unpause_physics", "std_srvs/Empty", unpausePhysics},
    {"reset_simulation", "std_srvs/Empty", resetSimulation},
    {"reset_world", "std_srvs/Empty", resetWorld},
    {"step_physics", "std_srvs/Trigger", stepPhysics},  // ours
};

}  // namespace

void finish(const grpc::Status& status, const v1::SimulationReply& reply, std::string_view done, Writer& out) {
  out.boolean(status.ok());
  if (!status.ok()) return out.text(status.error_message());
  std::string message(done);
  if (!reply.status_message().empty()) message += (done.empty() ? "" : "; ") + reply.status_message();
  out.text(message);
}

grpc::Status soundness(const Reader& in) {
  const std::string problem = in.problem();
  return problem.empty() ? grpc::Status::OK : grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, problem);
}

Answer emptyAnswer(const grpc::Status& status) {
  if (status.ok()) return {};
  return {false, status.error_message(), status.error_message()};
}

std::span<const ServiceRow> allServices() { return kServices; }

const ServiceRow* serviceNamed(std::string_view name) {
  for (const ServiceRow& row : kServices)
    if (row.name == name) return &row;
  return nullptr;
}

Answer answerTo(const ServiceRow& service, Desk& desk, std::string_view request) {
  Reader in(request);
  try {
    return service.answer(desk, in);
  } catch (const std::exception& error) {  // memory
    return emptyAnswer({grpc::StatusCode::INTERNAL, error.what()});
  }
}

}  // namespace ww::ros1
