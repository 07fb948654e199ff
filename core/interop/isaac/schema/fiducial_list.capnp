# SPDX-License-Identifier: Apache-2.0
@0xf0e8f25da377ffe4;
using Pose3dProto = import "math.capnp".Pose3dProto;
using Vector2dProto = import "math.capnp".Vector2dProto;

struct FiducialListProto {
  fiducialList @0: List(FiducialProto);
}

struct FiducialProto {
  enum Type {
    apriltag @0;
    qrcode @1;
    barcode @2;
    artag @3;
  }
  type @0: Type;
  id @1: Text;
  cameraTTag @2: Pose3dProto;
  keypoints @3: List(Vector2dProto);
}
