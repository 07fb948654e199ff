// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/interop/isaac/message.h"
#include "core/math/pose.h"

// Pictures and scans as plain data. Those that write fail with OUT_OF_RANGE (kDimensions) and DATA_LOSS (kBufferSize),
// those that read with INVALID_ARGUMENT (kWrongType) and DATA_LOSS (kBadMessage, kNoBuffer, kBufferSize).
namespace ww::isaac {

enum class PixelType { kUint8, kUint16, kFloat32 };

// Row by row, channels of a pixel together.
struct Picture {
  int rows = 0, cols = 0, channels = 1;
  PixelType type = PixelType::kUint8;
  Buffer pixels;  // exactly rows * cols * channels * size of an element
};

// A pinhole: in pixels, (row, column); the middle of the first pixel is 0.5.
struct Pinhole {
  double focal_row = 0, focal_col = 0, center_row = 0, center_col = 0;
};

// How a lens bends its picture. Brown: r0 r1 r2 t0 t1, the radial ones first; fisheye: r0 to r3. Empty: it does not.
struct Distortion {
  bool fisheye = false;
  std::vector<double> coefficients = {};
};

struct CameraPicture {
  Picture picture;
  Pinhole pinhole;
  double min_depth_m = 0, max_depth_m = 0;  // of depth alone
  Distortion distortion = {};               // of colours alone
  // Of disparity alone: pixels, and metres between the two cameras.
  double min_disparity = 0, max_disparity = 0, baseline_m = 0;
};

// ColorCameraProto: three channels of kUint8 are rgb, four rgba, one is grey. It may fail.
Result<Message> colorMessage(const CameraPicture& picture);
// DepthCameraProto: one channel of kFloat32, metres along the axis. It may fail.
Result<Message> depthMessage(const CameraPicture& picture);
// DisparityCameraProto: one channel of kFloat32, pixels that things stand farther left in the right picture; 0:
// nothing.
Result<Message> disparityMessage(const CameraPicture& picture);
// Of ColorCameraProto, DepthCameraProto, DisparityCameraProto and ImageProto (which has no pinhole). It may fail.
Result<CameraPicture> pictureOf(const Message& message);
// Whether a message carries a picture: such may be left out where a receiver is slow.
bool isPicture(std::uint64_t type_id);

// RangeScanProto: a ray for each pair of angles, theta (around z, from x) by theta.
struct Scan {
  std::vector<float> theta_rad, phi_rad;
  std::vector<double> ranges_m;  // theta.size() * phi.size(); below 0: no valid measurement; infinite: nothing hit
  double farthest_m = 0;         // what the largest number stands for
};
// Fails as said above.
Result<Message> scanMessage(const Scan& scan);
// Fails as said above.
Result<Scan> scanOf(const Message& message);

// PointCloudProto with positions alone. It may fail.
Result<Message> pointMessage(const std::vector<Vec3>& points);
// Fails as said above.
Result<std::vector<Vec3>> pointsOf(const Message& message);

}  // namespace ww::isaac
