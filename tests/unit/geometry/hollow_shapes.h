// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <utility>
#include <vector>

#include "core/geometry/shape.h"

namespace ww::geometry {

inline Mesh boxAt(const Vec3& min, const Vec3& max) {
  Mesh mesh = tessellate(Primitive(Box{max - min}));
  for (Vec3& v : mesh.vertices) v += (min + max) / 2.0;
  mesh.normals.clear();
  return mesh;
}

inline Mesh joined(const Mesh& a, const Mesh& b) {
  Mesh out = a;
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  out.vertices.insert(out.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const Triangle& t : b.triangles) out.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return out;
}

// Two walls, 100 mm apart, on a floor: 200 x 100 x 100 mm, 20 mm thick.
inline Mesh channel() {
  const Mesh floor = boxAt({0, 0, 0}, {0.2, 0.1, 0.02});
  return joined(joined(floor, boxAt({0, 0, 0.02}, {0.02, 0.1, 0.1})), boxAt({0.18, 0, 0.02}, {0.2, 0.1, 0.1}));
}

// A ring around z, of a tube of 20 mm radius whose middle runs 100 mm from the axis.
inline Mesh ring() {
  constexpr std::uint32_t kAround = 64, kTube = 16;
  Mesh out;
  for (std::uint32_t i = 0; i < kAround; ++i) {
    for (std::uint32_t k = 0; k < kTube; ++k) {
      const double a = 2.0 * M_PI * i / kAround, b = 2.0 * M_PI * k / kTube, r = 0.1 + 0.02 * std::cos(b);
      out.vertices.emplace_back(r * std::cos(a), r * std::sin(a), 0.02 * std::sin(b));
      const auto at = [&](std::uint32_t di, std::uint32_t dk) { return (i + di) % kAround * kTube + (k + dk) % kTube; };
      out.triangles.push_back({at(0, 0), at(1, 0), at(1, 1)});
      out.triangles.push_back({at(0, 0), at(1, 1), at(0, 1)});
    }
  }
  return out;
}

// A housing of 1 m with walls of 10 mm and a door of 0.3 x 0.3 m in the front one.
inline Mesh housing() {
  constexpr double kWall = 0.01, kIn = 1.0 - kWall;
  Mesh out = boxAt({0, 0, 0}, {1, 1, kWall});
  for (const auto& [min, max] :
       std::vector<std::pair<Vec3, Vec3>>{{{0, 0, kIn}, {1, 1, 1}},                 // top
                                          {{0, 0, kWall}, {kWall, 1, kIn}},         // left
                                          {{kIn, 0, kWall}, {1, 1, kIn}},           // right
                                          {{kWall, kIn, kWall}, {kIn, 1, kIn}},     // back
                                          {{kWall, 0, kWall}, {0.35, kWall, kIn}},  // front, around the door
                                          {{0.65, 0, kWall}, {kIn, kWall, kIn}},
                                          {{0.35, 0, kWall}, {0.65, kWall, 0.35}},
                                          {{0.35, 0, 0.65}, {0.65, kWall, kIn}}})
    out = joined(out, boxAt(min, max));
  return out;
}

// A cube of 1 m with a ball of 3 mm radius left out somewhere within.
inline Mesh pore() {
  Mesh ball = tessellate(Primitive(Sphere{0.003}), 24);
  ball.normals.clear();
  for (Vec3& v : ball.vertices) v += Vec3(0.31, 0.22, 0.4);
  for (Triangle& t : ball.triangles) std::swap(t[1], t[2]);
  return joined(boxAt({0, 0, 0}, {1, 1, 1}), ball);
}

}  // namespace ww::geometry
