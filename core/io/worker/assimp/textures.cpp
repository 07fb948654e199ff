// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/textures.h"

#include <assimp/scene.h>
#include <assimp/texture.h>

#include <algorithm>
#include <cmath>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxPictureBytes = 128u << 20;
constexpr std::size_t kMaxTextureRuns = 200'000;
constexpr int kSamples = 4;  // along an edge of a triangle
constexpr double kShades = 63.0;

// Texels as they are, blue first.
Picture plainTexture(const aiTexture& texture) {
  Picture out{texture.mWidth, texture.mHeight, {}};
  const std::size_t count = std::size_t{texture.mWidth} * texture.mHeight;
  out.rgba.reserve(4 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const aiTexel& t = texture.pcData[i];
    for (const unsigned char v : {t.r, t.g, t.b, t.a}) out.rgba.push_back(v);
  }
  return out;
}

// The mean over a lattice inside of the triangle, the edges left out.
Eigen::Vector4d meanOn(const Picture& picture, const aiVector3D& a, const aiVector3D& b, const aiVector3D& c) {
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  int count = 0;
  for (int i = 0; i < kSamples; ++i) {
    for (int k = 0; i + k < kSamples; ++k, ++count) {
      const double s = (i + 1.0 / 3.0) / kSamples, t = (k + 1.0 / 3.0) / kSamples, r = 1.0 - s - t;
      sum += picture.at(r * static_cast<double>(a.x) + s * static_cast<double>(b.x) + t * static_cast<double>(c.x),
                        r * static_cast<double>(a.y) + s * static_cast<double>(b.y) + t * static_cast<double>(c.y));
    }
  }
  return sum / count;
}

}  // namespace

geometry::Color pictureColor(const Eigen::Vector4d& light) {
  const auto shade = [](double v) {
    return static_cast<float>(std::round(srgbOfLight(std::clamp(v, 0.0, 1.0)) * kShades) / kShades);
  };
  const double alpha = std::clamp(light[3], 0.0, 1.0);
  return {shade(light[0]), shade(light[1]), shade(light[2]), alpha > 0.02 ? static_cast<float>(alpha) : 1.0f};
}

Result<Picture> Textures::read(const std::string& name) {
  if (const aiTexture* inside = scene_.GetEmbeddedTexture(name.c_str())) {
    if (inside->mHeight != 0) return plainTexture(*inside);
    return decodePicture({reinterpret_cast<const char*>(inside->pcData), inside->mWidth});
  }
  WW_ASSIGN(const std::filesystem::path path, context_.files.resolve(name, file_.parent_path()));
  WW_ASSIGN(const std::string bytes, readWhole(path, kMaxPictureBytes));
  return decodePicture(bytes);
}

arg::Place Textures::placeOf(const std::string& name) const {
  constexpr std::uintmax_t kMost = 16u << 20;
  arg::Place out{file_.filename().string(), 0, 0};
  const auto text = readWhole(file_, kMost);
  if (!text.ok()) return out;
  const auto find = [&](const std::filesystem::path& file, std::string_view in) {
    const std::size_t at = in.find(name);
    if (name.empty() || at == std::string_view::npos || in.find('\0') != std::string_view::npos) return;
    out.file = file.filename().string();
    out.line = 1 + static_cast<int>(std::ranges::count(in.substr(0, at), '\n'));
  };
  find(file_, *text);
  if (toLowerAscii(file_.extension().string()) != ".obj") return out;
  std::vector<std::string> materials = {file_.stem().string() + ".mtl"};
  for (const std::string_view line : splitLines(*text)) {
    constexpr std::string_view kWord = "mtllib ";
    if (line.starts_with(kWord)) materials.emplace_back(trim(line.substr(kWord.size())));
  }
  for (const std::string& material : materials) {
    const auto path = context_.files.resolve(material, file_.parent_path());
    const auto said = path.ok() ? readWhole(*path, kMost) : Result<std::string>(path.status());
    if (out.line == 0 && said.ok()) find(*path, *said);
  }
  return out;
}

// Pictures inside the file have the names "*0", "*1", ... from the library.
static std::string shownName(const std::string& name) {
  const bool inside = name.size() > 1 && name.front() == '*';
  return inside ? "picture " + name.substr(1) + " in the file" : cleanUtf8(name, 200);
}

const Picture* Textures::baseColor(const aiMaterial& material) {
  aiString name;
  if (material.GetTexture(aiTextureType_BASE_COLOR, 0, &name) != aiReturn_SUCCESS &&
      material.GetTexture(aiTextureType_DIFFUSE, 0, &name) != aiReturn_SUCCESS)
    return nullptr;
  auto [it, fresh] = known_.emplace(name.C_Str(), std::nullopt);
  if (fresh) {
    auto picture = read(it->first);
    if (picture.ok()) it->second = std::move(picture).value();
    else
      context_.report.note(
          "texture",
          fail(failures::kTextureLost, {{"place", placeOf(it->first)}, {"picture", arg::Name{shownName(it->first)}}},
               picture.status()));
  }
  (it->second ? shown_ : lost_) = true;
  return it->second ? &*it->second : nullptr;
}

std::optional<std::vector<geometry::ColorRun>> Textures::baked(const Picture& picture, const aiMesh& in,
                                                               const geometry::Mesh& mesh,
                                                               const Eigen::Vector4d& factor) const {
  if (!in.HasTextureCoords(0)) return std::nullopt;
  std::vector<geometry::ColorRun> runs;
  const aiVector3D* places = in.mTextureCoords[0];
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const geometry::Triangle& t = mesh.triangles[i];
    Eigen::Vector4d light = meanOn(picture, places[t[0]], places[t[1]], places[t[2]]);
    light[3] = 1.0;  // what is cut out by a picture would be a veil

    const geometry::Color c = pictureColor(light.cwiseProduct(factor));
    if (!runs.empty() && runs.back().color == c) ++runs.back().count;
    else runs.push_back({i, 1, c});
    if (runs.size() > kMaxTextureRuns) return std::nullopt;
  }
  return runs;
}

}  // namespace ww::io::worker
