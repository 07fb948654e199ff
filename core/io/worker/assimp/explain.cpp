// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/explain.h"

#include <regex>
#include <span>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

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

}  // namespace

Status explainGltf(std::string_view said, const std::string& file) {
  static const Meaning kMeanings[] = {
      {"rray index (\\d+) is out of bounds \\((\\d+)\\) for \"(\\w+)\"", &failures::kGltfNoSuchPart, "index", "count",
       "list"},
      {"No scene$", &failures::kGltfNoScene},
      {"ember \"(\\w+)\" was not of type \"(\\w+)\" when reading (.*)", &failures::kGltfMember, "member", "type",
       "where"},
      {"issing section \"(\\w+)\"", &failures::kGltfNoList, "list"},
      {"has no faces", &failures::kNoTriangle},
      {"nvalid base64", &failures::kGltfNotBase64},
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
