// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/odd_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/context.h"

namespace ww::io::worker {
namespace {

using Words = std::vector<std::string_view>;

// The words of x, y and z in a line of the file; none where it is no vertex.
class VertexLines {
 public:
  explicit VertexLines(std::string_view format) : word_(format == "obj" ? "v" : "vertex"), is_ply_(format == "ply") {}

  std::array<std::size_t, 3> of(const Words& words) {
    if (!is_ply_) return toLowerAscii(words[0]) == word_ ? std::array<std::size_t, 3>{1, 2, 3} : kNone;
    if (!in_body_) {
      header(words);
      return kNone;
    }
    if (before_ > 0) {
      --before_;
      return kNone;
    }
    if (vertices_ == 0) return kNone;
    --vertices_;
    return places_;
  }
  // Of a header that announces bytes.
  bool isBinary() const { return is_binary_; }

  static constexpr std::array<std::size_t, 3> kNone = {0, 0, 0};

 private:
  // Elements have a line each, one element after the other.
  void header(const Words& words) {
    in_body_ = words[0] == "end_header";
    if (words[0] == "format" && words.size() > 1) is_binary_ = words[1] != "ascii";
    double count = 0.0;
    if (words[0] == "element" && words.size() == 3 && parseNumber(words[2], count) && count >= 0.0 && count < 1e12) {
      is_vertex_ = words[1] == "vertex";
      if (is_vertex_) vertices_ = static_cast<std::uint64_t>(count);
      else if (!known_) before_ += static_cast<std::uint64_t>(count);
      known_ = known_ || is_vertex_;
      property_ = 0;
    }
    if (words[0] != "property") return;
    constexpr std::string_view kAxes[] = {"x", "y", "z"};
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (is_vertex_ && words.back() == kAxes[axis]) places_[axis] = property_;
    ++property_;
  }

  std::string_view word_;
  bool is_ply_, in_body_ = false, is_binary_ = false, is_vertex_ = false, known_ = false;
  std::uint64_t before_ = 0, vertices_ = 0;
  std::size_t property_ = 0;
  std::array<std::size_t, 3> places_ = {0, 1, 2};
};

}  // namespace

std::optional<OddNumber> oddNumberIn(std::string_view text, std::string_view format, const std::string& file,
                                     double farthest) {
  if (format != "obj" && format != "stl" && format != "ply") return std::nullopt;
  if (text.substr(0, 2048).find('\0') != std::string_view::npos) return std::nullopt;
  VertexLines lines(format);
  int line = 0;
  for (const std::string_view one : splitLines(text)) {
    ++line;
    const Words words = splitWords(one);
    if (words.empty() || words[0] == "comment") continue;
    const auto places = lines.of(words);
    if (lines.isBinary()) return std::nullopt;
    if (places == VertexLines::kNone) continue;
    for (const std::size_t at : places) {
      double v = 0.0;
      if (at >= words.size() || !parseAnyNumber(words[at], v) || std::abs(v) <= farthest) continue;
      constexpr std::size_t kLongest = 40;
      return OddNumber{cleanUtf8(words[at], kLongest), {file, line, 0}};
    }
  }
  return std::nullopt;
}

std::optional<OddNumber> oddNumberOf(const std::filesystem::path& path, std::string_view format, double farthest) {
  constexpr std::uintmax_t kMostBytes = 1u << 30;
  if (format != "obj" && format != "stl" && format != "ply") return std::nullopt;
  const auto text = readWhole(path, kMostBytes);
  return text.ok() ? oddNumberIn(*text, format, path.filename().string(), farthest) : std::nullopt;
}

Status trianglesLeftOut(std::uint64_t count, const std::optional<OddNumber>& first) {
  const FailureArg left_out{"count", arg::Count{count}};
  if (!first) return fail(failures::kTrianglesLeftOut, {left_out});
  return fail(failures::kTrianglesLeftOutAt, {left_out, {"place", first->place}, {"text", arg::Words{first->text}}});
}

Status noSoundTriangle(const std::string& file, const std::optional<OddNumber>& first) {
  const FailureArg name{"file", arg::Name{file}};
  if (!first) return fail(failures::kNoSoundTriangle, {name});
  return fail(failures::kNoSoundTriangleAt, {name, {"place", first->place}, {"text", arg::Words{first->text}}});
}

}  // namespace ww::io::worker
