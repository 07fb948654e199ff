# SPDX-License-Identifier: Apache-2.0
@0xe57f42d4f2141d79;

struct Matrix3dProto {
  row1 @0: Vector3dProto;
  row2 @1: Vector3dProto;
  row3 @2: Vector3dProto;
}

struct Pose2MeanAndCovariance {
  mean @0: Pose2dProto;
  covariance @1: Matrix3dProto;
}

struct Pose2Samples {
  states @0: List(Pose2dProto);
  weights @1: List(Float64);
}

struct Pose2dProto {
  rotation @0: SO2dProto;
  translation @1: Vector2dProto;
}

struct Pose2fProto {
  rotation @0: SO2fProto;
  translation @1: Vector2fProto;
}

struct Pose3dProto {
  rotation @0: SO3dProto;
  translation @1: Vector3dProto;
}

struct Pose3fProto {
  rotation @0: SO3fProto;
  translation @1: Vector3fProto;
}

struct QuaterniondProto {
  w @0: Float64;
  x @1: Float64;
  y @2: Float64;
  z @3: Float64;
}

struct QuaternionfProto {
  w @0: Float32;
  x @1: Float32;
  y @2: Float32;
  z @3: Float32;
}

struct SO2dProto {
  q @0: Vector2dProto;
}

struct SO2fProto {
  q @0: Vector2fProto;
}

struct SO3dProto {
  q @0: QuaterniondProto;
}

struct SO3fProto {
  q @0: QuaternionfProto;
}

struct Vector2dProto {
  x @0: Float64;
  y @1: Float64;
}

struct Vector2fProto {
  x @0: Float32;
  y @1: Float32;
}

struct Vector2iProto {
  x @0: Int32;
  y @1: Int32;
}

struct Vector3dProto {
  x @0: Float64;
  y @1: Float64;
  z @2: Float64;
}

struct Vector3fProto {
  x @0: Float32;
  y @1: Float32;
  z @2: Float32;
}

struct Vector3iProto {
  x @0: Int32;
  y @1: Int32;
  z @2: Int32;
}

struct Vector3ubProto {
  x @0: UInt8;
  y @1: UInt8;
  z @2: UInt8;
}

struct Vector4dProto {
  x @0: Float64;
  y @1: Float64;
  z @2: Float64;
  w @3: Float64;
}

struct Vector4fProto {
  x @0: Float32;
  y @1: Float32;
  z @2: Float32;
  w @3: Float32;
}

struct Vector4iProto {
  x @0: Int32;
  y @1: Int32;
  z @2: Int32;
  w @3: Int32;
}

struct VectorXdProto {
  coefficients @0: List(Float64);
}

struct VectorXfProto {
  coefficients @0: List(Float32);
}

struct VectorXiProto {
  coefficients @0: List(Int32);
}
