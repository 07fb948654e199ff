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
    const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(canvas_.width) + static_cast<std::size_t>(x);
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

namespace {

// Of the picture, with its edge pixels repeated beyond it.
class Contours {
 public:
  Contours(const Canvas& canvas, const View& view)
      : canvas_(canvas),
        half_height_(0.5 * canvas.height * view.metresPerPixel(view.camera().target)),
        ortho_(view.camera().ortho),
        before_(canvas.color) {}

  void draw() {
    for (int y = 0; y < canvas_.height; ++y)
      for (int x = 0; x < canvas_.width; ++x) draw(x, y);
  }

 private:
  std::size_t at(int x, int y) const {
    const int i = std::clamp(x, 0, canvas_.width - 1), j = std::clamp(y, 0, canvas_.height - 1);
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(canvas_.width) + static_cast<std::size_t>(i);
  }

  // Even on a plane, and more the nearer it is.
  float nearness(std::size_t pixel) const {
    const float depth = canvas_.depth[pixel];
    if (!ortho_) return 1.0f / depth;
    return -std::min(depth / static_cast<float>(half_height_), 1e6f);
  }

  void draw(int x, int y) {
    const std::size_t own = at(x, y);
    if (std::isinf(canvas_.depth[own])) return;
    const float here = nearness(own);
    std::size_t beside = own;
    float most = 0.0f;
    for (const auto& [a, b] : {std::pair(at(x - 1, y), at(x + 1, y)), std::pair(at(x, y - 1), at(x, y + 1))}) {
      const float na = nearness(a), nb = nearness(b), stands = 2.0f * here - na - nb;
      if (stands > most) most = stands, beside = na < nb ? a : b;
    }
    const float line = smooth(0.02f, 0.05f, most / (ortho_ ? 1.4f : here));
    if (line > 0.0f) blend(canvas_.color[own], before_[beside], line);
  }

  static float smooth(float low, float high, float v) {
    const float t = std::clamp((v - low) / (high - low), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
  }

  // As the editor's compose.frag has it.
  static void blend(Eigen::Vector3f& c, const Eigen::Vector3f& beside, float line) {
    const Eigen::Vector3f weights(0.30f, 0.59f, 0.11f);
    const float own = c.dot(weights), other = beside.dot(weights), high = std::max(own, other),
                low = std::min(own, other);
    const float same = 1.0f - smooth(1.25f, 2.2f, (high * high + 0.05f) / (low * low + 0.05f));
    const float bright = smooth(0.16f, 0.32f, own), least = 0.12f * bright;
    const Eigen::Vector3f lighter = c + Eigen::Vector3f::Constant(0.2f), to = lighter + bright * (0.35f * c - lighter);
    c += line * (least + (0.55f - least) * same) * (to - c);
  }

  const Canvas& canvas_;
  double half_height_;  // metres, of a parallel view
  bool ortho_;
  std::vector<Eigen::Vector3f> before_;
};

}  // namespace

void drawContours(const Canvas& canvas, const View& view) { Contours(canvas, view).draw(); }

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
