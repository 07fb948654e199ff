// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder's wire*.cpp files.
#include "core/geometry/wire_convert.h"
#include "core/simulation/wire.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/simulation.pb.h"

namespace ww::simulation {

// As it was sent, in any frame and unit; the simulation judges it.
Vec3 plainVector(const intrinsic_proto::Vector3& v);
Pose plainPose(const intrinsic_proto::Pose& pose);
Twist plainTwist(const v1::Twist& twist);
// Of any frame and unit.
void toWire(const Vec3& v, intrinsic_proto::Vector3* out);
void toWire(const Twist& twist, v1::Twist* out);
void toWire(const Pose& pose, intrinsic_proto::Pose* out);
void fill(const Simulation& simulation, const StatusMessage& message, v1::SimulationReply* out);

}  // namespace ww::simulation
