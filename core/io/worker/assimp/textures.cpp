// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/textures.h"

#include <assimp/scene.h>
#include <assimp/texture.h>

#include <algorithm>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/picture/bake.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxPictureBytes = 128u << 20;

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

}  // namespace

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
  const std::size_t at = text->find(name);
  if (!name.empty() && at != std::string::npos && text->find('\0') == std::string::npos)
    out.line = 1 + static_cast<int>(std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(at), '\n'));
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

std::vector<geometry::Color> Textures::baked(const Picture& picture, const aiMesh& in, const geometry::Mesh& mesh,
                                             const Eigen::Vector4d& factor) const {
  std::vector<geometry::Color> out;
  if (!in.HasTextureCoords(0)) return out;
  out.reserve(mesh.triangles.size());
  const auto place = [&](std::uint32_t vertex) {
    const aiVector3D& at = in.mTextureCoords[0][vertex];
    return Eigen::Vector2d(static_cast<double>(at.x), static_cast<double>(at.y));
  };
  for (const geometry::Triangle& t : mesh.triangles)
    out.push_back(pictureColor(meanOn(picture, {place(t[0]), place(t[1]), place(t[2])}).cwiseProduct(factor)));
  return out;
}

}  // namespace ww::io::worker
