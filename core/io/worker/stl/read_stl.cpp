// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/color_runs.h"
#include "core/io/worker/mesh_source.h"
#include "core/io/worker/odd_numbers.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/scene_text.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxBytes = 3ull << 30;
constexpr std::size_t kBinaryHead = 84, kBinaryFacet = 50;
constexpr std::size_t kTogether = 16;  // triangles whose places are fetched at once; a divisor of 65536

using Corner = std::array<float, 3>;

// Puts equal corners together; triangles stay as many as there were, degenerate ones too. A table of places with open
// addresses: nothing is allocated for a corner, and one look is enough for most.
class MeshBuilder {
 public:
  explicit MeshBuilder(double scale) : scale_(scale) {}

  // For so many triangles, of which a closed mesh has half as many corners.
  void reserve(std::size_t triangles) {
    mesh.triangles.reserve(triangles);
    mesh.vertices.reserve(triangles / 2 + 2);
    points_.reserve(triangles / 2 + 2);
    growTo(2 * (triangles / 2 + 2));
  }
  // A triangle that is to be added soon: where its corners are looked for is fetched meanwhile.
  struct Coming {
    std::array<Corner, 3> corners;
    std::array<std::size_t, 3> hashes;
  };
  void prepare(Coming& triangle) const {
    for (std::size_t i = 0; i < 3; ++i) {
      for (float& v : triangle.corners[i]) v += 0.0f;  // -0 is 0
      triangle.hashes[i] = hash(triangle.corners[i]);
      if (!places_.empty()) __builtin_prefetch(places_.data() + (triangle.hashes[i] & (places_.size() - 1)));
    }
  }
  // False when a number is not finite or absurd.
  bool put(const Coming& triangle) {
    for (const Corner& c : triangle.corners) {
      for (const float v : c) {
        if (!(std::abs(v) * scale_ <= kFarthest)) return false;
      }
    }
    geometry::Triangle t;
    for (std::size_t i = 0; i < 3; ++i) t[i] = index(triangle.corners[i], triangle.hashes[i]);
    mesh.triangles.push_back(t);
    return true;
  }
  bool add(const std::array<Corner, 3>& corners) {
    Coming one{corners, {}};
    prepare(one);
    return put(one);
  }
  geometry::Mesh mesh;

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFFu;

  static std::size_t hash(const Corner& p) {
    std::uint32_t bits[3];
    std::memcpy(bits, p.data(), sizeof bits);
    std::uint64_t h = (std::uint64_t{bits[1]} << 32 | bits[0]) * 0x9E3779B97F4A7C15u;
    h = ((h ^ (h >> 32)) + bits[2]) * 0xBF58476D1CE4E5B9u;
    return static_cast<std::size_t>(h ^ (h >> 29));
  }

  std::uint32_t index(const Corner& p, std::size_t hash_of_p) {
    if (2 * (points_.size() + 1) > places_.size()) growTo(2 * places_.size());
    std::size_t at = hash_of_p & (places_.size() - 1);
    for (; places_[at] != kFree; at = (at + 1) & (places_.size() - 1)) {
      if (points_[places_[at]] == p) return places_[at];
    }
    places_[at] = static_cast<std::uint32_t>(points_.size());
    points_.push_back(p);
    mesh.vertices.push_back(Vec3(p[0], p[1], p[2]) * scale_);
    return places_[at];
  }

  // To a power of two, at most half of which is taken.
  void growTo(std::size_t wanted) {
    std::size_t size = 64;
    while (size < wanted) size *= 2;
    if (size <= places_.size()) return;
    places_.assign(size, kFree);
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
      std::size_t at = hash(points_[i]) & (size - 1);
      while (places_[at] != kFree) at = (at + 1) & (size - 1);
      places_[at] = i;
    }
  }

  double scale_;
  std::vector<Corner> points_;
  std::vector<std::uint32_t> places_;  // indices into points_, or kFree
};

