# SPDX-License-Identifier: Apache-2.0
@0x8f695632cc0cec36;
using ImageProto = import "image.capnp".ImageProto;
using Pose2dProto = import "math.capnp".Pose2dProto;
using UuidProto = import "uuid.capnp".UuidProto;
using Vector3dProto = import "math.capnp".Vector3dProto;

struct ObstaclesProto {
  struct SphereObstacleProto {
    center @0: Vector3dProto;
    radius @1: Float64;
    frame @2: Text;
    uuid @3: UuidProto;
    time @4: Float64;
  }
  struct DistanceMapProto {
    image @0: ImageProto;
    robotTGridmap @1: Pose2dProto;
    gridCellSize @2: Float64;
    time @3: Float64;
  }
  obstacles @0: List(SphereObstacleProto);
  distanceMaps @1: List(DistanceMapProto);
  robotFrame @2: Text;
}
