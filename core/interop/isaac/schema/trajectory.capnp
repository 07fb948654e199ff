# SPDX-License-Identifier: Apache-2.0
@0xa383942890584edf;
using Vector3dProto = import "math.capnp".Vector3dProto;

struct Vector3TrajectoryListProto {
  trajectories @0: List(Vector3TrajectoryProto);
}

struct Vector3TrajectoryProto {
  states @0: List(Vector3dProto);
  timestamps @1: List(Float64);
  frame @2: Text;
}
