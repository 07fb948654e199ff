// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/simulation/simulation.h"

namespace worldwright::v1 {
class ApplyBodyWrenchRequest;
class ApplyJointEffortRequest;
class BodyRequest;
class ContactsState;
class DeleteModelRequest;
class EntityState;
class GetContactsRequest;
class GetEnergyRequest;
class GetEnergyResponse;
class GetJointPropertiesRequest;
class GetJointPropertiesResponse;
class GetLinkPropertiesRequest;
class GetLinkPropertiesResponse;
class GetLinkStateRequest;
class GetModelPropertiesRequest;
class GetModelPropertiesResponse;
class GetModelStateRequest;
class GetPhysicsPropertiesRequest;
class GetPhysicsPropertiesResponse;
class GetStateResponse;
class GetSurfacePropertiesRequest;
class GetSurfacePropertiesResponse;
class GetWorldPropertiesRequest;
class GetWorldPropertiesResponse;
class HoldModelRequest;
class JointRequest;
class ReleaseModelRequest;
class ResetSimulationRequest;
class SetJointPropertiesRequest;
class SetJointTrajectoryRequest;
class SetLinkPropertiesRequest;
class SetLinkStateRequest;
class SetModelConfigurationRequest;
class SetModelStateRequest;
class SetPhysicsPropertiesRequest;
class SetSurfacePropertiesRequest;
class SimulationReply;
class SimulationStates;
class SpawnModelRequest;
class SpawnModelResponse;
}  // namespace worldwright::v1

// The operations as messages (worldwright/v1/simulation.proto), for services, scripts and records. Each call does one
// and fills its answer, or fails as Simulation does and changes nothing.
namespace ww::simulation {

namespace v1 = worldwright::v1;

// A model that was read, as a request to spawn needs it.
struct SpawnSource {
  std::shared_ptr<const intrinsic_proto::scene_object::v1::SceneObject> object;  // null: a copy
  Pose file_t_object;                                                            // where the file has it
  Pose object_t_model;         // the frame that the file calls the model's
  bool held_by_world = false;  // a joint of the file fastens it
  std::string without;         // what it was read without, for who asked; empty: nothing
};
// ALREADY_EXISTS when the name is in use and no other may be found.
Status perform(Simulation&, const v1::SpawnModelRequest&, const SpawnSource&, v1::SpawnModelResponse*);
Status perform(Simulation&, const v1::DeleteModelRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::GetWorldPropertiesRequest&, v1::GetWorldPropertiesResponse*);
Status perform(Simulation&, const v1::GetModelPropertiesRequest&, v1::GetModelPropertiesResponse*);
Status perform(Simulation&, const v1::GetModelStateRequest&, v1::GetStateResponse*);
Status perform(Simulation&, const v1::SetModelStateRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::GetLinkPropertiesRequest&, v1::GetLinkPropertiesResponse*);
Status perform(Simulation&, const v1::SetLinkPropertiesRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::GetLinkStateRequest&, v1::GetStateResponse*);
Status perform(Simulation&, const v1::SetLinkStateRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::GetJointPropertiesRequest&, v1::GetJointPropertiesResponse*);
Status perform(Simulation&, const v1::SetJointPropertiesRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::GetPhysicsPropertiesRequest&, v1::GetPhysicsPropertiesResponse*);
Status perform(Simulation&, const v1::SetPhysicsPropertiesRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::GetSurfacePropertiesRequest&, v1::GetSurfacePropertiesResponse*);
Status perform(Simulation&, const v1::SetSurfacePropertiesRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::SetModelConfigurationRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::SetJointTrajectoryRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::ApplyBodyWrenchRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::BodyRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::ApplyJointEffortRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::JointRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::HoldModelRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::ReleaseModelRequest&, v1::SimulationReply*);
Status perform(Simulation&, const v1::ResetSimulationRequest&, v1::SimulationReply*);
// INVALID_ARGUMENT for a scope with parts that are none.
Status checkScope(const v1::ResetSimulationRequest& request);
Status perform(Simulation&, const v1::GetContactsRequest&, v1::ContactsState*);
Status perform(Simulation&, const v1::GetEnergyRequest&, v1::GetEnergyResponse*);

struct StatesWanted {
  bool links = true, joints = true, hash = true;
  bool still = false;  // also what stands still, behind what moves
};
void fill(const Simulation& simulation, const StatesWanted& wanted, v1::SimulationStates* out);

// simulation_interfaces' number for how a call ended (SimulationResult).
int resultOf(const Status& status);

}  // namespace ww::simulation
