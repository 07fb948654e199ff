// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/sensing/sensor.h"

namespace ww::sensing {

// The calibration of a camera for other programs. Both have the centre of the first pixel at (0, 0), half a pixel off
// ours, and Brown's coefficients as k1 k2 p1 p2 k3.

// A lens as other programs know lenses: one by a function becomes the fisheye that is closest to it over the picture.
struct Calibrated {
  Optics optics;
  double off = 0.0;  // pixels, at most
};
Calibrated calibrated(const Optics& optics);

// As ROS writes it (camera_calibration_parsers): names, sizes, matrices, plumb_bob or equidistant.
std::string toCameraInfo(const Sensor& camera);
// As OpenCV's FileStorage writes it; `root_t_camera` is in it as well.
std::string toOpenCv(const Sensor& camera, const Pose& root_t_camera);

}  // namespace ww::sensing