struct StlSolid {
  std::string name;
  geometry::MeshPtr mesh;
  std::optional<geometry::Color> color;  // of all of it
};

// Two programs put colours into the spare 16 bits of a facet. VisCAM: bit 15 says that there is one, blue lowest.
// Magics: the head says so and names a colour for all, red lowest, and bit 15 says that the facet has none of its own.
class FacetColors {
 public:
  explicit FacetColors(std::string_view head) {
    const std::size_t said = head.substr(0, 80).find("COLOR=");
    if (said == std::string_view::npos || said + 10 > 80) return;
    magics_ = true;
    const auto part = [&](std::size_t i) {
      return static_cast<float>(static_cast<unsigned char>(head[said + 6 + i])) / 255.0f;
    };
    of_all_ = {part(0), part(1), part(2), std::max(part(3), kLeastAlpha)};
  }
  static std::uint16_t bits(std::string_view bytes, std::uint64_t facet) {
    std::uint16_t out = 0;
    std::memcpy(&out, bytes.data() + kBinaryHead + facet * kBinaryFacet + 48, sizeof out);
    return out;
  }
  void look(std::uint16_t bits) { any_ = static_cast<std::uint16_t>(any_ | bits); }
  bool isColored() const { return magics_ || (any_ & kFlag) != 0; }

  // Some write the head of Magics and leave the facets empty.
  geometry::Color of(std::uint16_t bits) const {
    const bool own = magics_ ? (bits & kFlag) == 0 && any_ != 0 : (bits & kFlag) != 0;
    if (!own) return of_all_;
    const auto part = [&](int from) { return static_cast<float>((bits >> from) & 31) / 31.0f; };
    return magics_ ? geometry::Color{part(0), part(5), part(10), of_all_.a}
                   : geometry::Color{part(10), part(5), part(0), 1.0f};
  }

 private:
  static constexpr std::uint16_t kFlag = 0x8000;
  static constexpr float kLeastAlpha = 0.05f;  // what cannot be seen helps nobody
  bool magics_ = false;
  geometry::Color of_all_;
  std::uint16_t any_ = 0;
};

class StlReader {
 public:
  StlReader(ReadContext& context, std::string file, double scale)
      : context_(context), file_(std::move(file)), scale_(scale) {}

  Status read(std::string_view bytes) {
    bytes_ = bytes;
    if (isBinary(bytes)) return binary(bytes);
    return ascii(withoutBom(bytes));
  }
  std::vector<StlSolid> solids;
  std::uint64_t bad = 0;  // triangles that were left out
  std::optional<OddNumber> oddNumber() const { return oddNumberIn(bytes_, "stl", file_, kFarthest / scale_); }

 private:
  // Many binary files begin with "solid", so the size decides; a wrong count is still binary when the file holds bytes
  // that no text has.
  static bool isBinary(std::string_view bytes) {
    if (bytes.size() < kBinaryHead) return false;
    if (announced(bytes) * kBinaryFacet + kBinaryHead == bytes.size()) return true;
    // Its number of triangles alone has a zero byte, up to sixteen millions.
    return bytes.substr(0, 2048).find('\0') != std::string_view::npos;
  }

  static std::uint64_t announced(std::string_view bytes) {
    std::uint32_t n = 0;
    std::memcpy(&n, bytes.data() + 80, 4);
    return n;
  }

