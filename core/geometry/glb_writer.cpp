// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/glb_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/geometry/little_endian.h"

namespace ww::geometry {
namespace {

// The triangles of one color.
struct Part {
  Color color;
  std::vector<std::uint32_t> triangles;
};

std::vector<Part> partsByColor(const Mesh& mesh, const Color& fallback) {
  std::vector<Part> parts{{fallback, {}}};
  std::map<std::array<float, 4>, std::uint32_t> known{{{fallback.r, fallback.g, fallback.b, fallback.a}, 0}};
  std::vector<std::uint32_t> part_of(mesh.triangles.size(), 0);
  for (const ColorRun& run : mesh.colors) {
    const Color& c = run.color;
    const auto [it, is_new] = known.try_emplace({c.r, c.g, c.b, c.a}, static_cast<std::uint32_t>(parts.size()));
    if (is_new) parts.push_back({c, {}});
    std::fill_n(part_of.begin() + run.first, run.count, it->second);
  }
  for (std::uint32_t i = 0; i < part_of.size(); ++i) parts[part_of[i]].triangles.push_back(i);
  std::erase_if(parts, [](const Part& p) { return p.triangles.empty(); });
  return parts;
}

// glTF wants factors in linear light.
float linear(float srgb) { return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f); }

std::string material(const Color& c) {
  return fmt::format(
      R"({{"pbrMetallicRoughness":{{"baseColorFactor":[{},{},{},{}],"metallicFactor":0,"roughnessFactor":0.6}},"doubleSided":true{}}})",
      linear(c.r), linear(c.g), linear(c.b), c.a, c.a < 1.0f ? R"(,"alphaMode":"BLEND")" : "");
}

// The buffer with its views and accessors, as they are added.
struct Writer {
  std::string buffer, views, accessors;
  int count = 0;

  // One view and accessor over what was added to the buffer since `start`; its number.
  int close(std::size_t start, std::size_t elements, std::string_view kind) {
    // 34962: vertex attributes, 34963: indices
    const bool indices = kind.find("SCALAR") != kind.npos;
    if (count > 0) {
      views += ',';
      accessors += ',';
    }
    views += fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{},"target":{}}})", start, buffer.size() - start,
                         indices ? 34963 : 34962);
    accessors += fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},{}}})", count, indices ? 5125 : 5126,
                             elements, kind);
    return count++;
  }

  int positions(const Mesh& mesh) {
    const std::size_t start = buffer.size();
    constexpr float inf = std::numeric_limits<float>::infinity();
    Eigen::Vector3f low = Eigen::Vector3f::Constant(inf), high = Eigen::Vector3f::Constant(-inf);
    for (const Vec3& v : mesh.vertices) {
      low = low.cwiseMin(v.cast<float>());
      high = high.cwiseMax(v.cast<float>());
      putVector(buffer, v);
    }
    return close(start, mesh.vertices.size(),
                 fmt::format(R"("type":"VEC3","min":[{},{},{}],"max":[{},{},{}])", low.x(), low.y(), low.z(), high.x(),
                             high.y(), high.z()));
  }

  int normals(const Mesh& mesh) {
    const std::size_t start = buffer.size();
    for (const Eigen::Vector3f& n : mesh.normals) {
      const Vec3 unit = n.cast<double>().normalized();
      putVector(buffer, unit.squaredNorm() > 0.5 ? unit : Vec3(Vec3::UnitZ()));
    }
    return close(start, mesh.normals.size(), R"("type":"VEC3")");
  }

  int indices(const Mesh& mesh, const Part& part) {
    const std::size_t start = buffer.size();
    for (const std::uint32_t t : part.triangles) {
      for (const std::uint32_t v : mesh.triangles[t]) putU32(buffer, v);
    }
    return close(start, 3 * part.triangles.size(), R"("type":"SCALAR")");
  }
};

std::string container(std::string json, const std::string& buffer) {
  json.append((4 - json.size() % 4) % 4, ' ');
  std::string out = "glTF";
  out.reserve(28 + json.size() + buffer.size());
  putU32(out, 2);
  putU32(out, static_cast<std::uint32_t>(28 + json.size() + buffer.size()));
  putU32(out, static_cast<std::uint32_t>(json.size()));
  out += "JSON";
  out += json;
  putU32(out, static_cast<std::uint32_t>(buffer.size()));
  out.append("BIN\0", 4);
  out += buffer;  // whole words, as everything in it is
  return out;
}

}  // namespace

std::string toGlb(const Mesh& mesh, Color fallback, GlbAxes axes) {
  const std::uint64_t bytes = 24 * std::uint64_t{mesh.vertices.size()} + 12 * std::uint64_t{mesh.triangles.size()};
  if (mesh.triangles.empty() || bytes > 0xf0000000u) return {};
  Writer writer;
  const int positions = writer.positions(mesh);
  const std::string attributes = mesh.normals.empty()
                                     ? fmt::format(R"("POSITION":{})", positions)
                                     : fmt::format(R"("POSITION":{},"NORMAL":{})", positions, writer.normals(mesh));
  std::string primitives, materials;
  int index = 0;
  for (const Part& part : partsByColor(mesh, fallback)) {
    if (index > 0) {
      primitives += ',';
      materials += ',';
    }
    primitives += fmt::format(R"({{"attributes":{{{}}},"indices":{},"material":{}}})", attributes,
                              writer.indices(mesh, part), index++);
    materials += material(part.color);
  }
  const std::string_view turn = axes == GlbAxes::kYUp ? R"(,"rotation":[-0.70710678,0,0,0.70710678])" : "";
  return container(
      fmt::format(
          R"({{"asset":{{"version":"2.0","generator":"Worldwright"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0{}}}],"meshes":[{{"primitives":[{}]}}],"materials":[{}],"accessors":[{}],"bufferViews":[{}],"buffers":[{{"byteLength":{}}}]}})",
          turn, primitives, materials, writer.accessors, writer.views, writer.buffer.size()),
      writer.buffer);
}

}  // namespace ww::geometry
