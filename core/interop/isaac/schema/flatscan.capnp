# SPDX-License-Identifier: Apache-2.0
@0x9a10476e7d828ca0;

struct FlatscanProto {
  angles @0: List(Float32);
  ranges @1: List(Float32);
  invalidRangeThreshold @2: Float64;
  outOfRangeThreshold @3: Float64;
  visibilities @4: List(Float32);
}
