# SPDX-License-Identifier: Apache-2.0
@0xb89f858c1b503640;
using ImageProto = import "image.capnp".ImageProto;
using Vector2fProto = import "math.capnp".Vector2fProto;
using Vector3fProto = import "math.capnp".Vector3fProto;

struct SuperpixelLabelsProto {
  labels @0: List(Int32);
}

struct SuperpixelsProto {
  struct Superpixel {
    pixel @0: Vector2fProto;
    color @1: Vector3fProto;
    count @2: UInt32;
  }
  struct Surflet {
    point @0: Vector3fProto;
    normal @1: Vector3fProto;
  }
  indices @0: ImageProto;
  superpixels @1: List(Superpixel);
  surflets @2: List(Surflet);
}
