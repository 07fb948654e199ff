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
#include "core/io/worker/xml_tags.h"

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

// Where a buffer view asks for more than its buffer has.
Status viewTooLong(const nlohmann::json& gltf) {
  const nlohmann::json& buffers = gltfMember(gltf, "buffers");
  std::uint64_t index = 0;
  for (const nlohmann::json& view : gltfMember(gltf, "bufferViews")) {
    const std::uint64_t number = index++;
    const auto buffer = gltfNumber(view, "buffer"), length = gltfNumber(view, "byteLength");
    if (!buffer || !length || !buffers.is_array() || *buffer >= buffers.size()) continue;
    const std::uint64_t from = gltfNumber(view, "byteOffset").value_or(0);
    const auto held = gltfNumber(buffers[static_cast<std::size_t>(*buffer)], "byteLength");
    if (!held || (*length <= *held && from <= *held - *length)) continue;
    return fail(failures::kGltfViewLong, {{"index", arg::Count{number}},
                                          {"needed", arg::Count{*length}},
                                          {"from", arg::Count{from}},
                                          {"buffer", arg::Count{*buffer}},
                                          {"held", arg::Count{*held}}});
  }
  return okStatus();
}

// Where the values that a sparse accessor puts in place of others, or their places, reach beyond their view.
Status sparseTooLong(const nlohmann::json& gltf) {
  const nlohmann::json& views = gltfMember(gltf, "bufferViews");
  const auto holds = [&](const nlohmann::json& part, std::uint64_t bytes) {
    const auto view = gltfNumber(part, "bufferView");
    if (!view || !views.is_array() || *view >= views.size()) return false;
    const std::uint64_t held = gltfNumber(views[static_cast<std::size_t>(*view)], "byteLength").value_or(0);
    const std::uint64_t from = gltfNumber(part, "byteOffset").value_or(0);
    return from <= held && bytes <= held - from;
  };
  std::uint64_t index = 0;
  for (const nlohmann::json& accessor : gltfMember(gltf, "accessors")) {
    const std::uint64_t number = index++;
    const nlohmann::json& sparse = gltfMember(accessor, "sparse");
    const auto count = gltfNumber(sparse, "count");
    if (!count || *count > (1ull << 32)) continue;
    const nlohmann::json &indices = gltfMember(sparse, "indices"), &values = gltfMember(sparse, "values");
    const std::uint64_t type = gltfNumber(indices, "componentType").value_or(0);
    const std::uint64_t index_bytes = type == 5121 ? 1 : type == 5123 ? 2 : 4;
    if (!holds(indices, *count * index_bytes) || !holds(values, *count * bytesOf(accessor)))
      return damagedGltf(failures::kGltfSparse, number);
  }
  return okStatus();
}

// "meshes[0].primitives[1].attributes.POSITION" for what names that number of that list first; empty for none.
std::string whoNames(const nlohmann::json& json, const std::string& list, std::uint64_t index, const std::string& at) {
  static const std::multimap<std::string, std::string> kKeys = {{"accessors", "indices"},
                                                                {"accessors", "input"},
                                                                {"accessors", "output"},
                                                                {"accessors", "inverseBindMatrices"},
                                                                {"bufferViews", "bufferView"},
                                                                {"buffers", "buffer"},
                                                                {"meshes", "mesh"},
                                                                {"materials", "material"},
                                                                {"images", "source"},
                                                                {"cameras", "camera"},
                                                                {"skins", "skin"},
                                                                {"samplers", "sampler"}};
  const bool attributes = list == "accessors" && at.ends_with("attributes");
  std::size_t number = 0;
  for (const auto& item : json.items()) {
    const std::string where = json.is_array() ? at + "[" + std::to_string(number++) + "]"
                                              : at + (at.empty() ? "" : ".") + cleanUtf8(item.key(), 60);
    const auto [first, last] = kKeys.equal_range(list);
    const bool names =
        attributes || std::any_of(first, last, [&](const auto& key) { return key.second == item.key(); });
    if (names && item.value().is_number_unsigned() && item.value().template get<std::uint64_t>() == index) return where;
    if (!item.value().is_structured()) continue;
    if (std::string found = whoNames(item.value(), list, index, where); !found.empty()) return found;
  }
  return {};
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
  WW_TRY(viewTooLong(gltf));
  return sparseTooLong(gltf);
}

