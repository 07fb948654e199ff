// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/stl_writer.h"

#include <cstring>

#include "core/geometry/little_endian.h"

namespace ww::geometry {

std::string toStl(const Mesh& mesh, double scale) {
  // Must not start with "solid", the mark of text files.
  std::string out = "binary STL";
  out.resize(80, '\0');
  out.reserve(84 + 50 * mesh.triangles.size());
  putU32(out, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const Triangle& t : mesh.triangles) {
    const Vec3 p[3] = {mesh.vertices[t[0]] * scale, mesh.vertices[t[1]] * scale, mesh.vertices[t[2]] * scale};
    const Vec3 n = (p[1] - p[0]).cross(p[2] - p[0]);
    const double length = n.norm();
    putVector(out, length > 0.0 ? Vec3(n / length) : Vec3(Vec3::Zero()));
    for (const Vec3& corner : p) putVector(out, corner);
    out.append(2, '\0');
  }
  return out;
}

}  // namespace ww::geometry
