// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/explain.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <span>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/assimp/gltf_document.h"

namespace ww::io::worker {
namespace {

// A sentence of the library, what it means, and what its parts are called there. The whole of it is {reason}.
struct Meaning {
  const char* pattern;
  const FailureRow* row;
  const char* first = "";
  const char* second = "";
  const char* third = "";
};

Status explain(std::string_view said, std::span<const Meaning> meanings, const FailureArg& file = {}) {
  constexpr std::size_t kLongest = 300;
  const std::string text = cleanUtf8(said, kLongest);
  std::smatch m;
  for (const Meaning& meaning : meanings) {
    if (!std::regex_search(text, m, std::regex(meaning.pattern))) continue;
    const auto part = [&](std::size_t i, const char* key) {
      const std::string held = i < m.size() ? m[i].str() : std::string();
      const std::string_view k = key;
      return k == "text" || k == "name" ? FailureArg{key, arg::Name{held}} : FailureArg{key, arg::Words{held}};
    };
    return fail(*meaning.row, {part(1, meaning.first), part(2, meaning.second), part(3, meaning.third), file,
                               FailureArg{"reason", arg::Words{text}}});
  }
  return okStatus();
}

std::uint64_t bytesOf(const nlohmann::json& accessor) {
  static const std::map<std::string, std::uint64_t> kCounts = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
                                                               {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
  const nlohmann::json& type = gltfMember(accessor, "type");
  const auto count = type.is_string() ? kCounts.find(type.get<std::string>()) : kCounts.end();
  if (count == kCounts.end()) return 0;
  switch (gltfNumber(accessor, "componentType").value_or(0)) {
    case 5120:
    case 5121: return count->second;
    case 5122:
    case 5123: return 2 * count->second;
    case 5125:
    case 5126: return 4 * count->second;
    default: return 0;
  }
}

// Where the accessor of a mesh asks for more than its view holds.
Status tooLong(const nlohmann::json& gltf, std::uint64_t index, const std::string& mesh) {
  const nlohmann::json &accessors = gltfMember(gltf, "accessors"), &views = gltfMember(gltf, "bufferViews");
  if (!accessors.is_array() || index >= accessors.size()) return okStatus();
  const nlohmann::json& accessor = accessors[static_cast<std::size_t>(index)];
  const auto view = gltfNumber(accessor, "bufferView"), count = gltfNumber(accessor, "count");
  if (!view || !count || *count == 0 || *count > (1ull << 40) || !views.is_array() || *view >= views.size())
    return okStatus();
  const nlohmann::json& in = views[static_cast<std::size_t>(*view)];
  const std::uint64_t size = bytesOf(accessor), held = gltfNumber(in, "byteLength").value_or(0);
  const std::uint64_t stride = std::max(size, std::min<std::uint64_t>(gltfNumber(in, "byteStride").value_or(0), 252));
  const std::uint64_t offset = gltfNumber(accessor, "byteOffset").value_or(0);
  if (size == 0 || offset > (1ull << 40)) return okStatus();
  const std::uint64_t needed = offset + stride * (*count - 1) + size;
  if (needed <= held) return okStatus();
  return fail(failures::kGltfAccessorLong, {{"index", arg::Count{index}},
                                            {"mesh", arg::Name{mesh}},
                                            {"count", arg::Count{*count}},
                                            {"needed", arg::Count{needed}},
                                            {"view", arg::Count{*view}},
                                            {"held", arg::Count{held}}});
}

}  // namespace

Status explainGltfSizes(const nlohmann::json& gltf) {
  std::size_t number = 0;
  for (const nlohmann::json& mesh : gltfMember(gltf, "meshes")) {
    const nlohmann::json& said = gltfMember(mesh, "name");
    const std::string name = said.is_string() ? cleanUtf8(said.get<std::string>(), 100) : std::to_string(number);
    ++number;
    for (const nlohmann::json& primitive : gltfMember(mesh, "primitives")) {
      if (const auto indices = gltfNumber(primitive, "indices")) WW_TRY(tooLong(gltf, *indices, name));
      for (const nlohmann::json& attribute : gltfMember(primitive, "attributes"))
        if (attribute.is_number_unsigned()) WW_TRY(tooLong(gltf, attribute.get<std::uint64_t>(), name));
    }
  }
  return okStatus();
}

Status explainGltf(std::string_view said, const std::string& file) {
  static const Meaning kMeanings[] = {
      {"rray index (\\d+) is out of bounds \\((\\d+)\\) for \"(\\w+)\"", &failures::kGltfNoSuchPart, "index", "count",
       "list"},
      {"No scene$", &failures::kGltfNoScene},
      {"ember \"(\\w+)\" was not of type \"(\\w+)\" when reading (.*)", &failures::kGltfMember, "member", "type",
       "where"},
      {"issing section \"(\\w+)\"", &failures::kGltfNoList, "list"},
      {"has no faces", &failures::kNoTriangle},
      {"nvalid base64", &failures::kGltfBase64Length},
      {"missing the \"uri\"", &failures::kGltfNoUri},
      {"out of range for buffer|is out of range|maxSize|but found|exceeds size of actual data|outside allocated memory",
       &failures::kGltfShortBuffer},
      {"No suitable reader found", &failures::kGltfFirstVersion},
  };
  return explain(said, kMeanings, {"file", arg::Name{file}});
}

Status explainDae(std::string_view said) {
  static const Meaning kMeanings[] = {
      {"more values while reading (\\w+)", &failures::kDaeShortList, "list"},
      {"different index count", &failures::kDaeIndexCount},
      {"data index \\((\\d+)/(\\d+)\\)", &failures::kDaeNoValue, "index", "count"},
      {"Cannot parse string \"([^\"]*)\" as a real number", &failures::kDaeNoNumber, "text"},
      {"resolve library reference \"([^\"]*)\"", &failures::kDaeNoSuchPart, "name"},
      {"resolve visual_scene reference \"#?([^\"]*)\"", &failures::kDaeNoSuchPart, "name"},
      {"nknown reference format", &failures::kDaeOtherFile},
      {"came out empty", &failures::kDaeNoScene},
  };
  return explain(said, kMeanings);
}

Status explainPly(std::string_view said) {
  static const Meaning kMeanings[] = {
      {"Cannot parse string \"([^\"?]*)", &failures::kPlyNoNumber, "text"},
      {"issing format", &failures::kPlyFormat},
  };
  return explain(said, kMeanings);
}

}  // namespace ww::io::worker
