# SPDX-License-Identifier: Apache-2.0
@0xecd282d812d9c328;
using GraphProto = import "graph.capnp".GraphProto;
using Pose2dProto = import "math.capnp".Pose2dProto;
using Pose3dProto = import "math.capnp".Pose3dProto;
using RectangleProto = import "geometry.capnp".RectangleProto;
using TensorProto = import "tensor.capnp".TensorProto;
using Vector2dProto = import "math.capnp".Vector2dProto;

struct ConfusionMatrixProto {
  numSamples @0: Int64;
  thresholds @1: List(Float64);
  confusionMatrices @2: TensorProto;
}

struct Detections2Proto {
  predictions @0: List(PredictionProto);
  boundingBoxes @1: List(RectangleProto);
  poses @2: List(Pose2dProto);
}

struct Detections3Proto {
  predictions @0: List(PredictionProto);
  poses @1: List(Pose3dProto);
}

struct PredictionProto {
  label @0: Text;
  confidence @1: Float64;
}

struct Skeleton2ListProto {
  skeletons @0: List(Skeleton2Proto);
}

struct Skeleton2Proto {
  graph @0: GraphProto;
  struct Joint2Proto {
    position @0: Vector2dProto;
    label @1: PredictionProto;
  }
  joints @1: List(Joint2Proto);
  label @2: PredictionProto;
}
