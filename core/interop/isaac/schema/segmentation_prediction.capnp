# SPDX-License-Identifier: Apache-2.0
@0x8753deaa690d85b3;
using TensorProto = import "tensor.capnp".TensorProto;

struct SegmentationPredictionProto {
  classNames @0: List(Text);
  prediction @1: TensorProto;
}
