// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/mesh.h"

#include <cmath>

#include "core/geometry/failures.h"

namespace ww::geometry {
namespace {

Status at(const FailureRow& row, std::size_t index) { return fail(row, {{"index", arg::Count{index}}}); }

Status validateVertices(const Mesh& mesh) {
  // 2^31 - 1: the wire's indices are int32.
  if (mesh.vertices.size() > 0x7fffffffu || mesh.triangles.size() > 0x7fffffffu / 3) {
    return fail(failures::kMeshTooLarge);
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!mesh.vertices[i].allFinite()) return at(failures::kVertexNotFinite, i);
  }
  if (!mesh.normals.empty() && mesh.normals.size() != mesh.vertices.size()) {
    return fail(failures::kNormalCount,
                {{"normals", arg::Count{mesh.normals.size()}}, {"vertices", arg::Count{mesh.vertices.size()}}});
  }
  for (std::size_t i = 0; i < mesh.normals.size(); ++i) {
    if (!mesh.normals[i].allFinite()) return at(failures::kNormalNotFinite, i);
  }
  return okStatus();
}

Status validateTriangles(const Mesh& mesh) {
  const std::size_t count = mesh.vertices.size();
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t v : mesh.triangles[i]) {
      if (v < count) continue;
      return fail(
          failures::kTriangleVertex,
          {{"index", arg::Count{i}}, {"vertex", arg::Words{std::to_string(v)}}, {"vertices", arg::Count{count}}});
    }
  }
  return okStatus();
}

Status validateRun(const FailureRow& row, std::size_t index, std::uint64_t end, std::size_t triangles) {
  if (end <= triangles) return okStatus();
  return fail(row, {{"index", arg::Count{index}}, {"end", arg::Count{end}}, {"triangles", arg::Count{triangles}}});
}

bool inUnit(float x) { return x >= 0.0f && x <= 1.0f; }

Status validateColors(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.colors.size(); ++i) {
    const ColorRun& run = mesh.colors[i];
    WW_TRY(validateRun(failures::kColorRunEnd, i, std::uint64_t{run.first} + run.count, mesh.triangles.size()));
    const Color& c = run.color;
    if (!inUnit(c.r) || !inUnit(c.g) || !inUnit(c.b) || !inUnit(c.a)) {
      return at(failures::kColorRunValue, i);
    }
  }
  return okStatus();
}

Status validateCad(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    const CadFace& face = mesh.faces[i];
    WW_TRY(validateRun(failures::kCadFaceEnd, i, std::uint64_t{face.first} + face.count, mesh.triangles.size()));
    if (!face.origin.allFinite() || !face.axis.allFinite() || !std::isfinite(face.radius) ||
        !std::isfinite(face.radius2)) {
      return at(failures::kCadFaceNotFinite, i);
    }
  }
  for (std::size_t i = 0; i < mesh.edges.size(); ++i) {
    for (const Vec3& p : mesh.edges[i]) {
      if (!p.allFinite()) return at(failures::kCadEdgeNotFinite, i);
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
