// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/mesh_data.h"

#include <cmath>
#include <cstring>
#include <unordered_map>

#include "core/geometry/normals.h"
#include "core/geometry/weld.h"
#include "ui/scene/outward.h"

namespace ww::ui::scene {
namespace {

using geometry::Color;
using geometry::Mesh;

struct Vertex {
  float position[3], normal[3];
  std::uint8_t color[4];
};
static_assert(sizeof(Vertex) == 28);

void setColor(Vertex& v, const Color& c) {
  const float parts[4] = {c.r, c.g, c.b, c.a};
  for (int i = 0; i < 4; ++i)
    v.color[i] = static_cast<std::uint8_t>(std::lround(255.0f * std::min(1.0f, std::max(0.0f, parts[i]))));
}

std::vector<Color> triangleColors(const Mesh& mesh) {
  std::vector<Color> colors(mesh.triangles.size());
  for (const auto& run : mesh.colors)
    for (std::uint32_t t = run.first; t < run.first + run.count; ++t) colors[t] = run.color;
  return colors;
}

Vertex makeVertex(const Mesh& mesh, std::uint32_t i, const Vec3& origin) {
  Vertex v{};
  const Vec3 p = mesh.vertices[i] - origin;
  const Eigen::Vector3f n = mesh.normals.empty() ? Eigen::Vector3f::UnitZ() : mesh.normals[i];
  for (int k = 0; k < 3; ++k) {
    v.position[k] = static_cast<float>(p[k]);
    v.normal[k] = n[k];
  }
  setColor(v, Color{});
  return v;
}

// Vertices used by triangles of different colours are doubled.
void fillTriangles(const Mesh& mesh, MeshData& out) {
  std::vector<Vertex> vertices;
  vertices.reserve(mesh.vertices.size());
  for (std::uint32_t i = 0; i < mesh.vertices.size(); ++i) vertices.push_back(makeVertex(mesh, i, out.origin));
  std::vector<std::uint32_t> indices;
  indices.reserve(3 * mesh.triangles.size());
  for (const auto& t : mesh.triangles) indices.insert(indices.end(), t.begin(), t.end());
  if (!mesh.colors.empty()) {
    const auto colors = triangleColors(mesh);
    std::vector<bool> colored(vertices.size(), false);
    std::unordered_map<std::uint64_t, std::uint32_t> doubled;
    for (std::size_t k = 0; k < indices.size(); ++k) {
      const std::uint32_t i = indices[k];
      Vertex wanted = vertices[i];
      setColor(wanted, colors[k / 3]);
      out.translucent = out.translucent || wanted.color[3] < 255;
      if (!colored[i]) {
        vertices[i] = wanted;
        colored[i] = true;
      } else if (std::memcmp(vertices[i].color, wanted.color, 4) != 0) {
        std::uint32_t rgba;
        std::memcpy(&rgba, wanted.color, 4);
        const auto [it, fresh] = doubled.try_emplace(std::uint64_t{i} << 32 | rgba, 0);
        if (fresh) {
          it->second = static_cast<std::uint32_t>(vertices.size());
          vertices.push_back(wanted);
          colored.push_back(true);
        }
        indices[k] = it->second;
      }
    }
  }
  out.vertices = QByteArray(reinterpret_cast<const char*>(vertices.data()),
                            static_cast<qsizetype>(vertices.size() * sizeof(Vertex)));
  out.indices = QByteArray(reinterpret_cast<const char*>(indices.data()),
                           static_cast<qsizetype>(indices.size() * sizeof(std::uint32_t)));
  out.vertex_count = static_cast<unsigned>(vertices.size());
  out.index_count = static_cast<unsigned>(indices.size());
}

using Lines = std::vector<std::pair<Vec3, Vec3>>;

Vec3 triangleNormal(const Mesh& mesh, std::size_t t) {
  const auto& i = mesh.triangles[t];
  const Vec3 a = mesh.vertices[i[0]], b = mesh.vertices[i[1]], c = mesh.vertices[i[2]];
  return (b - a).cross(c - a).normalized();
}

Lines sharpEdges(const Mesh& mesh) {
  const auto joined = geometry::weld(mesh.vertices);
  std::unordered_map<std::uint64_t, std::size_t> first;
  Lines lines;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = joined[mesh.triangles[t][static_cast<std::size_t>(k)]];
      const std::uint32_t b = joined[mesh.triangles[t][static_cast<std::size_t>((k + 1) % 3)]];
      if (a == b) continue;
      const std::uint64_t key = std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
      const auto [it, fresh] = first.try_emplace(key, t);
      if (fresh) continue;
      if (triangleNormal(mesh, t).dot(triangleNormal(mesh, it->second)) < 0.8)
        lines.emplace_back(mesh.vertices[a], mesh.vertices[b]);
    }
  }
  return lines;
}

Lines edgeLines(const geometry::Geometry& geometry) {
  const Mesh& mesh = *geometry.mesh;
  if (mesh.edges.empty()) return geometry.from_mesh ? Lines{} : sharpEdges(mesh);
  Lines lines;
  for (const auto& polyline : mesh.edges)
    for (std::size_t i = 0; i + 1 < polyline.size(); ++i) lines.emplace_back(polyline[i], polyline[i + 1]);
  return lines;
}

void fillEdges(const Lines& lines, MeshData& out) {
  std::vector<float> points;
  points.reserve(6 * lines.size());
  for (const auto& [a, b] : lines)
    for (const Vec3& p : {a, b})
      for (int k = 0; k < 3; ++k) points.push_back(static_cast<float>(p[k] - out.origin[k]));
  out.edges =
      QByteArray(reinterpret_cast<const char*>(points.data()), static_cast<qsizetype>(points.size() * sizeof(float)));
  out.edge_vertex_count = static_cast<unsigned>(points.size() / 3);
}

q3c::QBuffer* makeBuffer(const QByteArray& bytes, q3c::QNode* parent) {
  auto* buffer = new q3c::QBuffer(parent);
  buffer->setData(bytes);
  return buffer;
}

}  // namespace

MeshData makeMeshData(const geometry::Geometry& geometry) {
  MeshData out;
  if (!geometry.bounds.empty()) out.origin = geometry.bounds.center();
  if (geometry.mesh->normals.empty()) fillTriangles(geometry::computeNormals(*geometry.mesh), out);
  else fillTriangles(*geometry.mesh, out);
  fillEdges(edgeLines(geometry), out);
  out.outward = looksOutward(*geometry.mesh);
  out.bvh = std::make_shared<geometry::TriangleBvh>(geometry.mesh);
  return out;
}

MeshData makeCoarseData(const Mesh& mesh, const Vec3& origin) {
  MeshData out;
  out.origin = origin;
  fillTriangles(mesh, out);
  return out;
}

GpuMesh upload(const MeshData& data, q3c::QNode* parent) {
  GpuMesh mesh;
  mesh.vertices = makeBuffer(data.vertices, parent);
  mesh.indices = makeBuffer(data.indices, parent);
  if (data.edge_vertex_count > 0) mesh.edges = makeBuffer(data.edges, parent);
  mesh.vertex_count = data.vertex_count;
  mesh.index_count = data.index_count;
  mesh.edge_vertex_count = data.edge_vertex_count;
  mesh.origin = data.origin;
  return mesh;
}

}  // namespace ww::ui::scene
