# SPDX-License-Identifier: Apache-2.0
@0x80f2c08f086cc01a;
using TensorProto = import "tensor.capnp".TensorProto;

struct StateProto {
  pack @0: TensorProto;
  schema @1: Text;
  data @2: List(Float64);
}
