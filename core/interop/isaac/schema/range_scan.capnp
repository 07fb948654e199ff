# SPDX-License-Identifier: Apache-2.0
@0xad79d0e15fcdd8a7;
using TensorProto = import "tensor.capnp".TensorProto;

struct RangeScanProto {
  ranges @0: TensorProto;
  intensities @1: TensorProto;
  theta @2: List(Float32);
  phi @3: List(Float32);
  rangeDenormalizer @4: Float32;
  intensityDenormalizer @5: Float32;
  deltaTime @6: UInt16;
  invalidRangeThreshold @7: Float64;
  outOfRangeThreshold @8: Float64;
}
