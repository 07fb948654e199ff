// SPDX-License-Identifier: Apache-2.0
#include "core/render/lines.h"

#include <algorithm>
#include <cmath>

namespace ww::render {
namespace {

struct Segment {
  Eigen::Vector2d a, b;
  double depth_a = 0, depth_b = 0;
};

// Cut at the plane just before the eye; none when nothing is left.
std::optional<Segment> project(const View& view, Vec3 a, Vec3 b) {
  constexpr double kNear = 1e-3;
  double da = view.depthOf(a), db = view.depthOf(b);
  if (da < kNear && db < kNear) return std::nullopt;
  if (da < kNear) a += (b - a) * ((kNear - da) / (db - da)), da = kNear;
  if (db < kNear) b += (a - b) * ((kNear - db) / (da - db)), db = kNear;
  const auto pa = view.project(a), pb = view.project(b);
  if (!pa || !pb || !pa->allFinite() || !pb->allFinite()) return std::nullopt;
  return Segment{*pa, *pb, da, db};
}

// Narrows the part [t0, t1] of a line x = a + t d to low <= x <= high.
bool clip(double a, double d, double low, double high, double& t0, double& t1) {
  if (std::abs(d) < 1e-12) return a >= low && a <= high;
  const double u = (low - a) / d, v = (high - a) / d;
  t0 = std::max(t0, std::min(u, v));
  t1 = std::min(t1, std::max(u, v));
  return t0 <= t1;
}

class Stroke {
 public:
  Stroke(const Canvas& canvas, const View& view, const Segment& s, const LineStyle& style)
      : canvas_(canvas), s_(s), style_(style), ortho_(view.camera().ortho), d_(s.b - s.a) {}

  void draw() {
    double t0 = 0, t1 = 1;
    const double pad = style_.width + 1;
    if (!clip(s_.a.x(), d_.x(), -pad, canvas_.width + pad, t0, t1)) return;
    if (!clip(s_.a.y(), d_.y(), -pad, canvas_.height + pad, t0, t1)) return;
    const bool steep = std::abs(d_.y()) > std::abs(d_.x());
    const Eigen::Vector2d from = s_.a + t0 * d_, to = s_.a + t1 * d_;
    const int major = steep ? 1 : 0, minor = 1 - major;
    const double reach = 0.5 * style_.width + 1.0, slope = std::abs(d_[major]) > 1e-9 ? d_[minor] / d_[major] : 0.0;
    const int first = static_cast<int>(std::floor(std::min(from[major], to[major]) - reach));
    const int last = static_cast<int>(std::ceil(std::max(from[major], to[major]) + reach));
    for (int i = first; i <= last; ++i) {
      const double middle = s_.a[minor] + (i + 0.5 - s_.a[major]) * slope,
                   across = reach * std::hypot(1.0, slope) + reach * std::abs(slope);
      const int low = static_cast<int>(std::floor(middle - across)),
                high = static_cast<int>(std::ceil(middle + across));
      for (int j = low; j <= high; ++j) steep ? pixel(j, i) : pixel(i, j);
    }
  }

 private:
  void pixel(int x, int y) {
    if (x < 0 || y < 0 || x >= canvas_.width || y >= canvas_.height) return;
    const Eigen::Vector2d p(x + 0.5, y + 0.5);
    const double length2 = d_.squaredNorm();
    const double t = length2 > 1e-12 ? std::clamp((p - s_.a).dot(d_) / length2, 0.0, 1.0) : 0.0;
    const double cover = std::clamp(0.5 * style_.width + 0.5 - (p - s_.a - t * d_).norm(), 0.0, 1.0);
    if (cover <= 0.0) return;
    const auto at = static_cast<std::size_t>(y * canvas_.width + x);
    // Along the picture the inverse of the depth is linear, but for parallel views.
    const double depth =
        ortho_ ? s_.depth_a + t * (s_.depth_b - s_.depth_a) : 1.0 / ((1 - t) / s_.depth_a + t / s_.depth_b);
    if (!style_.on_top && depth * (1.0 - style_.lift) > static_cast<double>(canvas_.depth[at])) return;
    const auto a = static_cast<float>(cover * style_.opacity);
    canvas_.color[at] += a * (style_.color.cast<float>() - canvas_.color[at]);
  }

  const Canvas& canvas_;
  const Segment& s_;
  const LineStyle& style_;
  bool ortho_;
  Eigen::Vector2d d_;
};

}  // namespace

void drawLine(const Canvas& canvas, const View& view, const Vec3& a, const Vec3& b, const LineStyle& style) {
  if (const auto segment = project(view, a, b)) Stroke(canvas, view, *segment, style).draw();
}

void drawPolyline(const Canvas& canvas, const View& view, const std::vector<Vec3>& points, const LineStyle& style) {
  for (std::size_t i = 1; i < points.size(); ++i) drawLine(canvas, view, points[i - 1], points[i], style);
}

void drawFrame(const Canvas& canvas, const View& view, const Pose& root_t_frame, const std::vector<Vec3>& axis_colors,
               double pixels) {
  if (view.depthOf(root_t_frame.p) < 1e-3) return;
  const double length = pixels * view.metresPerPixel(root_t_frame.p);
  std::vector<int> order = {0, 1, 2};
  const auto depth = [&](int k) { return view.depthOf(root_t_frame * Vec3(length * Vec3::Unit(k))); };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return depth(a) > depth(b); });
  for (const int k : order) {
    const Vec3 tip = root_t_frame * Vec3(length * Vec3::Unit(k));
    LineStyle style{axis_colors[static_cast<std::size_t>(k)], 1.0, 2.6, true, 0.0};
    drawLine(canvas, view, root_t_frame.p, tip, style);
    style.width = 5.5;
    drawLine(canvas, view, root_t_frame * Vec3(0.86 * length * Vec3::Unit(k)), tip, style);
  }
}

}  // namespace ww::render
