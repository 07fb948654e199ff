# SPDX-License-Identifier: Apache-2.0
@0xd624b315fdd59313;
using Pose2dProto = import "math.capnp".Pose2dProto;
using Vector3dProto = import "math.capnp".Vector3dProto;

struct RobotStateProto {
  worldTRobot @0: Pose2dProto;
  currentSpeed @1: Vector3dProto;
  displacementSinceLastUpdate @2: Vector3dProto;
}
