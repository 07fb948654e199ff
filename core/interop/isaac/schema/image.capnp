# SPDX-License-Identifier: Apache-2.0
@0xb16e3374d43c79dd;
using ElementType = import "element_type.capnp".ElementType;

struct ImageProto {
  elementType @0: ElementType;
  rows @1: UInt16;
  cols @2: UInt16;
  channels @3: UInt16;
  dataBufferIndex @4: UInt16;
}
