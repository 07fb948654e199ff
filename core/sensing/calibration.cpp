// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ww::sensing {
namespace {

std::string numbers(const std::vector<double>& values) {
  std::string out = "[";
  for (const double v : values) out += fmt::format("{}{}", out.size() > 1 ? ", " : "", v);
  return out + "]";
}

std::vector<double> coefficients(const Optics& o) {
  return {o.distortion.begin(), o.distortion.begin() + (o.lens == Lens::kFisheye ? 4 : 5)};
}

std::vector<double> cameraMatrix(const Optics& o) { return {o.fx, 0, o.cx - 0.5, 0, o.fy, o.cy - 0.5, 0, 0, 1}; }

std::string rosMatrix(const char* name, int rows, int cols, const std::vector<double>& values) {
  return fmt::format("{}:\n  rows: {}\n  cols: {}\n  data: {}\n", name, rows, cols, numbers(values));
}

std::string openCvMatrix(const char* name, int rows, int cols, const std::vector<double>& values) {
  return fmt::format("{}: !!opencv-matrix\n   rows: {}\n   cols: {}\n   dt: d\n   data: {}\n", name, rows, cols,
                     numbers(values));
}

// What is seen farthest from the axis, in radians.
double widestAngle(const Optics& o) {
  double out = 0.0;
  const double right = o.width, bottom = o.height;
  for (const auto& corner : directions(o, {{0.0, 0.0}, {right, 0.0}, {0.0, bottom}, {right, bottom}})) {
    if (!corner) return o.function.last();
    out = std::max(out, std::atan2(corner->head<2>().norm(), corner->z()));
  }
  return out;
}

std::string offBy(const Calibrated& c) {
  return c.off > 0.0 ? fmt::format("# of the fisheye that is closest to this lens, at most {:.2g} pixels off\n", c.off)
                     : std::string();
}

// Names in these files are words.
std::string word(std::string_view name) {
  std::string out;
  for (const char c : name)
    out += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ? c : '_';
  return out;
}

}  // namespace

Calibrated calibrated(const Optics& optics) {
  Calibrated out{optics};
  if (optics.lens != Lens::kFunction || !optics.function.isSound()) return out;
  const LikeFisheye like = fisheyeLike(optics.function, widestAngle(optics));
  Optics& o = out.optics;
  o.lens = Lens::kFisheye;
  o.function = {};
  out.off = like.off * std::max(o.fx, o.fy);
  o.fx *= like.focal;
  o.fy *= like.focal;
  std::ranges::copy(like.terms, o.distortion.begin());
  return out;
}

std::string toCameraInfo(const Sensor& camera) {
  const Calibrated told = calibrated(camera.optics);
  const Optics& o = told.optics;
  const std::vector<double> d = coefficients(o);
  std::string out = offBy(told);
  out += fmt::format("image_width: {}\nimage_height: {}\ncamera_name: {}\n", o.width, o.height, word(camera.name));
  out += rosMatrix("camera_matrix", 3, 3, cameraMatrix(o));
  out += fmt::format("distortion_model: {}\n", o.lens == Lens::kFisheye ? "equidistant" : "plumb_bob");
  out += rosMatrix("distortion_coefficients", 1, static_cast<int>(d.size()), d);
  out += rosMatrix("rectification_matrix", 3, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1});
  out += rosMatrix("projection_matrix", 3, 4, {o.fx, 0, o.cx - 0.5, 0, 0, o.fy, o.cy - 0.5, 0, 0, 0, 1, 0});
  return out;
}

std::string toOpenCv(const Sensor& camera, const Pose& root_t_camera) {
  const Calibrated told = calibrated(camera.optics);
  const Optics& o = told.optics;
  const std::vector<double> d = coefficients(o);
  const Eigen::Matrix4d m = root_t_camera.matrix();
  std::vector<double> pose;
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) pose.push_back(m(r, c));
  std::string out = "%YAML:1.0\n---\n" + offBy(told);
  out += fmt::format("camera_name: {}\nimage_width: {}\nimage_height: {}\n", word(camera.name), o.width, o.height);
  out += fmt::format("model: {}\n", o.lens == Lens::kFisheye ? "fisheye" : "pinhole");
  out += openCvMatrix("camera_matrix", 3, 3, cameraMatrix(o));
  out += openCvMatrix("distortion_coefficients", 1, static_cast<int>(d.size()), d);
  out += openCvMatrix("root_t_camera", 4, 4, pose);
  return out;
}

}  // namespace ww::sensing
