// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace samples {

// A glTF file of one mesh with quantised positions, put together by hand so that each of its numbers can lie.
struct QuantisedGltf {
  int type = 5122;  // component type of the positions; 5122 short, 5121 unsigned byte
  bool normalized = true;
  std::vector<std::array<int, 3>> corners = {{0, 0, 0}, {32767, 0, 0}, {32767, 16384, 0}, {-32768, 16384, 1}};
  std::size_t stride = 8;
  std::vector<std::uint16_t> indices = {0, 1, 2, 0, 2, 3};
  bool normals = false;  // (0, 0, 127) as normalised bytes, between the positions
  std::string node = R"("name":"part","mesh":0)";
  std::string sparse;  // of the positions: {"count":...}, without the views
  // What the JSON says instead of the truth.
  std::optional<std::string> count, offset, view, said_stride, said_type, view_length;

  std::string buffer() const;
  std::string json(const std::string& uri) const;  // of the buffer; empty in a GLB
  std::string glb() const;
  std::string gltf() const;  // with a data URI
};

std::string glbOf(std::string json, const std::string& binary);

// A GLB with one mesh compressed by Draco: a square of two triangles, positions as normalised shorts to 1 and 0.5.
std::string dracoGlb(bool damaged = false);

}  // namespace samples
