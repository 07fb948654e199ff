# SPDX-License-Identifier: Apache-2.0
@0xed7e5fd83e7c7faa;
using ElementType = import "element_type.capnp".ElementType;
using TensorProto = import "tensor.capnp".TensorProto;
using VectorXiProto = import "math.capnp".VectorXiProto;

struct CompositeProto {
  enum Measure {
    none @0;
    time @1;
    mass @2;
    position @3;
    speed @4;
    acceleration @5;
    rotation @6;
    angularSpeed @7;
    angularAcceleration @8;
    normal @9;
    color @10;
  }
  struct Quantity {
    entity @0: Text;
    elementType @1: ElementType;
    measure @2: Measure;
    dimensions @3: VectorXiProto;
  }
  quantities @0: List(Quantity);
  schemaHash @1: Text;
  values @2: TensorProto;
}
