// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/shapes.h"

#include <cmath>
#include <numbers>

namespace ww::ui::scene {
namespace {

constexpr int kSides = 12;

double turn(int i, int n) { return 2.0 * std::numbers::pi * i / n; }

}  // namespace

std::uint32_t ShapeBuilder::vertex(const Vec3& p, const Vec3& n, const QColor& color, int tag) {
  Vertex v{};
  for (int k = 0; k < 3; ++k) {
    v.position[k] = static_cast<float>(p[k]);
    v.normal[k] = static_cast<float>(n[k]);
  }
  v.color[0] = static_cast<std::uint8_t>(color.red());
  v.color[1] = static_cast<std::uint8_t>(color.green());
  v.color[2] = static_cast<std::uint8_t>(color.blue());
  v.color[3] = static_cast<std::uint8_t>(tag);
  vertices_.push_back(v);
  return static_cast<std::uint32_t>(vertices_.size() - 1);
}

void ShapeBuilder::strip(std::uint32_t a0, std::uint32_t a1, std::uint32_t b0, std::uint32_t b1) {
  indices_.insert(indices_.end(), {a0, b0, a1, a1, b0, b1});
}

void ShapeBuilder::tube(const Vec3& from, const Vec3& to, double radius, QColor color, int tag) {
  const Vec3 axis = (to - from).normalized(), u = axis.unitOrthogonal(), v = axis.cross(u);
  std::uint32_t last[2] = {0, 0};
  for (int i = 0; i <= kSides; ++i) {
    const Vec3 n = u * std::cos(turn(i, kSides)) + v * std::sin(turn(i, kSides));
    const std::uint32_t now[2] = {vertex(from + radius * n, n, color, tag), vertex(to + radius * n, n, color, tag)};
    if (i > 0) strip(last[0], now[0], last[1], now[1]);
    last[0] = now[0];
    last[1] = now[1];
  }
}

void ShapeBuilder::cone(const Vec3& base, const Vec3& tip, double radius, QColor color, int tag) {
  const Vec3 axis = (tip - base).normalized(), u = axis.unitOrthogonal(), v = axis.cross(u);
  const double slope = radius / (tip - base).norm();
  for (int i = 0; i < kSides; ++i) {
    const auto dir = [&](double k) -> Vec3 {
      const double a = 2.0 * std::numbers::pi * k / kSides;
      return u * std::cos(a) + v * std::sin(a);
    };
    const Vec3 n0 = dir(i), n1 = dir(i + 1);
    const auto side = [&](const Vec3& n) -> Vec3 { return (n + slope * axis).normalized(); };
    indices_.insert(indices_.end(),
                    {vertex(base + radius * n0, side(n0), color, tag), vertex(base + radius * n1, side(n1), color, tag),
                     vertex(tip, side(dir(i + 0.5)), color, tag)});
    indices_.insert(indices_.end(), {vertex(base + radius * n1, -axis, color, tag),
                                     vertex(base + radius * n0, -axis, color, tag), vertex(base, -axis, color, tag)});
  }
}

void ShapeBuilder::arrow(const Vec3& from, const Vec3& to, double radius, double head_length, double head_radius,
                         QColor color, int tag) {
  const Vec3 neck = to - (to - from).normalized() * head_length;
  tube(from, neck, radius, color, tag);
  cone(neck, to, head_radius, color, tag);
}

void ShapeBuilder::torus(const Vec3& axis, double radius, double thickness, QColor color, int tag, int segments) {
  const Vec3 u = axis.unitOrthogonal(), v = axis.cross(u);
  constexpr int kRound = 8;
  std::vector<std::uint32_t> last, now;
  for (int i = 0; i <= segments; ++i) {
    const Vec3 out = u * std::cos(turn(i, segments)) + v * std::sin(turn(i, segments));
    now.clear();
    for (int k = 0; k <= kRound; ++k) {
      const Vec3 n = out * std::cos(turn(k, kRound)) + axis * std::sin(turn(k, kRound));
      now.push_back(vertex(radius * out + thickness * n, n, color, tag));
    }
    for (std::size_t k = 0; i > 0 && k < kRound; ++k) strip(last[k], last[k + 1], now[k], now[k + 1]);
    last.swap(now);
  }
}

void ShapeBuilder::plate(const Vec3& corner, const Vec3& u, const Vec3& v, QColor color, int tag) {
  const Vec3 n = u.cross(v).normalized();
  const std::uint32_t a = vertex(corner, n, color, tag), b = vertex(corner + u, n, color, tag);
  const std::uint32_t c = vertex(corner + v, n, color, tag), d = vertex(corner + u + v, n, color, tag);
  indices_.insert(indices_.end(), {a, b, c, c, b, d});
}

void ShapeBuilder::ball(double radius, QColor color, int tag) {
  constexpr int kRings = 8;
  std::vector<std::uint32_t> last, now;
  for (int i = 0; i <= kRings; ++i) {
    const double polar = std::numbers::pi * i / kRings;
    now.clear();
    for (int k = 0; k <= kSides; ++k) {
      const Vec3 n(std::sin(polar) * std::cos(turn(k, kSides)), std::sin(polar) * std::sin(turn(k, kSides)),
                   std::cos(polar));
      now.push_back(vertex(radius * n, n, color, tag));
    }
    for (std::size_t k = 0; i > 0 && k < kSides; ++k) strip(last[k], last[k + 1], now[k], now[k + 1]);
    last.swap(now);
  }
}

GpuMesh ShapeBuilder::upload(q3c::QNode* parent) const {
  GpuMesh mesh;
  mesh.vertices = new q3c::QBuffer(parent);
  mesh.vertices->setData(QByteArray(reinterpret_cast<const char*>(vertices_.data()),
                                    static_cast<qsizetype>(vertices_.size() * sizeof(Vertex))));
  mesh.indices = new q3c::QBuffer(parent);
  mesh.indices->setData(QByteArray(reinterpret_cast<const char*>(indices_.data()),
                                   static_cast<qsizetype>(indices_.size() * sizeof(std::uint32_t))));
  mesh.vertex_count = static_cast<unsigned>(vertices_.size());
  mesh.index_count = static_cast<unsigned>(indices_.size());
  return mesh;
}

}  // namespace ww::ui::scene
