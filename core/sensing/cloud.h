// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/sensing/scan.h"
#include "core/sensing/shot.h"

namespace ww::sensing {

// Points in the frame of the sensor, metres; only what was hit.
struct Cloud {
  std::vector<Eigen::Vector3f> points;
  std::vector<ObjectId> objects;                    // by point; empty when the picture does not tell
  std::vector<std::array<std::uint8_t, 3>> colors;  // by point; empty when the picture has none
};

Cloud cloudOf(const Camera& camera, const Shot& shot);
Cloud cloudOf(const Beams& beams, const Scan& scan);
// A file of the Point Cloud Library, version 0.7: fields x y z, and rgb where there are colours, label (the object's
// id, its lower 32 bits) where objects are told; binary, little endian. `root_t_sensor` stands in it as the viewpoint.
std::string toPcd(const Cloud& cloud, const Pose& root_t_sensor);

}  // namespace ww::sensing
