// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/glb_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/geometry/little_endian.h"

namespace ww::geometry {
namespace {

// glTF wants factors in linear light.
float linear(float srgb) { return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f); }

}  // namespace

std::vector<GlbPart> glbParts(const Mesh& mesh, const Color& fallback) {
  std::vector<GlbPart> parts{{fallback, {}}};
  std::map<std::array<float, 4>, std::uint32_t> known{{{fallback.r, fallback.g, fallback.b, fallback.a}, 0}};
  std::vector<std::uint32_t> part_of(mesh.triangles.size(), 0);
  for (const ColorRun& run : mesh.colors) {
    const Color& c = run.color;
    const auto [it, is_new] = known.try_emplace({c.r, c.g, c.b, c.a}, static_cast<std::uint32_t>(parts.size()));
    if (is_new) parts.push_back({c, {}});
    std::fill_n(part_of.begin() + run.first, run.count, it->second);
  }
  for (std::uint32_t i = 0; i < part_of.size(); ++i) parts[part_of[i]].triangles.push_back(i);
  std::erase_if(parts, [](const GlbPart& p) { return p.triangles.empty(); });
  return parts;
}

std::string glbMaterial(const GlbMaterial& material) {
  const Color& c = material.color;
  return fmt::format(
      R"({{{}"pbrMetallicRoughness":{{"baseColorFactor":[{},{},{},{}],"metallicFactor":{},"roughnessFactor":{}}},"doubleSided":true{}}})",
      material.name.empty() ? std::string() : "\"name\":" + jsonText(material.name) + ",", linear(c.r), linear(c.g),
      linear(c.b), c.a, material.metalness, material.roughness, c.a < 1.0f ? R"(,"alphaMode":"BLEND")" : "");
}

std::string jsonText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else out += c;
  }
  return out + '"';
}

// One view and accessor over what was added to the buffer since `start`.
int GlbBuffer::close(std::size_t start, std::size_t elements, std::string_view kind) {
  // 34962: vertex attributes, 34963: indices
  const bool indices = kind.find("SCALAR") != kind.npos;
  if (count > 0) {
    views += ',';
    accessors += ',';
  }
  views += fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{},"target":{}}})", start, bytes.size() - start,
                       indices ? 34963 : 34962);
  accessors += fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},{}}})", count, indices ? 5125 : 5126,
                           elements, kind);
  return count++;
}

int GlbBuffer::positions(const Mesh& mesh) {
  const std::size_t start = bytes.size();
  constexpr float inf = std::numeric_limits<float>::infinity();
  Eigen::Vector3f low = Eigen::Vector3f::Constant(inf), high = Eigen::Vector3f::Constant(-inf);
  for (const Vec3& v : mesh.vertices) {
    low = low.cwiseMin(v.cast<float>());
    high = high.cwiseMax(v.cast<float>());
    putVector(bytes, v);
  }
  return close(start, mesh.vertices.size(),
               fmt::format(R"("type":"VEC3","min":[{},{},{}],"max":[{},{},{}])", low.x(), low.y(), low.z(), high.x(),
                           high.y(), high.z()));
}

int GlbBuffer::normals(const Mesh& mesh) {
  const std::size_t start = bytes.size();
  for (const Eigen::Vector3f& n : mesh.normals) {
    const Vec3 unit = n.cast<double>().normalized();
    putVector(bytes, unit.squaredNorm() > 0.5 ? unit : Vec3(Vec3::UnitZ()));
  }
  return close(start, mesh.normals.size(), R"("type":"VEC3")");
}

int GlbBuffer::indices(const Mesh& mesh, const GlbPart& part) {
  const std::size_t start = bytes.size();
  for (const std::uint32_t t : part.triangles) {
    for (const std::uint32_t v : mesh.triangles[t]) putU32(bytes, v);
  }
  return close(start, 3 * part.triangles.size(), R"("type":"SCALAR")");
}

std::string glbContainer(std::string json, const std::string& buffer) {
  json.append((4 - json.size() % 4) % 4, ' ');
  if (json.size() + buffer.size() > 0xffffff00u) return {};
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

}  // namespace ww::geometry
