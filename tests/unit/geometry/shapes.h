// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <random>
#include <utility>
#include <vector>

#include "core/geometry/shape.h"

namespace ww::geometry {

// One of each kind, and the odd ones.
inline std::vector<std::pair<const char*, Primitive>> examplePrimitives() {
  return {{"box", Box{Vec3(1, 2, 3)}},
          {"sphere", Sphere{0.7}},
          {"cylinder", Cylinder{2.0, 0.3}},
          {"capsule", Capsule{1.5, 0.4}},
          {"capsule without tube", Capsule{0.0, 0.4}},
          {"ellipsoid", Ellipsoid{Vec3(0.5, 1.0, 2.0)}},
          {"frustum", Frustum{0.4, 0.7, 0.5, 2.0}},
          {"pyramid", Frustum{0.4, 0.7, 0.0, 2.0}}};
}

// Small triangles anywhere in the cube from -1 to 1.
inline MeshPtr triangleSoup(int count, unsigned seed, double size = 0.2) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto point = [&] { return Vec3(unit(random), unit(random), unit(random)); };
  auto mesh = std::make_shared<Mesh>();
  for (int i = 0; i < count; ++i) {
    const auto v = static_cast<std::uint32_t>(mesh->vertices.size());
    const Vec3 center = point();
    for (int k = 0; k < 3; ++k) mesh->vertices.push_back(center + size * point());
    mesh->triangles.push_back({v, v + 1, v + 2});
  }
  return mesh;
}

}  // namespace ww::geometry
