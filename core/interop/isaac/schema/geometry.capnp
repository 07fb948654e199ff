# SPDX-License-Identifier: Apache-2.0
@0xaa2652a8195b8a54;
using Vector2dProto = import "math.capnp".Vector2dProto;
using Vector3dProto = import "math.capnp".Vector3dProto;

struct GroundPlaneProto {
  plane @0: PlaneProto;
}

struct PlaneProto {
  normal @0: Vector3dProto;
  offset @1: Float64;
}

struct RectangleProto {
  min @0: Vector2dProto;
  max @1: Vector2dProto;
}
