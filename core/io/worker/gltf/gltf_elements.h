// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/io/worker/gltf/gltf_document.h"

namespace ww::io::worker {

// The component types of glTF.
enum class GltfType {
  kByte = 5120,
  kUnsignedByte = 5121,
  kShort = 5122,
  kUnsignedShort = 5123,
  kUnsignedInt = 5125,
  kFloat = 5126
};

// What an accessor says of itself; nothing is known yet of the data.
struct GltfAccessor {
  GltfType type = GltfType::kFloat;
  std::uint64_t count = 0;
  std::size_t components = 0;  // 1 to 4, of a matrix 16
  bool normalized = false;
};
// Bytes of an element, packed.
std::uint64_t gltfBytes(const GltfAccessor& accessor);
// INVALID_ARGUMENT where it is not there, or says what no accessor is.
Result<GltfAccessor> gltfAccessor(const nlohmann::json& json, std::uint64_t index);

// The number that a stored one means: of a normalised type 0 to 1, or -1 to 1.
float gltfValue(double stored, GltfType type, bool normalized);

// The elements of an accessor where the file has them, or in memory of their own where it has them in pieces or
// compressed. All that count() promises is there. Valid as long as the document.
class GltfElements {
 public:
  // RESOURCE_EXHAUSTED for more than `max_count` elements, before any memory is taken.
  static Result<GltfElements> read(GltfDocument& document, std::uint64_t index, std::uint64_t max_count);
  // `values` has `components` for each element.
  GltfElements(std::vector<float> values, std::size_t components);

  std::uint64_t count() const { return said_.count; }
  std::size_t components() const { return said_.components; }
  // The numbers that are meant, components() of them.
  void floats(std::uint64_t i, float* out) const;
  // All first components as they are stored, of a type without signs. INVALID_ARGUMENT for other types.
  Result<std::vector<std::uint32_t>> wholes() const;

 private:
  GltfElements() = default;
  // INVALID_ARGUMENT where they are not sound.
  Status putSparse(GltfDocument& document, const nlohmann::json& sparse);

  GltfAccessor said_;
  std::uint64_t index_ = 0;
  const char* first_ = nullptr;
  std::size_t stride_ = 0;
  std::vector<float> own_;  // instead
};

}  // namespace ww::io::worker
