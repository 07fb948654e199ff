// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/glb_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <tuple>

#include "core/geometry/glb_parts.h"

namespace ww::geometry {
namespace {

// A quarter turn about x, w last: z up becomes y up.
constexpr std::string_view kStandUp = R"("rotation":[-0.70710678118654757,0,0,0.70710678118654757])";

class SceneWriter {
 public:
  explicit SceneWriter(const GlbScene& scene) : scene_(scene) {}

  std::string write() {
    std::vector<std::string> meshes;
    for (const GlbMesh& mesh : scene_.meshes) meshes.push_back(meshEntry(mesh));
    // glTF has no empty lists.
    const auto list = [](const char* key, const std::string& entries) {
      return entries.empty() ? std::string() : fmt::format(R"(,"{}":[{}])", key, entries);
    };
    std::string json = fmt::format(
        R"({{"asset":{{"version":"2.0","generator":"Worldwright"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{}])",
        nodes());
    json += list("meshes", fmt::format("{}", fmt::join(meshes, ",")));
    json += list("materials", fmt::format("{}", fmt::join(materials_, ",")));
    json += list("accessors", buffer_.accessors) + list("bufferViews", buffer_.views);
    if (!buffer_.bytes.empty()) json += fmt::format(R"(,"buffers":[{{"byteLength":{}}}])", buffer_.bytes.size());
    return glbContainer(json + "}", buffer_.bytes);
  }

 private:
  std::string meshEntry(const GlbMesh& mesh) {
    Mesh plain;
    const Mesh* drawn = mesh.mesh.get();
    if (mesh.covers_colors && !drawn->colors.empty()) {
      plain = *drawn;
      plain.colors.clear();
      drawn = &plain;
    }
    std::string attributes = fmt::format(R"("POSITION":{})", buffer_.positions(*drawn));
    if (!drawn->normals.empty()) attributes += fmt::format(R"(,"NORMAL":{})", buffer_.normals(*drawn));
    std::vector<std::string> primitives;
    for (const GlbPart& part : glbParts(*drawn, mesh.material.color)) {
      GlbMaterial material = mesh.material;
      if (!(part.color == material.color)) material = {{}, part.color, material.metalness, material.roughness};
      primitives.push_back(fmt::format(R"({{"attributes":{{{}}},"indices":{},"material":{}}})", attributes,
                                       buffer_.indices(*drawn, part), materialIndex(material)));
    }
    return fmt::format(R"({{"name":{},"primitives":[{}]}})", jsonText(mesh.name), fmt::join(primitives, ","));
  }

  std::size_t materialIndex(GlbMaterial material) {
    const Color& c = material.color;
    const MaterialKey key{material.name, c.r, c.g, c.b, c.a, material.metalness, material.roughness};
    const auto [known, is_new] = used_.try_emplace(key, materials_.size());
    if (!is_new) return known->second;
    if (material.name.empty()) material.name = fmt::format("material_{}", used_.size());
    materials_.push_back(glbMaterial(material));
    return known->second;
  }

  // Node 0 stands up; the others follow by one.
  std::string nodes() const {
    std::vector<std::vector<std::size_t>> children(scene_.nodes.size() + 1);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i)
      children[static_cast<std::size_t>(scene_.nodes[i].parent + 1)].push_back(i + 1);
    const auto below = [&](std::size_t i) {
      return children[i].empty() ? std::string() : fmt::format(R"(,"children":[{}])", fmt::join(children[i], ","));
    };
    std::string out = fmt::format(R"({{"name":{},{}{}}})", jsonText(scene_.name), kStandUp, below(0));
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const GlbNode& node = scene_.nodes[i];
      out += fmt::format(R"(,{{"name":{}{}{}{}}})", jsonText(node.name), place(node.parent_t_this),
                         node.mesh < 0 ? std::string() : fmt::format(R"(,"mesh":{})", node.mesh), below(i + 1));
    }
    return out;
  }

  static std::string place(const Eigen::Affine3d& t) {
    const Eigen::Matrix3d a = t.linear();
    const bool rigid =
        (a.transpose() * a - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-12 && a.determinant() > 0.0;
    if (!rigid) {
      const Eigen::Matrix4d m = t.matrix();
      return fmt::format(R"(,"matrix":[{}])", fmt::join(m.data(), m.data() + m.size(), ","));
    }
    const Vec3 p = t.translation();
    const Quat q = Quat(a).normalized();
    std::string out;
    if (!p.isZero(0.0)) out += fmt::format(R"(,"translation":[{},{},{}])", p.x(), p.y(), p.z());
    if (!(a.array() == Eigen::Matrix3d::Identity().array()).all())
      out += fmt::format(R"(,"rotation":[{},{},{},{}])", q.x(), q.y(), q.z(), q.w());
    return out;
  }

  const GlbScene& scene_;
  GlbBuffer buffer_;
  using MaterialKey = std::tuple<std::string, float, float, float, float, double, double>;
  std::map<MaterialKey, std::size_t> used_;
  std::vector<std::string> materials_;
};

}  // namespace

std::string toGlb(const Mesh& mesh, Color fallback, GlbAxes axes) {
  const std::uint64_t bytes = 24 * std::uint64_t{mesh.vertices.size()} + 12 * std::uint64_t{mesh.triangles.size()};
  if (mesh.triangles.empty() || bytes > 0xf0000000u) return {};
  GlbBuffer buffer;
  const int positions = buffer.positions(mesh);
  const std::string attributes = mesh.normals.empty()
                                     ? fmt::format(R"("POSITION":{})", positions)
                                     : fmt::format(R"("POSITION":{},"NORMAL":{})", positions, buffer.normals(mesh));
  std::string primitives, materials;
  int index = 0;
  for (const GlbPart& part : glbParts(mesh, fallback)) {
    if (index > 0) {
      primitives += ',';
      materials += ',';
    }
    primitives += fmt::format(R"({{"attributes":{{{}}},"indices":{},"material":{}}})", attributes,
                              buffer.indices(mesh, part), index++);
    materials += glbMaterial({{}, part.color, 0.0, 0.6});
  }
  const std::string_view turn = axes == GlbAxes::kYUp ? R"(,"rotation":[-0.70710678,0,0,0.70710678])" : "";
  return glbContainer(
      fmt::format(
          R"({{"asset":{{"version":"2.0","generator":"Worldwright"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0{}}}],"meshes":[{{"primitives":[{}]}}],"materials":[{}],"accessors":[{}],"bufferViews":[{}],"buffers":[{{"byteLength":{}}}]}})",
          turn, primitives, materials, buffer.accessors, buffer.views, buffer.bytes.size()),
      buffer.bytes);
}

std::string toGlb(const GlbScene& scene) {
  std::uint64_t bytes = 0;
  for (const GlbMesh& mesh : scene.meshes)
    bytes += 24 * std::uint64_t{mesh.mesh->vertices.size()} + 12 * std::uint64_t{mesh.mesh->triangles.size()};
  return bytes > 0xf0000000u ? std::string() : SceneWriter(scene).write();
}

}  // namespace ww::geometry
