// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace draco {
class Mesh;
}

namespace ww::io::worker {

// A mesh that was compressed with Draco, decompressed.
class DracoMesh {
 public:
  // RESOURCE_EXHAUSTED for more than `max_triangles`.
  static Result<DracoMesh> decode(std::string_view bytes, std::uint64_t max_triangles);
  DracoMesh(DracoMesh&&) noexcept;
  ~DracoMesh();

  // Three for each triangle, below vertexCount().
  std::vector<std::uint32_t> indices() const;
  std::size_t vertexCount() const;

  struct Attribute {
    std::size_t components = 0;  // 1 to 4
    std::vector<float> values;   // as stored: whole numbers where the attribute has them
  };
  // INVALID_ARGUMENT where the data are damaged.
  Result<Attribute> attribute(std::uint64_t id) const;

 private:
  explicit DracoMesh(std::unique_ptr<draco::Mesh> mesh);
  std::unique_ptr<draco::Mesh> mesh_;
};

}  // namespace ww::io::worker
