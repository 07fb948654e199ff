// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <optional>
#include <string>

#include "core/exchange/looks.h"

namespace ww::exchange {

// Wavefront OBJ of several meshes with its materials; numbers read back exactly. For this folder alone.
class ObjText {
 public:
  // `mtl`: name of the file with the materials; empty: there are none.
  explicit ObjText(std::string mtl);
  // `name` has no blanks. `look`: of all triangles; else each shows its own colour.
  void add(const geometry::Mesh& mesh, const std::string& name, const std::optional<Look>& look);
  std::string takeObj() { return fmt::to_string(obj_); }
  std::string takeMtl() const;

 private:
  void faces(const geometry::Mesh& mesh, const std::optional<Look>& look);

  std::string mtl_;
  fmt::memory_buffer obj_;
  Looks looks_;
  std::uint64_t vertices_ = 0, normals_ = 0;  // so far
};

}  // namespace ww::exchange
