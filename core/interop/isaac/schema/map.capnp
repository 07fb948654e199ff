# SPDX-License-Identifier: Apache-2.0
@0xf5031e6b6ad6bb47;
using Vector2iProto = import "math.capnp".Vector2iProto;

struct LatticeProto {
  frame @0: Text;
  cellSize @1: Float64;
  dimensions @2: Vector2iProto;
}