  Status binary(std::string_view bytes) {
    const std::uint64_t said = announced(bytes);
    const std::uint64_t there = (bytes.size() - kBinaryHead) / kBinaryFacet;
    const std::uint64_t count = std::min(said, there);
    if (said > there) {
      Status cut = fail(failures::kStlCut, {{"said", arg::Count{said}}, {"held", arg::Count{there}}});
      if (there == 0) return cut;
      context_.report.warn("stl-count", std::move(cut));
    } else if (said < there) {
      context_.report.warn("stl-count", fail(failures::kStlMore, {{"said", arg::Count{said}}}));
    }
    MeshBuilder builder(scale_);
    builder.reserve(count);
    FacetColors colors(bytes.substr(0, kBinaryHead));
    std::vector<std::uint64_t> left_out;
    std::array<MeshBuilder::Coming, kTogether> coming{};
    for (std::uint64_t i = 0; i < count; i += kTogether) {
      const auto some = static_cast<std::size_t>(std::min<std::uint64_t>(kTogether, count - i));
      for (std::size_t k = 0; k < some; ++k) {
        std::memcpy(coming[k].corners.data(), bytes.data() + kBinaryHead + (i + k) * kBinaryFacet + 12,
                    sizeof coming[k].corners);
        builder.prepare(coming[k]);
        colors.look(FacetColors::bits(bytes, i + k));
      }
      for (std::size_t k = 0; k < some; ++k)
        if (!builder.put(coming[k])) left_out.push_back(i + k);
      if (i % 65536 == 0)
        context_.report.progress(0.1 + 0.6 * static_cast<double>(i) / static_cast<double>(count),
                                 phrase(WW_TEXT("Core", "reading triangles")));
    }
    bad = left_out.size();
    // Chance bytes that were taken for numbers.
    if (said != there && 2 * bad > count) return fail(failures::kNoStl);
    warnBad();
    std::optional<geometry::Color> of_all;
    if (colors.isColored()) of_all = paint(bytes, count, left_out, colors, builder.mesh);
    finish("", builder);
    if (!solids.empty()) solids.back().color = of_all;
    return okStatus();
  }

  static std::optional<geometry::Color> paint(std::string_view bytes, std::uint64_t count,
                                              const std::vector<std::uint64_t>& left_out, const FacetColors& colors,
                                              geometry::Mesh& mesh) {
    std::vector<geometry::Color> of_each;
    of_each.reserve(count);
    auto skipped = left_out.begin();
    for (std::uint64_t i = 0; i < count; ++i) {
      if (skipped != left_out.end() && *skipped == i) ++skipped;
      else of_each.push_back(colors.of(FacetColors::bits(bytes, i)));
    }
    return colorTriangles(of_each, mesh);
  }

  void tellColorLines() const {
    if (color_lines_ == 0) return;
    context_.report.note(
        "not-kept",
        fail(failures::kMeshPartNotKept,
             {{"file", arg::Name{file_}},
              {"count", arg::Count{color_lines_}},
              {"element", arg::Words{"color"}},
              {"meaning", phrase(WW_TEXT("Core", "colours in texts of STL are no part of the format"))}}),
        "color");
  }

  void warnBad() {
    if (bad > 0) context_.report.warn("stl-numbers", trianglesLeftOut(bad, oddNumber()));
  }

  void finish(std::string name, MeshBuilder& builder) {
    if (builder.mesh.triangles.empty()) return;
    solids.push_back({std::move(name), std::make_shared<geometry::Mesh>(std::move(builder.mesh)), {}});
    builder = MeshBuilder(scale_);
  }

  struct AsciiState {
    std::string name;
    std::vector<Corner> loop;
    bool in_facet = false;
    std::size_t line = 0;
  };
  arg::Place at(const AsciiState& state) const { return {file_, static_cast<int>(state.line), 0}; }

