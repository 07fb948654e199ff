// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/obj_text.h"

#include <algorithm>
#include <iterator>

#include "core/exchange/text.h"

namespace ww::exchange {

ObjText::ObjText(std::string mtl) : mtl_(std::move(mtl)) {
  if (!mtl_.empty()) fmt::format_to(std::back_inserter(obj_), "mtllib {}\n", mtl_);
}

void ObjText::add(const geometry::Mesh& mesh, const std::string& name, const std::optional<Look>& look) {
  const auto to = std::back_inserter(obj_);
  fmt::format_to(to, "o {}\n", name);
  for (const Vec3& v : mesh.vertices) fmt::format_to(to, "v {} {} {}\n", v.x(), v.y(), v.z());
  for (const Eigen::Vector3f& n : mesh.normals) fmt::format_to(to, "vn {} {} {}\n", n.x(), n.y(), n.z());
  faces(mesh, look);
  vertices_ += mesh.vertices.size();
  normals_ += mesh.normals.size();
}

void ObjText::faces(const geometry::Mesh& mesh, const std::optional<Look>& look) {
  const auto to = std::back_inserter(obj_);
  // Triangles outside of all runs show the usual colour.
  std::vector<Look> own(mtl_.empty() ? 0 : mesh.triangles.size());
  if (!own.empty())
    for (const geometry::ColorRun& run : mesh.colors) std::fill_n(own.begin() + run.first, run.count, Look{run.color});
  std::optional<std::size_t> used;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (!mtl_.empty()) {
      const std::size_t wanted = looks_.placeOf(look ? *look : own[i]);
      if (wanted != used) fmt::format_to(to, "usemtl material_{}\n", wanted + 1);
      used = wanted;
    }
    const geometry::Triangle& t = mesh.triangles[i];
    const std::uint64_t v = vertices_ + 1, n = normals_ + 1;  // counted from 1
    if (mesh.normals.empty()) fmt::format_to(to, "f {} {} {}\n", v + t[0], v + t[1], v + t[2]);
    else fmt::format_to(to, "f {}//{} {}//{} {}//{}\n", v + t[0], n + t[0], v + t[1], n + t[1], v + t[2], n + t[2]);
  }
}

// Pr and Pm are roughness and metalness, where programs know them.
std::string ObjText::takeMtl() const {
  std::string out;
  for (std::size_t i = 0; i < looks_.all().size(); ++i) {
    const Look& look = looks_.all()[i];
    const geometry::Color& c = look.color;
    out +=
        fmt::format("newmtl material_{}\nKd {} {} {}\nd {}\nPr {}\nPm {}\n\n", i + 1, numberText(c.r), numberText(c.g),
                    numberText(c.b), numberText(c.a), numberText(look.roughness), numberText(look.metalness));
  }
  return out;
}

}  // namespace ww::exchange
