# SPDX-License-Identifier: Apache-2.0
@0x91f9f82d2f6a05e2;
using Pose3dProto = import "math.capnp".Pose3dProto;
using Vector3dProto = import "math.capnp".Vector3dProto;

struct CollisionProto {
  thisName @0: Text;
  otherName @1: Text;
  thisPose @2: Pose3dProto;
  otherPose @3: Pose3dProto;
  contactPoint @4: Vector3dProto;
  contactNormal @5: Vector3dProto;
  velocity @6: Vector3dProto;
}