  Status ascii(std::string_view text) {
    if (toLowerAscii(withoutLineComments(text).substr(0, 5)) != "solid") return fail(failures::kNoStl);
    AsciiState state;
    MeshBuilder builder(scale_);
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
      const std::string_view line = text.substr(at, end - at);
      const bool crlf = end + 1 < text.size() && text[end] == '\r' && text[end + 1] == '\n';
      at = end + (crlf ? 2 : 1);
      ++state.line;
      WW_TRY(asciiLine(trim(line), state, builder));
      if (state.line % 65536 == 0)
        context_.report.progress(0.1 + 0.6 * static_cast<double>(at) / static_cast<double>(text.size()),
                                 phrase(WW_TEXT("Core", "reading triangles")));
    }
    if (state.in_facet && solids.empty() && builder.mesh.triangles.empty() && bad == 0)
      return fail(failures::kStlEndsInTriangle);
    if (state.in_facet) context_.report.warn("stl-cut", fail(failures::kStlEndsInTriangle));
    warnBad();
    tellColorLines();
    finish(state.name, builder);
    return okStatus();
  }

  Status asciiLine(std::string_view line, AsciiState& state, MeshBuilder& builder) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    if (word.empty()) return okStatus();
    const std::string key = toLowerAscii(word.substr(0, 16));
    // No part of the format, and in files of many scripts.
    if (withoutLineComments(key).empty()) return okStatus();
    if (key == "vertex") return vertex(line.substr(word.size()), state);
    if (key == "solid" && !state.in_facet) {
      finish(state.name, builder);
      state.name = nameAsWritten(trim(line.substr(word.size())), 120);
    } else if (key == "facet") {
      state.in_facet = true;
      state.loop.clear();
    } else if (key == "endfacet") {
      return endFacet(state, builder);
    } else if (key == "color") {
      ++color_lines_;
    } else if (key != "outer" && key != "endloop" && key != "endsolid") {
      return fail(failures::kStlWord, {{"place", at(state)}, {"word", arg::Name{cleanUtf8(word, 30)}}});
    }
    return okStatus();
  }

  Status vertex(std::string_view rest, AsciiState& state) const {
    const auto words = splitWords(rest.substr(0, rest.find_first_of("#;")));
    if (words.size() != 3) return fail(failures::kStlThreeNumbers, {{"place", at(state)}});
    Corner p{};
    for (std::size_t i = 0; i < 3; ++i) {
      double v = NAN;
      const std::string lower = toLowerAscii(words[i]);
      const bool odd = lower.find("nan") != std::string::npos || lower.find("inf") != std::string::npos;
      if (!odd && !parseAnyNumber(words[i], v)) {
        return fail(failures::kStlNoNumber, {{"place", at(state)}, {"word", arg::Name{cleanUtf8(words[i], 30)}}});
      }
      p[i] = static_cast<float>(v);
    }
    state.loop.push_back(p);
    return okStatus();
  }

  Status endFacet(AsciiState& state, MeshBuilder& builder) {
    state.in_facet = false;
    if (state.loop.size() < 3) return fail(failures::kStlCorners, {{"place", at(state)}});
    // Some programs write polygons: a fan of them.
    for (std::size_t i = 2; i < state.loop.size(); ++i) {
      if (!builder.add({state.loop[0], state.loop[i - 1], state.loop[i]})) ++bad;
    }
    return okStatus();
  }

  ReadContext& context_;
  std::string file_;
  std::string_view bytes_;
  double scale_;
  std::uint64_t color_lines_ = 0;
};

}  // namespace

Result<std::vector<PlacedShape>> loadStl(ReadContext& context, const std::filesystem::path& path, double scale) {
  WW_ASSIGN(const std::string bytes, readWhole(path, kMaxBytes));
  return parseStl(context, bytes, path, scale);
}

Result<std::vector<PlacedShape>> parseStl(ReadContext& context, std::string_view bytes,
                                          const std::filesystem::path& path, double scale) {
  StlReader reader(context, path.filename().string(), scale);
  WW_TRY(reader.read(bytes));
  if (reader.solids.empty() && reader.bad > 0) return noSoundTriangle(path.filename().string(), reader.oddNumber());
  if (reader.solids.empty()) return fail(failures::kNoTriangle, {{"file", arg::Name{path.filename().string()}}});
  std::vector<PlacedShape> out;
  for (StlSolid& solid : reader.solids) {
    auto shape = std::make_shared<geometry::Shape>();
    shape->mesh = std::move(solid.mesh);
    out.push_back({solid.name.empty() ? path.stem().string() : solid.name, std::move(shape),
                   Eigen::Affine3d::Identity(), solid.color});
  }
  return out;
}

Status readStl(ReadContext& context, Scene& scene) { return readMeshFile(context, scene); }

}  // namespace ww::io::worker
