// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/failure.h"
#include "core/geometry/mesh.h"

namespace ww::io::worker {

constexpr std::uint32_t kObjNone = std::numeric_limits<std::uint32_t>::max();

// Indices from 0; kObjNone where a face names no place in a picture, or no normal.
struct ObjCorner {
  std::uint32_t vertex = kObjNone, place = kObjNone, normal = kObjNone;
};

// What an OBJ file says, in its own numbers. Indices of vertices are within range, numbers may be any.
struct ObjFile {
  std::vector<Vec3> vertices;
  std::vector<std::array<float, 3>> colors;  // of vertices, or empty; less than 0 for those without
  std::vector<std::array<float, 2>> places;  // u to the right and v up
  std::vector<Eigen::Vector3f> normals;

  struct Face {
    std::uint32_t first = 0, count = 0;  // of corners, at least three
    std::uint32_t part = 0;
  };
  std::vector<ObjCorner> corners;
  std::vector<Face> faces;
  // Faces of one group and one material, wherever they stand in the file.
  struct Part {
    std::uint32_t group = 0, material = kObjNone;
    std::uint32_t faces = 0;
  };
  std::vector<Part> parts;
  std::vector<std::string> groups;  // "object/group"; empty for what lies in none
  struct Material {
    std::string name;
    int line = 0;  // that takes it first
  };
  std::vector<Material> materials;
  std::vector<std::string> libraries;  // the words behind each "mtllib", once

  // What is not read of it.
  std::uint64_t lines = 0;   // points and lines
  std::uint64_t curves = 0;  // curves and curved surfaces
  struct Unknown {
    std::string word;
    int line = 0;
    std::uint64_t count = 0;  // of lines that begin with words that OBJ does not have
  };
  std::optional<Unknown> unknown;
  std::optional<Status> wrong_index;  // the first place or normal that is not there; it counts as not named
  int cut_line = 0;                   // where the file seems cut off; 0: nowhere. A face there is not read.
};

struct ObjLimits {
  std::uint64_t triangles = 0;
  std::function<void(double)> progress;  // 0 to 1; may be empty
};

// `file`: its name, for messages. INVALID_ARGUMENT with the line of what is no vertex or no face, or of a face whose
// vertex the file does not have; RESOURCE_EXHAUSTED.
Result<ObjFile> parseObj(std::string_view text, const std::string& file, const ObjLimits& limits);

}  // namespace ww::io::worker
