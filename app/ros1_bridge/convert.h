// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ros1_bridge/wire.h"
#include "intrinsic/math/proto/pose.pb.h"
#include "intrinsic/math/proto/vector3.pb.h"
#include "worldwright/v1/simulation.pb.h"

// The parts of gazebo_msgs as those of our own messages, in any frame and in the same units: metres, radians, N, Nm.
namespace ww::ros1 {

void read(Reader& in, intrinsic_proto::Vector3* out);
// Four zeros, which many clients leave there, are no orientation: the identity.
void read(Reader& in, intrinsic_proto::Pose* out);
void read(Reader& in, worldwright::v1::Twist* out);
void read(Reader& in, worldwright::v1::Wrench* out);
void read(Reader& in, worldwright::v1::OdePhysics* out);
void read(Reader& in, worldwright::v1::LinkProperties* out);
// A LinkState or ModelState.
void read(Reader& in, worldwright::v1::EntityState* out);

void write(const intrinsic_proto::Vector3& value, Writer& out);
void write(const intrinsic_proto::Pose& value, Writer& out);
void write(const worldwright::v1::Twist& value, Writer& out);
void write(const worldwright::v1::Wrench& value, Writer& out);
void write(const worldwright::v1::OdePhysics& value, Writer& out);
void write(const worldwright::v1::LinkProperties& value, Writer& out);
void write(const worldwright::v1::EntityState& value, Writer& out);
void write(const worldwright::v1::ContactState& value, Writer& out);

struct Header {
  std::uint32_t seq = 0;
  double stamp = 0.0;  // seconds of simulation
  std::string frame_id;
};
void write(const Header& value, Writer& out);

}  // namespace ww::ros1
