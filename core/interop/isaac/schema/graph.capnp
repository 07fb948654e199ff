# SPDX-License-Identifier: Apache-2.0
@0xaec0fa9c38fbb1ff;
using Pose2fProto = import "math.capnp".Pose2fProto;

struct GraphProto {
  nodeCount @0: Int32;
  struct EdgeProto {
    source @0: Int32;
    target @1: Int32;
  }
  edges @1: List(EdgeProto);
}

struct Pose2GraphProto {
  graph @0: GraphProto;
  nodes @1: List(Pose2fProto);
  weights @2: List(Float32);
}
