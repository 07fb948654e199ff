// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/mesh.h"

namespace ww::test {

// A closed body over the outline of an L, metres: 0.1 long, 0.02 wide, 0.02 high. No convex shape fits it.
inline geometry::Mesh angleMesh() {
  const std::vector<Vec3> foot = {{0, 0, 0}, {0.1, 0, 0}, {0.1, 0.02, 0}, {0.02, 0.02, 0}, {0.02, 0.1, 0}, {0, 0.1, 0}};
  const auto n = static_cast<std::uint32_t>(foot.size());
  geometry::Mesh out;
  out.vertices = foot;
  for (const Vec3& p : foot) out.vertices.emplace_back(p.x(), p.y(), 0.02);
  for (const geometry::Triangle& t : {geometry::Triangle{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    out.triangles.push_back({t[0] + n, t[1] + n, t[2] + n});
    out.triangles.push_back({t[0], t[2], t[1]});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    out.triangles.push_back({i, j, j + n});
    out.triangles.push_back({i, j + n, i + n});
  }
  return out;
}

}  // namespace ww::test
