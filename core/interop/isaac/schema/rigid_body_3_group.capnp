# SPDX-License-Identifier: Apache-2.0
@0xa6dcff2fa9085703;
using Pose3dProto = import "math.capnp".Pose3dProto;
using Vector3dProto = import "math.capnp".Vector3dProto;

struct RigidBody3GroupProto {
  bodies @0: List(RigidBody3Proto);
  names @1: List(Text);
  referenceFrame @2: Text;
}

struct RigidBody3Proto {
  refTBody @0: Pose3dProto;
  linearVelocity @1: Vector3dProto;
  angularVelocity @2: Vector3dProto;
  linearAcceleration @3: Vector3dProto;
  angularAcceleration @4: Vector3dProto;
  scales @5: Vector3dProto;
}
