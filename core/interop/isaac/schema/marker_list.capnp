# SPDX-License-Identifier: Apache-2.0
@0xf4df328b0f397d8c;
using Vector3dProto = import "math.capnp".Vector3dProto;

struct MarkerListProto {
  markers @0: List(Marker);
  struct Marker {
    name @0: Text;
    parent @1: Text;
    worldTMarker @2: Vector3dProto;
    occluded @3: Bool;
  }
}
