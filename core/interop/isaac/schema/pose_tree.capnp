# SPDX-License-Identifier: Apache-2.0
@0xe93f7510a705b53b;
using Pose3dProto = import "math.capnp".Pose3dProto;

struct PoseTreeProto {
  name @0: Text;
  nodes @1: List(Node);
  edges @2: List(Edge);
  struct Node {
    name @0: Text;
    parentIndex @1: Int32;
    parentTNode @2: Pose3dProto;
    worldTNode @3: Pose3dProto;
  }
  struct Edge {
    parentName @0: Text;
    childName @1: Text;
  }
}
