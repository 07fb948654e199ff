# SPDX-License-Identifier: Apache-2.0
@0xd7c613f65b8ebd79;
using ElementType = import "element_type.capnp".ElementType;

struct TensorProto {
  elementType @0: ElementType;
  sizes @1: List(Int32);
  scanlineStride @2: UInt32;
  dataBufferIndex @3: UInt16;
}
