// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/interop/isaac/sensor_messages.h"
#include "core/math/pose.h"

// What a sensor tells of things, as plain data. The functions give a message without id, channel and times. Metres,
// radians; poses in the frame of the sensor.
namespace ww::isaac {

// SegmentationCameraProto: of each pixel the class (at most 255 of them; 0 is nothing) and the object.
struct SegmentedPicture {
  int rows = 0, cols = 0;
  std::vector<std::uint8_t> classes;
  std::vector<std::uint16_t> instances;  // 0: nothing
  std::vector<std::string> class_names;  // by number
  Pinhole pinhole;
};
// OUT_OF_RANGE (kDimensions), DATA_LOSS (kBufferSize).
Result<Message> segmentationMessage(const SegmentedPicture& picture);

// FlatscanProto. A range below 0 has no valid measurement; an infinite one hit nothing.
struct FlatRanges {
  std::vector<float> angles_rad;
  std::vector<double> ranges_m;  // as many
  double farthest_m = 0;
};
Message flatScanMessage(const FlatRanges& scan);

// Detections2Proto and Detections3Proto: what is there, for certain.
struct SeenThing {
  std::string label;
  double left = 0, top = 0, right = 0, bottom = 0;  // pixels
  Pose sensor_t_thing;
};
Message boxesMessage(const std::vector<SeenThing>& things);
Message thingsMessage(const std::vector<SeenThing>& things);

// FiducialListProto: tags of the family AprilTag.
struct SeenTagInfo {
  std::string id;  // "tag36h11_14"
  Pose camera_t_tag;
  std::array<std::array<double, 2>, 4> corners{};  // (column, row), pixels; from the upper left, clockwise
};
Message tagsMessage(const std::vector<SeenTagInfo>& tags);

}  // namespace ww::isaac
