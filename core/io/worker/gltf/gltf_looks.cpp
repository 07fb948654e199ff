// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/gltf/gltf_looks.h"

#include <algorithm>
#include <cmath>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;
constexpr std::uintmax_t kMaxPictureBytes = 128u << 20;

double unitNumber(const Json& json, const char* key, double otherwise) {
  const Json& value = gltfMember(json, key);
  return value.is_number() ? std::clamp(value.get<double>(), 0.0, 1.0) : otherwise;
}

Eigen::Vector4d factorOf(const Json& json, const char* key) {
  Eigen::Vector4d out = Eigen::Vector4d::Ones();
  const Json& value = gltfMember(json, key);
  if (!value.is_array() || value.size() != 4) return out;
  for (std::size_t i = 0; i < 4; ++i) {
    if (value[i].is_number()) out[static_cast<Eigen::Index>(i)] = std::clamp(value[i].get<double>(), 0.0, 1.0);
  }
  return out;
}

const Json& extensionOf(const Json& json, const char* name) { return gltfMember(gltfMember(json, "extensions"), name); }

// Where a picture says it for each place, the figure beside it says nothing.
std::optional<Finish> finishOf(const Json& pbr) {
  if (gltfMember(pbr, "metallicRoughnessTexture").is_object()) return std::nullopt;
  return Finish{static_cast<float>(unitNumber(pbr, "metallicFactor", 1.0)),
                static_cast<float>(unitNumber(pbr, "roughnessFactor", 1.0))};
}

}  // namespace

GltfLook GltfLooks::of(const Json& primitive) {
  GltfLook out;
  const auto index = gltfNumber(primitive, "material");
  const Json& material = index ? gltfEntry(document_.json, "materials", *index) : gltfMember({}, "");
  if (!material.is_object()) return out;
  out.said = true;
  const Json& mode = gltfMember(material, "alphaMode");
  out.blends = mode.is_string() && mode.get_ref<const std::string&>() == "BLEND";
  const Json& pbr = gltfMember(material, "pbrMetallicRoughness");
  // The way of saying it before; who writes it alone means it.
  const Json& glossy = extensionOf(material, "KHR_materials_pbrSpecularGlossiness");
  const bool by_gloss = glossy.is_object() && !pbr.is_object();
  out.factor = by_gloss ? factorOf(glossy, "diffuseFactor") : factorOf(pbr, "baseColorFactor");
  const Json& texture = by_gloss ? gltfMember(glossy, "diffuseTexture") : gltfMember(pbr, "baseColorTexture");
  if (by_gloss) out.finish = Finish{0.0f, static_cast<float>(1.0 - unitNumber(glossy, "glossinessFactor", 1.0))};
  else if (!extensionOf(material, "KHR_materials_unlit").is_object()) out.finish = finishOf(pbr);
  const auto number = gltfNumber(texture, "index");
  const Known* known = number ? picture(*number) : nullptr;
  if (known == nullptr) return out;
  out.picture = &*known->picture;
  out.mean = known->mean;
  out.places = gltfPlaces(texture);
  return out;
}

const GltfLooks::Known* GltfLooks::picture(std::uint64_t texture) {
  const Json& entry = gltfEntry(document_.json, "textures", texture);
  auto source = gltfNumber(entry, "source");
  // Of another kind than PNG and JPEG, and without one of these to fall back on.
  for (const char* other : {"EXT_texture_webp", "KHR_texture_basisu", "EXT_texture_avif", "MSFT_texture_dds"}) {
    if (!source) source = gltfNumber(extensionOf(entry, other), "source");
  }
  if (!source) return nullptr;
  const auto [at, fresh] = pictures_.emplace(*source, Known{});
  if (fresh) {
    auto read = load(gltfEntry(document_.json, "images", *source));
    if (read.ok()) at->second = {*read, read->mean()};
    else tellLost(*source, read.status());
  }
  (at->second.picture ? shown_ : lost_) = true;
  return at->second.picture ? &at->second : nullptr;
}

Result<Picture> GltfLooks::load(const Json& image) {
  const Json& uri = gltfMember(image, "uri");
  if (!uri.is_string()) {
    WW_ASSIGN(const GltfDocument::View view, document_.view(gltfNumber(image, "bufferView").value_or(~0ull)));
    return decodePicture(view.bytes);
  }
  const std::string& text = uri.get_ref<const std::string&>();
  if (text.starts_with("data:")) {
    WW_ASSIGN(const std::string bytes, decodeDataUri(text, 0));
    return decodePicture(bytes);
  }
  WW_ASSIGN(const std::filesystem::path path, context_.files.resolve(text, document_.path().parent_path()));
  WW_ASSIGN(const std::string bytes, readWhole(path, kMaxPictureBytes));
  return decodePicture(bytes);
}

void GltfLooks::tellLost(std::uint64_t image, const Status& why) {
  const Json& uri = gltfMember(gltfEntry(document_.json, "images", image), "uri");
  const std::string text = uri.is_string() ? uri.get<std::string>() : std::string();
  const bool inside = text.empty() || text.starts_with("data:");
  const std::string name = inside ? "picture " + std::to_string(image) + " in the file" : cleanUtf8(text, 200);
  const arg::Place place{document_.path().filename().string(), inside ? 0 : document_.lineOf(text), 0};
  context_.report.note("texture", fail(failures::kTextureLost, {{"place", place}, {"picture", arg::Name{name}}}, why));
}

}  // namespace ww::io::worker
