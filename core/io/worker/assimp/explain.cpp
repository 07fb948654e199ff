// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/explain.h"

#include <algorithm>
#include <regex>
#include <span>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
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

}  // namespace

Status explainFirstGltf(std::string_view said, const std::string& file) {
  static const Meaning kMeanings[] = {{"has no faces", &failures::kNoTriangle},
                                      {"No suitable reader found", &failures::kGltfFirstVersion}};
  return explain(said, kMeanings, {"file", arg::Name{file}});
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
