// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/geometry/mesh.h"

namespace ww::io::worker {

// What a material file says of the look of a surface.
struct ObjMaterial {
  std::optional<geometry::Color> color;
  std::optional<float> metalness, roughness;  // 0 to 1
  struct Picture {
    std::string file;  // as the material names it; empty for none
    int line = 0;
    Eigen::Vector2d scale = Eigen::Vector2d::Ones(), shift = Eigen::Vector2d::Zero();
  } picture;
  bool finish_by_picture = false;
};
using ObjMaterials = std::map<std::string, ObjMaterial, std::less<>>;

// Adds the materials of the text; the first of a name counts. Gives how often it has what is not read, such as
// pictures and highlights, by the words of the format.
std::map<std::string, std::uint64_t> parseMtl(std::string_view text, ObjMaterials& to);

}  // namespace ww::io::worker
