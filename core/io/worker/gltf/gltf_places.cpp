// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/gltf/gltf_places.h"

#include <cmath>

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;

Eigen::Vector2d pairOf(const Json& json, const char* key, double otherwise) {
  const Json& value = gltfMember(json, key);
  if (!value.is_array() || value.size() != 2 || !value[0].is_number() || !value[1].is_number())
    return Eigen::Vector2d::Constant(otherwise);
  return {value[0].get<double>(), value[1].get<double>()};
}

}  // namespace

GltfPlaces gltfPlaces(const Json& texture) {
  GltfPlaces out;
  out.set = gltfNumber(texture, "texCoord").value_or(0);
  const Json& moved = gltfMember(gltfMember(texture, "extensions"), "KHR_texture_transform");
  if (!moved.is_object()) return out;
  out.set = gltfNumber(moved, "texCoord").value_or(out.set);
  const Json& turn = gltfMember(moved, "rotation");
  const double angle = turn.is_number() ? turn.get<double>() : 0.0;
  const Eigen::Vector2d scale = pairOf(moved, "scale", 1.0);
  // The format turns the other way than angles go, as its v points down.
  Eigen::Matrix2d rotation;
  rotation << std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle);
  out.picture_t_set.linear() = rotation * scale.asDiagonal();
  out.picture_t_set.translation() = pairOf(moved, "offset", 0.0);
  return out;
}

}  // namespace ww::io::worker
