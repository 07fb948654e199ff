// SPDX-License-Identifier: Apache-2.0
#include "resources/samples/files/writers.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>

namespace ww::samples::files {
namespace {

using geometry::Color;
using geometry::ColorRun;
using geometry::Mesh;
using Out = std::back_insert_iterator<std::string>;

// Color runs that cover all triangles.
std::vector<ColorRun> runsOf(const Mesh& mesh) {
  if (!mesh.colors.empty()) return mesh.colors;
  return {{0, static_cast<std::uint32_t>(mesh.triangles.size()), Color{}}};
}

void put16(std::string& out, std::uint32_t v) {
  for (int i = 0; i < 2; ++i) out.push_back(static_cast<char>(v >> (8 * i)));
}
void put32(std::string& out, std::uint32_t v) {
  put16(out, v & 0xffff);
  put16(out, v >> 16);
}
std::uint32_t get32(const std::string& in, std::size_t at) {
  std::uint32_t v;
  std::memcpy(&v, in.data() + at, 4);
  return v;
}

std::uint32_t crc32(const std::string& data) {
  std::uint32_t crc = ~0u;
  for (const char c : data) {
    crc ^= static_cast<unsigned char>(c);
    for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

std::string base64(const std::string& in) {
  static const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < in.size(); i += 3) {
    std::uint32_t v = 0;
    for (std::size_t k = 0; k < 3; ++k) v = v << 8 | (i + k < in.size() ? static_cast<unsigned char>(in[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out.push_back(i + k <= in.size() ? kDigits[v >> (18 - 6 * k) & 63] : '=');
  }
  return out;
}

// Version, method (stored), a fixed date, checksum and sizes: common to both kinds of entry.
void putEntry(std::string& out, const std::string& name, const std::string& data) {
  put16(out, 20);
  put16(out, 0);
  put16(out, 0);
  put32(out, 0x58210000);  // 1 January 2024
  put32(out, crc32(data));
  put32(out, static_cast<std::uint32_t>(data.size()));
  put32(out, static_cast<std::uint32_t>(data.size()));
  put16(out, static_cast<std::uint32_t>(name.size()));
  put16(out, 0);
}

}  // namespace

std::string asciiStl(const Mesh& mesh, const std::string& name, double scale) {
  std::string out = fmt::format("solid {}\n", name);
  for (const geometry::Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const Vec3 n = (b - a).cross(c - a).normalized();
    fmt::format_to(Out(out), "facet normal {:.6g} {:.6g} {:.6g}\n outer loop\n", n.x(), n.y(), n.z());
    for (const Vec3* v : {&a, &b, &c})
      fmt::format_to(Out(out), "  vertex {:.7g} {:.7g} {:.7g}\n", scale * v->x(), scale * v->y(), scale * v->z());
    out += " endloop\nendfacet\n";
  }
  return out + fmt::format("endsolid {}\n", name);
}

std::string ply(const Mesh& mesh) {
  std::string out = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.vertices.size(), mesh.triangles.size());
  for (const Vec3& v : mesh.vertices) fmt::format_to(Out(out), "{:.7g} {:.7g} {:.7g}\n", v.x(), v.y(), v.z());
  for (const auto& t : mesh.triangles) fmt::format_to(Out(out), "3 {} {} {}\n", t[0], t[1], t[2]);
  return out;
}

ObjFiles obj(const Mesh& mesh, const std::string& mtl_name) {
  ObjFiles out;
  out.obj = fmt::format("mtllib {}\n", mtl_name);
  for (const Vec3& v : mesh.vertices) fmt::format_to(Out(out.obj), "v {:.7g} {:.7g} {:.7g}\n", v.x(), v.y(), v.z());
  for (const auto& n : mesh.normals) fmt::format_to(Out(out.obj), "vn {:.5g} {:.5g} {:.5g}\n", n.x(), n.y(), n.z());
  int index = 0;
  for (const ColorRun& run : runsOf(mesh)) {
    const Color& c = run.color;
    fmt::format_to(Out(out.mtl), "newmtl color_{}\nKd {:.4g} {:.4g} {:.4g}\n", index, c.r, c.g, c.b);
    fmt::format_to(Out(out.obj), "g part_{0}\nusemtl color_{0}\n", index++);
    for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
      out.obj += "f";
      for (const std::uint32_t v : mesh.triangles[i]) fmt::format_to(Out(out.obj), " {0}//{0}", v + 1);
      out.obj += "\n";
    }
  }
  return out;
}

std::string collada(const Mesh& mesh, const std::string& name) {
  const std::vector<ColorRun> runs = runsOf(mesh);
  std::string effects, materials, bindings, triangles, positions;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Color& c = runs[i].color;
    fmt::format_to(
        Out(effects),
        "<effect id=\"e{}\"><profile_COMMON><technique sid=\"t\"><lambert><diffuse><color>{:.4g} {:.4g} {:.4g} 1"
        "</color></diffuse></lambert></technique></profile_COMMON></effect>\n",
        i, c.r, c.g, c.b);
    fmt::format_to(Out(materials),
                   "<material id=\"m{0}\" name=\"color_{0}\"><instance_effect url=\"#e{0}\"/></material>\n", i);
    fmt::format_to(Out(bindings), "<instance_material symbol=\"s{0}\" target=\"#m{0}\"/>", i);
    fmt::format_to(
        Out(triangles),
        "<triangles count=\"{}\" material=\"s{}\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>",
        runs[i].count, i);
    for (std::uint32_t k = runs[i].first; k < runs[i].first + runs[i].count; ++k) {
      for (const std::uint32_t v : mesh.triangles[k]) fmt::format_to(Out(triangles), "{} ", v);
    }
    triangles += "</p></triangles>\n";
  }
  for (const Vec3& v : mesh.vertices) fmt::format_to(Out(positions), "{:.7g} {:.7g} {:.7g} ", v.x(), v.y(), v.z());
  const std::size_t n = mesh.vertices.size();
  return fmt::format(R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2024-01-01T00:00:00Z</created><modified>2024-01-01T00:00:00Z</modified><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_effects>{}</library_effects>
<library_materials>{}</library_materials>
<library_geometries><geometry id="g" name="{}"><mesh>
<source id="p"><float_array id="pa" count="{}">{}</float_array><technique_common><accessor source="#pa" count="{}" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
{}</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene"><node id="n" name="{}"><instance_geometry url="#g"><bind_material><technique_common>{}</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
)",
                     effects, materials, name, 3 * n, positions, n, triangles, name, bindings);
}

std::string embeddedGltf(const std::string& glb) {
  const std::size_t json_size = get32(glb, 12), binary_at = 20 + json_size;
  nlohmann::json json = nlohmann::json::parse(glb.substr(20, json_size), nullptr, false);
  if (json.is_discarded()) return {};
  const std::string binary = glb.substr(binary_at + 8, get32(glb, binary_at));
  json["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64(binary);
  json["buffers"][0]["byteLength"] = binary.size();
  return json.dump(1);
}

std::string zip(const std::map<std::string, std::string>& files) {
  std::string out, directory;
  for (const auto& [name, data] : files) {
    const auto at = static_cast<std::uint32_t>(out.size());
    put32(out, 0x04034b50);
    putEntry(out, name, data);
    out += name + data;
    put32(directory, 0x02014b50);
    put16(directory, 20);
    putEntry(directory, name, data);
    put16(directory, 0);  // comment
    put16(directory, 0);  // disk
    put16(directory, 0);  // internal attributes
    put32(directory, 0);  // external attributes
    put32(directory, at);
    directory += name;
  }
  const auto start = static_cast<std::uint32_t>(out.size()), count = static_cast<std::uint32_t>(files.size());
  out += directory;
  put32(out, 0x06054b50);
  put32(out, 0);
  put16(out, count);
  put16(out, count);
  put32(out, static_cast<std::uint32_t>(directory.size()));
  put32(out, start);
  put16(out, 0);
  return out;
}

}  // namespace ww::samples::files
