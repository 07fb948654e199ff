# SPDX-License-Identifier: Apache-2.0
@0x8846db30e403e12a;
using TensorProto = import "tensor.capnp".TensorProto;

struct PointCloudProto {
  positions @0: TensorProto;
  normals @1: TensorProto;
  colors @2: TensorProto;
  intensities @3: TensorProto;
}