Status explainGltf(std::string_view said, const nlohmann::json& gltf, const std::string& file) {
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
      {"expected (\\d+) bytes, but found (\\d+)", &failures::kGltfBufferLength, "said", "held"},
      {"out of range for buffer|is out of range|maxSize|but found|exceeds size of actual data|outside allocated memory",
       &failures::kGltfShortBuffer},
      {"No suitable reader found", &failures::kGltfFirstVersion},
  };
  Status ours = explain(said, kMeanings, {"file", arg::Name{file}});
  if (ours.ok() || ours.failure->row != &failures::kGltfNoSuchPart) return ours;
  const auto text = [&](const char* key) {
    const auto* words = std::get_if<arg::Words>(ours.failure->find(key));
    return words ? words->text : std::string();
  };
  double index = 0.0;
  const std::string list = text("list");
  parseNumber(text("index"), index);
  const std::string where = whoNames(gltf, list, static_cast<std::uint64_t>(index), {});
  return fail(failures::kGltfNoSuchPart, {{"index", arg::Words{text("index")}},
                                          {"count", arg::Words{text("count")}},
                                          {"list", arg::Words{list}},
                                          {"where", arg::Words{where.empty() ? file : where}}});
}

// The library quotes all of the list from the word on.
static Status daeWord(std::string_view said, std::string_view text, const std::string& file) {
  constexpr std::string_view kBegin = "Cannot parse string \"";
  constexpr std::size_t kSearched = 60, kShown = 40;
  const std::size_t quote = said.find(kBegin);
  if (quote == std::string_view::npos) return okStatus();
  const std::string_view list = said.substr(quote + kBegin.size());
  const std::size_t at = text.find(list.substr(0, std::min(list.find_first_of("\"\n\r"), kSearched)));
  const std::string_view word = list.substr(0, list.find_first_of(" \t\r\n\"<"));
  if (at == std::string_view::npos || word.empty()) return okStatus();
  const arg::Place place{file, 1 + static_cast<int>(std::ranges::count(text.substr(0, at), '\n')), 0};
  return fail(failures::kDaeWord, {{"place", place}, {"text", arg::Name{cleanUtf8(word, kShown)}}});
}

// The first <p> of triangles whose indices are more or fewer than their count asks for.
static Status daeIndexCount(std::string_view text, const std::string& file) {
  Status found = okStatus();
  double triangles = -1.0;
  std::size_t inputs = 0;
  walkXml(text, {[&](const XmlTag& tag) {
                   if (tag.name == "triangles") {
                     inputs = 0;
                     if (!parseNumber(trim(tag.attribute("count")), triangles)) triangles = -1.0;
                   }
                   double offset = 0.0;
                   if (tag.name == "input" && parseNumber(trim(tag.attribute("offset")), offset) && offset < 100.0)
                     inputs = std::max(inputs, static_cast<std::size_t>(std::max(offset, 0.0)) + 1);
                   if (tag.name != "p" || triangles < 0.0 || triangles > 1e9 || !found.ok()) return;
                   const std::size_t held = splitWords(tag.content).size();
                   const std::size_t wanted =
                       3 * static_cast<std::size_t>(triangles) * std::max<std::size_t>(1, inputs);
                   if (held == wanted) return;
                   found = fail(failures::kDaeIndexCountAt, {{"place", arg::Place{file, tag.line, 0}},
                                                             {"held", arg::Count{held}},
                                                             {"wanted", arg::Count{wanted}}});
                 },
                 [&](std::string_view name) {
                   if (name == "triangles") triangles = -1.0;
                 }});
  return found;
}

// Where an index stands first in a <p>; 0 where in none.
static int daeLineOf(std::string_view text, std::string_view index) {
  int line = 0;
  walkXml(text, {[&](const XmlTag& tag) {
                   if (tag.name != "p" || line > 0) return;
                   for (const std::string_view word : splitWords(tag.content)) {
                     if (word != index) continue;
                     const auto before = static_cast<std::size_t>(word.data() - tag.content.data());
                     line =
                         tag.content_line + static_cast<int>(std::ranges::count(tag.content.substr(0, before), '\n'));
                     return;
                   }
                 },
                 [](std::string_view) {}});
  return line;
}

Status explainDae(std::string_view said, std::string_view text, const std::string& file) {
  WW_TRY(daeWord(said, text, file));
  if (said.find("different index count") != std::string_view::npos) WW_TRY(daeIndexCount(text, file));
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
  Status ours = explain(said, kMeanings);
  if (ours.ok() || ours.failure->row != &failures::kDaeNoValue) return ours;
  const auto *index = std::get_if<arg::Words>(ours.failure->find("index")),
             *count = std::get_if<arg::Words>(ours.failure->find("count"));
  const int line = index && count ? daeLineOf(text, index->text) : 0;
  if (line == 0) return ours;
  return fail(failures::kDaeNoValueAt, {{"place", arg::Place{file, line, 0}}, {"index", *index}, {"count", *count}});
}

Status explainPly(std::string_view said) {
  static const Meaning kMeanings[] = {
      {"Cannot parse string \"([^\"?]*)", &failures::kPlyNoNumber, "text"},
      {"issing format", &failures::kPlyFormat},
  };
  return explain(said, kMeanings);
}

}  // namespace ww::io::worker
