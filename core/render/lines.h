// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/render/camera.h"

namespace ww::render {

// A picture to draw on: sRGB 0 to 1, and the depth along the view for each pixel.
struct Canvas {
  int width = 0, height = 0;
  std::vector<Eigen::Vector3f>& color;
  const std::vector<float>& depth;
};

struct LineStyle {
  Vec3 color = Vec3::Zero();
  double opacity = 1.0;
  double width = 1.5;   // pixels
  bool on_top = false;  // else hidden by what is nearer
  double lift = 0.002;  // share of the depth by which the line comes nearer before it is compared
};

// Anti-aliased, in the root frame, metres. What is behind the eye is cut off.
void drawLine(const Canvas& canvas, const View& view, const Vec3& a, const Vec3& b, const LineStyle& style);
void drawPolyline(const Canvas& canvas, const View& view, const std::vector<Vec3>& points, const LineStyle& style);
// Lines a pixel wide where one thing ends before another, the stronger the less their colours differ.
void drawContours(const Canvas& canvas, const View& view);
// Three short arrows of constant size on screen.
void drawFrame(const Canvas& canvas, const View& view, const Pose& root_t_frame, const std::vector<Vec3>& axis_colors,
               double pixels);

}  // namespace ww::render
