// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/obj_text.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Whether `at` is the point of a number without a digit in front of it: after a blank, and a sign or none.
bool lacksZero(std::string_view line, std::size_t at) {
  if (line[at] != '.' || at == 0 || at + 1 >= line.size() || !isDigit(line[at + 1])) return false;
  const bool sign = line[at - 1] == '-' || line[at - 1] == '+';
  return sign ? at >= 2 && isBlank(line[at - 2]) : isBlank(line[at - 1]);
}

// Copies a text but for what is left out of it or put into it.
class Mender {
 public:
  explicit Mender(std::string_view text) : text_(text) {}
  void put(std::size_t at, char c) {
    skip(at, at);
    out_ += c;
  }
  void skip(std::size_t from, std::size_t to) {
    out_.append(text_, copied_, from - copied_);
    copied_ = to;
    changed_ = true;
  }
  std::optional<std::string> result() {
    if (!changed_) return std::nullopt;
    out_.append(text_, copied_);
    return std::move(out_);
  }

 private:
  std::string_view text_;
  std::string out_;
  std::size_t copied_ = 0;
  bool changed_ = false;
};

}  // namespace

std::optional<std::string> plainObj(std::string_view obj) {
  Mender mender(obj);
  for (std::size_t begin = 0; begin < obj.size();) {
    const std::size_t end = std::min(obj.find('\n', begin), obj.size());
    const std::string_view line = obj.substr(begin, end - begin);
    const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    if (indent > 0) mender.skip(begin, begin + indent);
    // v, vn, vt, vp: the lines that hold numbers with points.
    const bool vertex = indent < line.size() && line[indent] == 'v';
    for (std::size_t at = vertex ? line.find('.') : line.npos; at != line.npos; at = line.find('.', at + 1)) {
      if (lacksZero(line, at)) mender.put(begin + at, '0');
    }
    begin = end + 1;
  }
  return mender.result();
}

namespace {

// How many there are so far of what a face can name.
struct ObjCounts {
  long long vertices = 0, textures = 0, normals = 0;
};

// A part of "7/1/3" that names one of `count`; 0 stands for a part that is left out.
bool namesOne(std::string_view part, long long count) {
  long long index = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
  if (part.empty() || error != std::errc() || end != part.data() + part.size()) return part.empty();
  return index != 0 && index <= count && index >= -count;
}

Status wrongCorner(std::string_view corner, const ObjCounts& all, const arg::Place& place) {
  const std::pair<const char*, long long> kinds[] = {
      {"vertex", all.vertices}, {"texture coordinate", all.textures}, {"normal", all.normals}};
  for (const auto& [what, count] : kinds) {
    const std::size_t slash = corner.find('/');
    const std::string_view part = corner.substr(0, slash);
    if (!namesOne(part, count)) {
      const bool number = part.find_first_not_of("0123456789-") == std::string_view::npos;
      if (!number) return fail(failures::kObjNoFace, {{"text", arg::Name{cleanUtf8(corner, 60)}}, {"place", place}});
      return fail(failures::kObjNoVertex, {{"place", place},
                                           {"what", arg::Words{what}},
                                           {"index", arg::Words{cleanUtf8(part, 30)}},
                                           {"count", arg::Count{static_cast<std::uint64_t>(count)}}});
    }
    if (slash == std::string_view::npos) break;
    corner.remove_prefix(slash + 1);
  }
  return okStatus();
}

// "v 1 2 3", with what may follow.
bool isPoint(const std::vector<std::string_view>& words) {
  double number = 0.0;
  return words.size() >= 4 && std::all_of(words.begin() + 1, words.begin() + 4,
                                          [&](std::string_view word) { return parseAnyNumber(word, number); });
}

}  // namespace

Status checkObjPoints(std::string_view obj, const std::string& file) {
  int line = 0;
  for (std::size_t begin = 0; begin < obj.size(); ++line) {
    const std::size_t end = std::min(obj.find('\n', begin), obj.size());
    std::string_view text = trimLeft(obj.substr(begin, end - begin));
    begin = end + 1;
    if (!text.starts_with("v ") && !text.starts_with("v\t")) continue;
    text = text.substr(0, text.find('#'));
    const bool plain = text.find_first_not_of("0123456789+-.eE \t\r", 1) == text.npos;
    // Commas stand for points in files of some programs, and a line may go on behind a backslash.
    if (plain || text.find_first_of(",\\") != text.npos || isPoint(splitWords(text))) continue;
    return fail(failures::kObjBadVertex,
                {{"text", arg::Name{cleanUtf8(trim(text.substr(1)), 60)}}, {"place", arg::Place{file, line + 1, 0}}});
  }
  return okStatus();
}

Status explainObj(std::string_view obj, const std::string& file) {
  const std::vector<std::string_view> lines = splitLines(obj);
  ObjCounts all;
  for (const std::string_view line : lines) {
    const std::string_view text = trimLeft(line);
    all.vertices += text.starts_with("v ") || text.starts_with("v\t");
    all.textures += text.starts_with("vt");
    all.normals += text.starts_with("vn");
  }
  if (all.vertices == 0) {
    const bool faces =
        std::ranges::any_of(lines, [](std::string_view line) { return trimLeft(line).starts_with("f "); });
    if (!faces) return fail(failures::kObjEmpty, {{"file", arg::Name{file}}});
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view text = trimLeft(lines[i]);
    const bool vertex = text.starts_with("v ") || text.starts_with("v\t");
    if (!vertex && !text.starts_with("f ") && !text.starts_with("f\t")) continue;
    const std::vector<std::string_view> words = splitWords(text.substr(0, text.find('#')));
    if (vertex && !isPoint(words))
      return fail(failures::kObjBadVertex, {{"text", arg::Name{cleanUtf8(trim(text.substr(1)), 60)}},
                                            {"place", arg::Place{file, static_cast<int>(i) + 1, 0}}});
    if (vertex) continue;
    for (std::size_t w = 1; w < words.size(); ++w)
      WW_TRY(wrongCorner(words[w], all, {file, static_cast<int>(i) + 1, 0}));
  }
  return okStatus();
}

}  // namespace ww::io::worker
