// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/geometry/glb_writer.h"

// What binary glTF is made of; for this folder alone.
namespace ww::geometry {

// The triangles of one color.
struct GlbPart {
  Color color;
  std::vector<std::uint32_t> triangles;
};
// Of a mesh; triangles outside of all color runs get `fallback`.
std::vector<GlbPart> glbParts(const Mesh& mesh, const Color& fallback);

// An entry of "materials"; `name` may be empty.
std::string glbMaterial(const GlbMaterial& material);
// A text as JSON has it, quotes included.
std::string jsonText(std::string_view text);

// The buffer with its views and accessors, as they are added; each gives the number of its accessor.
struct GlbBuffer {
  std::string bytes, views, accessors;
  int count = 0;

  int positions(const Mesh& mesh);
  int normals(const Mesh& mesh);
  int indices(const Mesh& mesh, const GlbPart& part);

 private:
  int close(std::size_t start, std::size_t elements, std::string_view kind);
};

// The file; empty when it would need more than 4 GB.
std::string glbContainer(std::string json, const std::string& buffer);

}  // namespace ww::geometry
