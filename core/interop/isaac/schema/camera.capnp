# SPDX-License-Identifier: Apache-2.0
@0xf989d1556d157216;
using ImageProto = import "image.capnp".ImageProto;
using Vector2dProto = import "math.capnp".Vector2dProto;
using VectorXdProto = import "math.capnp".VectorXdProto;

struct CameraIntrinsicsProto {
  pinhole @0: PinholeProto;
  distortion @1: DistortionProto;
}

struct ColorCameraProto {
  image @0: ImageProto;
  enum ColorSpace {
    grayscale @0;
    rgb @1;
    bgr @2;
    yuv @3;
    rgba @4;
  }
  colorSpace @1: ColorSpace;
  pinhole @2: PinholeProto;
  distortion @3: DistortionProto;
}

struct DepthCameraProto {
  depthImage @0: ImageProto;
  minDepth @1: Float32;
  maxDepth @2: Float32;
  pinhole @3: PinholeProto;
}

struct DisparityCameraProto {
  disparityImage @0: ImageProto;
  minimumDisparity @1: Float32;
  maximumDisparity @2: Float32;
  cameraBaseline @3: Float32;
  pinhole @4: PinholeProto;
}

struct DistortionProto {
  enum DistortionModel {
    brown @0;
    fisheye @1;
  }
  model @0: DistortionModel;
  coefficients @1: VectorXdProto;
}

struct PinholeProto {
  rows @0: Int16;
  cols @1: Int16;
  focal @2: Vector2dProto;
  center @3: Vector2dProto;
}

struct SegmentationCameraProto {
  labelImage @0: ImageProto;
  struct Label {
    index @0: UInt8;
    name @1: Text;
  }
  labels @1: List(Label);
  instanceImage @2: ImageProto;
  pinhole @3: PinholeProto;
}
