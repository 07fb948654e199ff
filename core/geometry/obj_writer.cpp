// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/obj_writer.h"

#include <fmt/format.h>

#include <iterator>

namespace ww::geometry {

std::string toObj(const Mesh& mesh) {
  fmt::memory_buffer out;
  const auto to = std::back_inserter(out);
  for (const Vec3& v : mesh.vertices) fmt::format_to(to, "v {} {} {}\n", v.x(), v.y(), v.z());
  for (const Eigen::Vector3f& n : mesh.normals) fmt::format_to(to, "vn {} {} {}\n", n.x(), n.y(), n.z());
  for (const Triangle& t : mesh.triangles) {
    const std::uint32_t a = t[0] + 1, b = t[1] + 1, c = t[2] + 1;  // counted from 1
    if (mesh.normals.empty()) {
      fmt::format_to(to, "f {} {} {}\n", a, b, c);
    } else {
      fmt::format_to(to, "f {0}//{0} {1}//{1} {2}//{2}\n", a, b, c);
    }
  }
  return fmt::to_string(out);
}

}  // namespace ww::geometry
