// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/gltf_places.h"

#include <cmath>

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;

Eigen::Vector2f pairOf(const Json& json, const char* key, float otherwise) {
  const Json& value = gltfMember(json, key);
  if (!value.is_array() || value.size() != 2 || !value[0].is_number() || !value[1].is_number())
    return Eigen::Vector2f::Constant(otherwise);
  return {value[0].get<float>(), value[1].get<float>()};
}

}  // namespace

GltfPlaces gltfPlaces(const Json& gltf, const Json& primitive) {
  GltfPlaces out;
  const Json& materials = gltfMember(gltf, "materials");
  const auto index = gltfNumber(primitive, "material");
  if (!index || !materials.is_array() || *index >= materials.size()) return out;
  const Json& metal = gltfMember(materials[static_cast<std::size_t>(*index)], "pbrMetallicRoughness");
  const Json& texture = gltfMember(metal, "baseColorTexture");
  out.set = gltfNumber(texture, "texCoord").value_or(0);
  const Json& moved = gltfMember(gltfMember(texture, "extensions"), "KHR_texture_transform");
  if (!moved.is_object()) return out;
  out.set = gltfNumber(moved, "texCoord").value_or(out.set);
  const Json& turn = gltfMember(moved, "rotation");
  const float angle = turn.is_number() ? turn.get<float>() : 0.0f;
  const Eigen::Vector2f scale = pairOf(moved, "scale", 1.0f);
  // The format turns the other way than angles go, as its v points down.
  Eigen::Matrix2f rotation;
  rotation << std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle);
  out.picture_t_set.linear() = rotation * scale.asDiagonal();
  out.picture_t_set.translation() = pairOf(moved, "offset", 0.0f);
  return out;
}

bool hasOddPlaces(const Json& gltf, const Json& primitive) {
  const Json& attributes = gltfMember(primitive, "attributes");
  if (!attributes.is_object()) return false;
  const bool first = attributes.contains("TEXCOORD_0");
  for (const auto& [name, accessor] : attributes.items()) {
    if (name.starts_with("TEXCOORD_") && !first) return true;
  }
  return first && !gltfPlaces(gltf, primitive).isPlain();
}

void movePlaces(const GltfPlaces& by, std::vector<float>& places) {
  for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
    const Eigen::Vector2f moved = by.picture_t_set * Eigen::Vector2f(places[i], places[i + 1]);
    places[i] = moved.x();
    places[i + 1] = moved.y();
  }
}

}  // namespace ww::io::worker
