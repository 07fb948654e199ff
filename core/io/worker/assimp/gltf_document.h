// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/failure.h"
#include "core/io/worker/context.h"

namespace ww::io::worker {

constexpr std::uintmax_t kMaxGltfBytes = 2ull << 30;  // of a file

// The part of the file with that number is not as the format wants it.
Status damagedGltf(const FailureRow& row, std::uint64_t index);

// INVALID_ARGUMENT, with the place, where the buffer's `uri` holds Base64 that is none.
Status checkBase64(std::string_view uri, std::uint64_t buffer);

// The member of an object; null when there is none.
const nlohmann::json& gltfMember(const nlohmann::json& json, const char* key);
// The same when it is a whole number that is not negative.
std::optional<std::uint64_t> gltfNumber(const nlohmann::json& json, const char* key);

// The object that the text is; refused with the line where it breaks. `file`: its name, for the message.
Result<nlohmann::json> parseGltf(std::string_view text, const std::string& file);

// The chunks of a GLB file, its header and lengths checked.
struct GlbChunks {
  std::string_view json;
  std::string_view binary;  // content of the second chunk
  std::string_view rest;    // everything behind the first chunk, as it stands
  bool unpadded = false;    // which begins where the first chunk ends, and not at a multiple of four bytes
};
Result<GlbChunks> splitGlb(std::string_view bytes);

// A glTF or GLB file with its buffers. The JSON may be changed and written again; views and buffers that are asked
// for are those of the file as it was read, without compression.
class GltfDocument {
 public:
  static Result<GltfDocument> read(ReadContext& context, const std::filesystem::path& path, bool binary);
  GltfDocument(GltfDocument&&) = default;

  nlohmann::json json;

  struct View {
    std::string_view bytes;
    std::size_t stride = 0;  // 0: packed
  };
  // Valid as long as the document. Opens and decodes buffers when they are needed first.
  Result<View> view(std::uint64_t index);
  // The file with the JSON as it is now; of a GLB with its other chunks.
  Result<std::string> write() const;
  // A name for a new buffer that no URI of the file has.
  std::string freeName() const;

 private:
  GltfDocument(ReadContext& context, std::filesystem::path folder) : context_(&context), folder_(std::move(folder)) {}
  Result<std::string_view> buffer(std::uint64_t index);
  // Of a view that is compressed. INVALID_ARGUMENT where it is damaged.
  Result<View> unpacked(const nlohmann::json& packed, std::uint64_t index);

  ReadContext* context_;
  std::filesystem::path folder_;
  bool binary_ = false;
  std::unique_ptr<const std::string> bytes_;
  GlbChunks chunks_;
  std::map<std::uint64_t, std::string> buffers_, unpacked_;
};

}  // namespace ww::io::worker
