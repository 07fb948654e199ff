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

// INVALID_ARGUMENT: the part of the file with that number is not as the format wants it.
Status damagedGltf(const FailureRow& row, std::uint64_t index);

// The member of an object; null when there is none.
const nlohmann::json& gltfMember(const nlohmann::json& json, const char* key);
// The same when it is a whole number that is not negative.
std::optional<std::uint64_t> gltfNumber(const nlohmann::json& json, const char* key);
// What a list of the file has at a place; null when that is none.
const nlohmann::json& gltfEntry(const nlohmann::json& json, const char* list, std::uint64_t index);
// The name that the part has, shortened; empty when it has none.
std::string gltfName(const nlohmann::json& part);

// The object that the text is; refused with the line where it breaks. `file`: its name, for the message.
Result<nlohmann::json> parseGltf(std::string_view text, const std::string& file);
// What Base64 behind the comma of an address says. INVALID_ARGUMENT, with the place, where it is none.
Result<std::string> decodeDataUri(std::string_view uri, std::uint64_t buffer);

// The chunks of a GLB file, its header and lengths checked.
struct GlbChunks {
  std::string_view json;
  std::string_view binary;  // content of the second chunk
  bool unpadded = false;    // which begins where the first chunk ends, and not at a multiple of four bytes
};
// INVALID_ARGUMENT where they lie, UNIMPLEMENTED for another version.
Result<GlbChunks> splitGlb(std::string_view bytes);

// A glTF or GLB file with its buffers: INVALID_ARGUMENT where it is damaged, RESOURCE_EXHAUSTED where it is too large,
// NOT_FOUND and PERMISSION_DENIED for files that it names. One thread.
class GltfDocument {
 public:
  static Result<GltfDocument> read(ReadContext& context, const std::filesystem::path& path, bool binary);
  // The same (INVALID_ARGUMENT ...) of bytes that are in memory; what it names lies in the folder of `path`.
  static Result<GltfDocument> of(ReadContext& context, const std::filesystem::path& path, std::string bytes,
                                 bool binary);
  GltfDocument(GltfDocument&&) = default;

  nlohmann::json json;
  const GlbChunks& chunks() const { return chunks_; }
  bool isBinary() const { return binary_; }
  const std::filesystem::path& path() const { return path_; }
  // The line where the text stands in the file first; 0 in a binary one, and where it does not stand.
  int lineOf(std::string_view text) const;

  struct View {
    std::string_view bytes;
    std::size_t stride = 0;  // 0: packed
  };
  // Without compression, and valid as long as the document. Opens and decodes buffers when they are needed first:
  // INVALID_ARGUMENT, NOT_FOUND.
  Result<View> view(std::uint64_t index);

 private:
  GltfDocument(ReadContext& context, std::filesystem::path path) : context_(&context), path_(std::move(path)) {}
  // INVALID_ARGUMENT, NOT_FOUND.
  Result<std::string_view> buffer(std::uint64_t index);
  // Of a view that is compressed. INVALID_ARGUMENT where it is damaged.
  Result<View> unpacked(const nlohmann::json& packed, std::uint64_t index);

  ReadContext* context_;
  std::filesystem::path path_;
  bool binary_ = false;
  std::unique_ptr<const std::string> bytes_, mended_;  // the text in UTF-8, where that of the file is not
  GlbChunks chunks_;
  std::map<std::uint64_t, std::string> buffers_, unpacked_;
};

}  // namespace ww::io::worker
