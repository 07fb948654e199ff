// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/gltf_nodes.h"

#include <algorithm>
#include <array>

#include "core/io/failures.h"
#include "core/io/worker/assimp/gltf_accessor.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;
constexpr const char* kInstances = "EXT_mesh_gpu_instancing";

struct Motion {
  const char* attribute;
  const char* member;
  std::size_t components;
};
constexpr std::array<Motion, 3> kMotions = {
    {{"TRANSLATION", "translation", 3}, {"ROTATION", "rotation", 4}, {"SCALE", "scale", 3}}};

const Json& instancesOf(const Json& node) {
  return gltfMember(gltfMember(gltfMember(node, "extensions"), kInstances), "attributes");
}

// The nodes for one that is drawn in many places.
Result<std::vector<Json>> instances(GltfDocument& document, const Json& node, std::uint64_t most) {
  const Json attributes = instancesOf(node);
  std::vector<Json> out;
  for (const Motion& motion : kMotions) {
    const auto index = gltfNumber(attributes, motion.attribute);
    if (!index) continue;
    WW_ASSIGN(const GltfAccessor accessor, gltfAccessor(document.json, *index));
    if (accessor.components != motion.components) return damagedGltf(failures::kGltfAccessorKind, *index);
    WW_ASSIGN(const std::vector<float> values, gltfFloats(document, *index, most));
    const std::size_t count = values.size() / motion.components;
    if (out.empty()) out.resize(count, Json{{"mesh", node["mesh"]}});
    if (out.size() != count) return damagedGltf(failures::kGltfAccessorKind, *index);
    for (std::size_t i = 0; i < count; ++i) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * motion.components);
      out[i][motion.member] = std::vector<float>(first, first + static_cast<std::ptrdiff_t>(motion.components));
    }
  }
  return out;
}

}  // namespace

bool hasSkins(const Json& gltf) { return !gltfMember(gltf, "skins").empty(); }

void dropSkins(Json& gltf) {
  gltf.erase("skins");
  if (!gltfMember(gltf, "nodes").is_array()) return;
  for (Json& node : gltf["nodes"]) {
    if (node.is_object()) node.erase("skin");
  }
  for (Json& mesh : gltf["meshes"]) {
    if (!gltfMember(mesh, "primitives").is_array()) continue;
    for (Json& primitive : mesh["primitives"]) {
      if (!gltfMember(primitive, "attributes").is_object()) continue;
      Json& attributes = primitive["attributes"];
      for (auto at = attributes.begin(); at != attributes.end();) {
        if (at.key().starts_with("JOINTS_") || at.key().starts_with("WEIGHTS_")) at = attributes.erase(at);
        else ++at;
      }
    }
  }
}

bool hasInstances(const Json& gltf) {
  const Json& nodes = gltfMember(gltf, "nodes");
  return std::any_of(nodes.begin(), nodes.end(), [](const Json& node) {
    return instancesOf(node).is_object() && gltfNumber(node, "mesh").has_value();
  });
}

Status expandInstances(GltfDocument& document, std::uint64_t most) {
  Json& nodes = document.json["nodes"];
  std::vector<Json> fresh;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!instancesOf(nodes[i]).is_object() || !gltfNumber(nodes[i], "mesh")) continue;
    WW_ASSIGN(std::vector<Json> made, instances(document, nodes[i], most));
    if (made.size() > most - fresh.size()) return fail(failures::kMorePartsThan, {{"most", arg::Count{most}}});
    Json& node = nodes[i];
    node.erase("mesh");
    node["extensions"].erase(kInstances);
    if (!gltfMember(node, "children").is_array()) node["children"] = Json::array();
    for (Json& one : made) {
      node["children"].push_back(nodes.size() + fresh.size());
      fresh.push_back(std::move(one));
    }
  }
  for (Json& one : fresh) nodes.push_back(std::move(one));
  return okStatus();
}

}  // namespace ww::io::worker
