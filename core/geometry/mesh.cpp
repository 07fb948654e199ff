// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/mesh.h"

#include <fmt/format.h>

#include <cmath>

namespace ww::geometry {
namespace {

Status bad(std::string title) { return fail(Code::kInvalidArgument, std::move(title)); }

Status validateVertices(const Mesh& mesh) {
  // 2^31 - 1: the wire's indices are int32.
  if (mesh.vertices.size() > 0x7fffffffu || mesh.triangles.size() > 0x7fffffffu / 3) {
    return bad("mesh has more vertices or triangles than an index can name")
        .withHint("split the mesh into several geometries");
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!mesh.vertices[i].allFinite()) return bad(fmt::format("mesh vertex {} is not finite", i));
  }
  if (!mesh.normals.empty() && mesh.normals.size() != mesh.vertices.size()) {
    return bad(fmt::format("mesh has {} normals for {} vertices", mesh.normals.size(), mesh.vertices.size()))
        .withHint("give one normal per vertex, or none");
  }
  for (std::size_t i = 0; i < mesh.normals.size(); ++i) {
    if (!mesh.normals[i].allFinite()) return bad(fmt::format("mesh normal {} is not finite", i));
  }
  return okStatus();
}

Status validateTriangles(const Mesh& mesh) {
  const std::size_t count = mesh.vertices.size();
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t v : mesh.triangles[i]) {
      if (v < count) continue;
      return bad(fmt::format("mesh triangle {} names vertex {}, but there are {} vertices", i, v, count));
    }
  }
  return okStatus();
}

Status validateRun(std::string_view what, std::size_t index, std::uint64_t end, std::size_t triangles) {
  if (end <= triangles) return okStatus();
  return bad(fmt::format("{} {} ends at triangle {}, but the mesh has {} triangles", what, index, end, triangles));
}

bool inUnit(float x) { return x >= 0.0f && x <= 1.0f; }

Status validateColors(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.colors.size(); ++i) {
    const ColorRun& run = mesh.colors[i];
    WW_TRY(validateRun("color run", i, std::uint64_t{run.first} + run.count, mesh.triangles.size()));
    const Color& c = run.color;
    if (!inUnit(c.r) || !inUnit(c.g) || !inUnit(c.b) || !inUnit(c.a)) {
      return bad(fmt::format("color run {} has a component outside 0 to 1", i));
    }
  }
  return okStatus();
}

Status validateCad(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    const CadFace& face = mesh.faces[i];
    WW_TRY(validateRun("CAD face", i, std::uint64_t{face.first} + face.count, mesh.triangles.size()));
    if (!face.origin.allFinite() || !face.axis.allFinite() || !std::isfinite(face.radius) ||
        !std::isfinite(face.radius2)) {
      return bad(fmt::format("CAD face {} has a number that is not finite", i));
    }
  }
  for (std::size_t i = 0; i < mesh.edges.size(); ++i) {
    for (const Vec3& p : mesh.edges[i]) {
      if (!p.allFinite()) return bad(fmt::format("CAD edge {} has a point that is not finite", i));
    }
  }
  return okStatus();
}

}  // namespace

Bounds Mesh::bounds() const {
  Bounds out;
  for (const Triangle& t : triangles) {
    for (const std::uint32_t v : t) out.add(vertices[v]);
  }
  return out;
}

Status Mesh::validate() const {
  WW_TRY(validateVertices(*this));
  WW_TRY(validateTriangles(*this));
  WW_TRY(validateColors(*this));
  return validateCad(*this);
}

}  // namespace ww::geometry
