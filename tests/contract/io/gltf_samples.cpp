// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/io/gltf_samples.h"

#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <fmt/format.h>

#include <cstring>

#include "tests/contract/io/bytes.h"

namespace samples {
namespace {

void pad(std::string& out, std::size_t to, char with = '\0') { out.resize((out.size() + to - 1) / to * to, with); }

}  // namespace

// Positions with their padding and normals, indices, then an index and a position for sparse accessors.
std::string QuantisedGltf::buffer() const {
  std::string out;
  for (const auto& corner : corners) {
    std::string one;
    for (const int v : corner)
      type == 5122 ? put(one, static_cast<std::int16_t>(v)) : put(one, static_cast<std::uint8_t>(v));
    if (normals) {
      pad(one, 4);
      for (const int v : {0, 0, 127}) put(one, static_cast<std::int8_t>(v));
    }
    one.resize(stride, '\x55');
    out += one;
  }
  for (const std::uint16_t i : indices) put(out, i);
  pad(out, 4);
  put(out, std::uint16_t{3});
  pad(out, 4);
  for (const int v : {0, 32767, 0, 0}) put(out, static_cast<std::int16_t>(v));
  return out;
}

std::string QuantisedGltf::json(const std::string& uri) const {
  const std::size_t positions = corners.size() * stride, index_bytes = indices.size() * 2;
  const std::size_t tail = (positions + index_bytes + 3) / 4 * 4, size = type == 5122 && normals ? 8
                                                                         : type == 5122          ? 6
                                                                                                 : 4;
  std::string position = fmt::format(
      R"({{{}"byteOffset":{},"componentType":{},"count":{},"type":"VEC3","normalized":{}{}}})",
      view.value_or(R"("bufferView":0,)"), offset.value_or("0"), said_type.value_or(std::to_string(type)),
      count.value_or(std::to_string(corners.size())), normalized, sparse.empty() ? "" : ",\"sparse\":" + sparse);
  return fmt::format(
      R"({{"asset":{{"version":"2.0"}},"extensionsUsed":["KHR_mesh_quantization"],"extensionsRequired":["KHR_mesh_quantization"],
"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{{}}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0{}}},"indices":1}}]}}],
"buffers":[{{{}"byteLength":{}}}],
"bufferViews":[{{"buffer":0,"byteLength":{},"byteStride":{}}},{{"buffer":0,"byteOffset":{},"byteLength":{}}},
{{"buffer":0,"byteOffset":{},"byteLength":2}},{{"buffer":0,"byteOffset":{},"byteLength":8}}],
"accessors":[{},{{"bufferView":1,"componentType":5123,"count":{},"type":"SCALAR"}},
{{"bufferView":0,"byteOffset":{},"componentType":5120,"count":{},"type":"VEC3","normalized":true}}]}})",
      node, normals ? ",\"NORMAL\":2,\"TEXCOORD_0\":2" : "", uri.empty() ? "" : "\"uri\":\"" + uri + "\",",
      buffer().size(), view_length.value_or(std::to_string(positions)), said_stride.value_or(std::to_string(stride)),
      positions, index_bytes, tail, tail + 4, position, indices.size(), size, corners.size());
}

std::string QuantisedGltf::glb() const { return glbOf(json(""), buffer()); }
std::string QuantisedGltf::gltf() const { return json("data:application/octet-stream;base64," + base64(buffer())); }

std::string glbOf(std::string json, const std::string& binary) {
  pad(json, 4, ' ');
  std::string padded = binary;
  pad(padded, 4);
  std::string out = "glTF";
  put(out, std::uint32_t{2});
  put(out, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + padded.size()));
  put(out, static_cast<std::uint32_t>(json.size()));
  out += "JSON" + json;
  put(out, static_cast<std::uint32_t>(padded.size()));
  out += std::string("BIN\0", 4) + padded;
  return out;
}

std::string dracoGlb(bool damaged) {
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(2);
  // Not marked as normalised: what the accessor says is what counts.
  const int id = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_INT16);
  const std::int16_t corners[4][3] = {{0, 0, 0}, {32767, 0, 0}, {32767, 16384, 0}, {0, 16384, 0}};
  builder.SetAttributeValuesForFace(id, draco::FaceIndex(0), corners[0], corners[1], corners[2]);
  builder.SetAttributeValuesForFace(id, draco::FaceIndex(1), corners[0], corners[2], corners[3]);
  const auto mesh = builder.Finalize();
  draco::EncoderBuffer encoded;
  draco::Encoder encoder;
  if (!encoder.EncodeMeshToBuffer(*mesh, &encoded).ok()) return {};
  std::string bytes(encoded.data(), encoded.size());
  if (damaged) std::memset(bytes.data() + bytes.size() / 3, 0xff, bytes.size() / 3);
  return glbOf(
      fmt::format(
          R"({{"asset":{{"version":"2.0"}},"extensionsUsed":["KHR_draco_mesh_compression","KHR_mesh_quantization"],
"extensionsRequired":["KHR_draco_mesh_compression","KHR_mesh_quantization"],"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"part","mesh":0}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":1}},"indices":0,"extensions":{{"KHR_draco_mesh_compression":{{"bufferView":0,"attributes":{{"POSITION":{}}}}}}}}}]}}],
"buffers":[{{"byteLength":{}}}],"bufferViews":[{{"buffer":0,"byteLength":{}}}],
"accessors":[{{"componentType":5125,"count":6,"type":"SCALAR"}},{{"componentType":5122,"count":4,"type":"VEC3","normalized":true}}]}})",
          mesh->attribute(id)->unique_id(), bytes.size(), bytes.size()),
      bytes);
}

}  // namespace samples
