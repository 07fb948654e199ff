# SPDX-License-Identifier: Apache-2.0
@0x8c172d638f8a549a;
using Vector3ubProto = import "math.capnp".Vector3ubProto;

struct LedStripProto {
  enabled @0: Bool;
  color @1: Vector3ubProto;
  skip @2: Int32;
  offset @3: Int32;
}
