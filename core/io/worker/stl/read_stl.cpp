// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/mesh_source.h"
#include "core/io/worker/readers.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxBytes = 3ull << 30;
constexpr std::size_t kBinaryHead = 84, kBinaryFacet = 50;

// Puts equal corners together; triangles stay as many as there were, degenerate ones too.
class MeshBuilder {
 public:
  explicit MeshBuilder(double scale) : scale_(scale) {}

  // False when a number is not finite or absurd.
  bool add(const std::array<std::array<float, 3>, 3>& corners) {
    for (const auto& c : corners) {
      for (const float v : c) {
        if (!(std::abs(v) * scale_ <= kFarthest)) return false;
      }
    }
    mesh.triangles.push_back({index(corners[0]), index(corners[1]), index(corners[2])});
    return true;
  }
  geometry::Mesh mesh;

 private:
  struct Hash {
    std::size_t operator()(const std::array<float, 3>& p) const noexcept {
      std::uint64_t h = 0x9E3779B97F4A7C15u;
      for (const float v : p) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &v, sizeof bits);
        h = (h ^ bits) * 0xBF58476D1CE4E5B9u;
        h ^= h >> 29;
      }
      return h;
    }
  };

  std::uint32_t index(std::array<float, 3> p) {
    for (float& v : p) v += 0.0f;  // -0 is 0
    const auto [at, fresh] = known_.try_emplace(p, static_cast<std::uint32_t>(mesh.vertices.size()));
    if (fresh) mesh.vertices.push_back(Vec3(p[0], p[1], p[2]) * scale_);
    return at->second;
  }

  double scale_;
  std::unordered_map<std::array<float, 3>, std::uint32_t, Hash> known_;
};

struct StlSolid {
  std::string name;
  geometry::MeshPtr mesh;
};

class StlReader {
 public:
  StlReader(ReadContext& context, double scale) : context_(context), scale_(scale) {}

  Status read(std::string_view bytes) {
    if (isBinary(bytes)) return binary(bytes);
    return ascii(withoutBom(bytes));
  }
  std::vector<StlSolid> solids;
  std::uint64_t bad = 0;  // triangles that were left out

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
      context_.report.warn("stl-count",
                           fail(failures::kStlCut, {{"said", arg::Count{said}}, {"held", arg::Count{there}}}));
    } else if (said < there) {
      context_.report.warn("stl-count", fail(failures::kStlMore, {{"said", arg::Count{said}}}));
    }
    MeshBuilder builder(scale_);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::array<std::array<float, 3>, 3> corners;
      std::memcpy(corners.data(), bytes.data() + kBinaryHead + i * kBinaryFacet + 12, sizeof corners);
      bad += builder.add(corners) ? 0 : 1;
      if (i % 65536 == 0)
        context_.report.progress(0.1 + 0.6 * static_cast<double>(i) / static_cast<double>(count),
                                 phrase(WW_TEXT("Core", "reading triangles")));
    }
    warnBad();
    finish("", builder);
    return okStatus();
  }

  void warnBad() {
    if (bad > 0) context_.report.warn("stl-numbers", fail(failures::kTrianglesLeftOut, {{"count", arg::Count{bad}}}));
  }

  void finish(std::string name, MeshBuilder& builder) {
    if (builder.mesh.triangles.empty()) return;
    solids.push_back({std::move(name), std::make_shared<geometry::Mesh>(std::move(builder.mesh))});
    builder = MeshBuilder(scale_);
  }

  struct AsciiState {
    std::string name;
    std::vector<std::array<float, 3>> loop;
    bool in_facet = false;
    std::size_t line = 0;
  };

  Status ascii(std::string_view text) {
    if (toLowerAscii(trimLeft(text).substr(0, 5)) != "solid") return fail(failures::kNoStl);
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
    finish(state.name, builder);
    return okStatus();
  }

  Status asciiLine(std::string_view line, AsciiState& state, MeshBuilder& builder) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    if (word.empty()) return okStatus();
    const std::string key = toLowerAscii(word.substr(0, 16));
    if (key == "vertex") return vertex(line.substr(word.size()), state);
    if (key == "solid" && !state.in_facet) {
      finish(state.name, builder);
      state.name = cleanUtf8(trim(line.substr(word.size())), 120);
    } else if (key == "facet") {
      state.in_facet = true;
      state.loop.clear();
    } else if (key == "endfacet") {
      return endFacet(state, builder);
    } else if (key != "outer" && key != "endloop" && key != "endsolid" && key != "color") {
      return fail(failures::kStlWord, {{"line", arg::Count{state.line}}, {"word", arg::Name{cleanUtf8(word, 30)}}});
    }
    return okStatus();
  }

  static Status vertex(std::string_view rest, AsciiState& state) {
    const auto words = splitWords(rest);
    if (words.size() != 3) return fail(failures::kStlThreeNumbers, {{"line", arg::Count{state.line}}});
    std::array<float, 3> p{};
    for (std::size_t i = 0; i < 3; ++i) {
      double v = NAN;
      const std::string lower = toLowerAscii(words[i]);
      const bool odd = lower.find("nan") != std::string::npos || lower.find("inf") != std::string::npos;
      if (!odd && !parseAnyNumber(words[i], v)) {
        return fail(failures::kStlNoNumber,
                    {{"line", arg::Count{state.line}}, {"word", arg::Name{cleanUtf8(words[i], 30)}}});
      }
      p[i] = static_cast<float>(v);
    }
    state.loop.push_back(p);
    return okStatus();
  }

  Status endFacet(AsciiState& state, MeshBuilder& builder) {
    state.in_facet = false;
    if (state.loop.size() < 3) return fail(failures::kStlCorners, {{"line", arg::Count{state.line}}});
    // Some programs write polygons: a fan of them.
    for (std::size_t i = 2; i < state.loop.size(); ++i) {
      if (!builder.add({state.loop[0], state.loop[i - 1], state.loop[i]})) ++bad;
    }
    return okStatus();
  }

  ReadContext& context_;
  double scale_;
};

}  // namespace

Status noSoundTriangle(const std::string& file_name) {
  return fail(failures::kNoSoundTriangle, {{"file", arg::Name{file_name}}});
}

Result<std::vector<PlacedShape>> loadStl(ReadContext& context, const std::filesystem::path& path, double scale) {
  WW_ASSIGN(const std::string bytes, readWhole(path, kMaxBytes));
  StlReader reader(context, scale);
  WW_TRY(reader.read(bytes));
  if (reader.solids.empty() && reader.bad > 0) return noSoundTriangle(path.filename().string());
  if (reader.solids.empty()) return fail(failures::kNoTriangle, {{"file", arg::Name{path.filename().string()}}});
  std::vector<PlacedShape> out;
  for (StlSolid& solid : reader.solids) {
    auto shape = std::make_shared<geometry::Shape>();
    shape->mesh = std::move(solid.mesh);
    out.push_back(
        {solid.name.empty() ? path.stem().string() : solid.name, std::move(shape), Eigen::Affine3d::Identity(), {}});
  }
  return out;
}

Status readStl(ReadContext& context, Scene& scene) { return readMeshFile(context, scene); }

}  // namespace ww::io::worker
