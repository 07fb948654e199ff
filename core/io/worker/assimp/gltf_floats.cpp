// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/gltf_floats.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/io/failures.h"
#include "core/io/worker/assimp/draco_mesh.h"
#include "core/io/worker/assimp/gltf_accessor.h"
#include "core/io/worker/assimp/gltf_document.h"
#include "core/io/worker/assimp/gltf_meshopt.h"
#include "core/io/worker/assimp/gltf_nodes.h"
#include "core/io/worker/assimp/gltf_places.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;
constexpr const char* kDraco = "KHR_draco_mesh_compression";

bool hasQuantised(const Json& gltf, const Json& primitive) {
  const Json& accessors = gltfMember(gltf, "accessors");
  const auto quantised = [&](const char* name) {
    const auto index = gltfNumber(gltfMember(primitive, "attributes"), name);
    if (!index || !accessors.is_array() || *index >= accessors.size()) return false;
    return gltfNumber(accessors[static_cast<std::size_t>(*index)], "componentType") !=
           static_cast<std::uint64_t>(GltfType::kFloat);
  };
  return quantised("POSITION") || quantised("NORMAL");
}

bool hasPackedView(const Json& gltf) {
  const Json& views = gltfMember(gltf, "bufferViews");
  return std::any_of(views.begin(), views.end(), [](const Json& view) { return meshoptOf(view).is_object(); });
}

bool hasDraco(const Json& primitive) { return gltfMember(gltfMember(primitive, "extensions"), kDraco).is_object(); }

Status unsound(std::uint64_t accessor) { return damagedGltf(failures::kGltfAccessorKind, accessor); }

class GltfPlainer {
 public:
  GltfPlainer(GltfDocument& document, const ReadOptions& options)
      : document_(document),
        max_triangles_(std::min<std::uint64_t>(options.max_triangles, kMaxGltfBytes)),
        max_parts_(options.max_instances) {}

  Status run() {
    for (const char* list : {"buffers", "bufferViews", "accessors"}) {
      if (!document_.json[list].is_array()) document_.json[list] = Json::array();
    }
    buffer_index_ = document_.json["buffers"].size();  // where the new buffer will stand
    if (hasInstances(document_.json)) WW_TRY(expandInstances(document_, max_parts_));
    if (hasSkins(document_.json)) dropSkins(document_.json);
    for (Json& mesh : document_.json["meshes"]) {
      if (gltfMember(mesh, "primitives").is_array()) WW_TRY(changeMesh(mesh));
    }
    if (gltfMember(document_.json, "materials").is_array()) {
      for (Json& material : document_.json["materials"]) forgetPlaces(material);
    }
    return unpackViews();
  }

  Result<GltfCopy> finish() {
    putPlainViews();
    Json& json = document_.json;
    GltfCopy out;
    out.buffer_name = document_.freeName();
    json["buffers"].push_back({{"uri", out.buffer_name}, {"byteLength", bytes_.size()}});
    for (Json& view : views_) json["bufferViews"].push_back(std::move(view));
    for (Json& accessor : accessors_) json["accessors"].push_back(std::move(accessor));
    json.erase("animations");
    WW_ASSIGN(out.main, document_.write());
    out.buffer = std::move(bytes_);
    return out;
  }

 private:
  // The places of its picture are now those of the first set.
  static void forgetPlaces(Json& material) {
    if (!gltfMember(gltfMember(material, "pbrMetallicRoughness"), "baseColorTexture").is_object()) return;
    Json& texture = material["pbrMetallicRoughness"]["baseColorTexture"];
    texture.erase("texCoord");
    texture.erase("extensions");
  }

  // Views without compression, in the new buffer. Buffers that stand for them alone may have no bytes.
  Status unpackViews() {
    Json& views = document_.json["bufferViews"];
    for (std::size_t i = 0; i < views.size(); ++i) {
      if (!meshoptOf(views[i]).is_object()) continue;
      WW_ASSIGN(const GltfDocument::View view, document_.view(i));
      if (view.bytes.size() > kMaxGltfBytes - bytes_.size())
        return fail(failures::kGltfTooLarge, {{"most", arg::Bytes{kMaxGltfBytes}}});
      plain_views_.emplace_back(
          i, Json{{"buffer", buffer_index_}, {"byteOffset", bytes_.size()}, {"byteLength", view.bytes.size()}});
      if (views[i].contains("byteStride")) plain_views_.back().second["byteStride"] = views[i]["byteStride"];
      bytes_.append(view.bytes);
      bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0');
    }
    return okStatus();
  }
  void putPlainViews() {
    if (plain_views_.empty()) return;
    Json& json = document_.json;
    for (auto& [index, view] : plain_views_) json["bufferViews"][index] = std::move(view);
    for (Json& buffer : json["buffers"]) {
      if (!gltfMember(gltfMember(buffer, "extensions"), kMeshopt).is_object() || buffer.contains("uri")) continue;
      buffer = {{"uri", "data:application/octet-stream;base64,AAAAAA=="}, {"byteLength", 4}};
    }
    for (const char* list : {"extensionsUsed", "extensionsRequired"}) json.erase(list);
  }

  Status changeMesh(Json& mesh) {
    for (Json& primitive : mesh["primitives"]) {
      const bool draco = hasDraco(primitive), quantised = hasQuantised(document_.json, primitive);
      if (!draco && hasOddPlaces(document_.json, primitive)) WW_TRY(changePlaces(primitive));
      if (!draco && !quantised) continue;
      WW_TRY(draco ? changeDraco(primitive) : changeQuantised(primitive));
      primitive.erase("targets");
      mesh.erase("weights");
    }
    return okStatus();
  }

  // One set of places, the one that its picture lies by.
  Status changePlaces(Json& primitive) {
    Json& attributes = primitive["attributes"];
    const GltfPlaces places = gltfPlaces(document_.json, primitive);
    const auto index = gltfNumber(attributes, ("TEXCOORD_" + std::to_string(places.set)).c_str());
    for (auto at = attributes.begin(); at != attributes.end();) {
      if (at.key().starts_with("TEXCOORD_")) at = attributes.erase(at);
      else ++at;
    }
    if (!index) return okStatus();
    WW_ASSIGN(const GltfAccessor accessor, gltfAccessor(document_.json, *index));
    if (accessor.components != 2) return unsound(*index);
    WW_ASSIGN(std::vector<float> values, gltfFloats(document_, *index, 3 * max_triangles_));
    movePlaces(places, values);
    WW_ASSIGN(attributes["TEXCOORD_0"], add(values, 2));
    return okStatus();
  }

  Status changeQuantised(Json& primitive) {
    const Json& old = gltfMember(primitive, "attributes");
    Json attributes = Json::object();
    for (const char* name : {"COLOR_0", "TEXCOORD_0"}) {
      if (const auto kept = gltfNumber(old, name)) attributes[name] = *kept;
    }
    for (const char* name : {"POSITION", "NORMAL"}) {
      const auto index = gltfNumber(old, name);
      if (!index) continue;
      auto known = floats_.find(*index);
      if (known == floats_.end()) {
        WW_ASSIGN(const GltfAccessor accessor, gltfAccessor(document_.json, *index));
        if (accessor.components != 3) return unsound(*index);
        WW_ASSIGN(const std::vector<float> values, gltfFloats(document_, *index, 3 * max_triangles_));
        WW_ASSIGN(const std::size_t fresh, add(values, 3));
        known = floats_.emplace(*index, fresh).first;
      }
      attributes[name] = known->second;
    }
    primitive["attributes"] = std::move(attributes);
    return okStatus();
  }

  Status changeDraco(Json& primitive) {
    const Json& extension = primitive["extensions"][kDraco];
    // The same compressed mesh may be named often.
    const std::string key = extension.dump(-1, ' ', false, Json::error_handler_t::replace) +
                            gltfMember(primitive, "attributes").dump(-1, ' ', false, Json::error_handler_t::replace) +
                            std::to_string(gltfNumber(primitive, "material").value_or(~0ull));
    auto known = decoded_.find(key);
    if (known == decoded_.end()) {
      WW_ASSIGN(Json plain, decode(extension, primitive));
      known = decoded_.emplace(key, std::move(plain)).first;
    }
    primitive["attributes"] = known->second["attributes"];
    primitive["indices"] = known->second["indices"];
    primitive["mode"] = 4;  // triangles; of strips Draco makes triangles too
    primitive["extensions"].erase(kDraco);
    return okStatus();
  }

  // The attributes and indices of a primitive without the compression.
  Result<Json> decode(const Json& extension, const Json& primitive) {
    const Json& attributes = gltfMember(primitive, "attributes");
    const auto view_index = gltfNumber(extension, "bufferView");
    if (!view_index) return fail(failures::kDracoNoView);
    WW_ASSIGN(const GltfDocument::View view, document_.view(*view_index));
    WW_ASSIGN(const DracoMesh mesh, DracoMesh::decode(view.bytes, max_triangles_));
    Json out = {{"attributes", Json::object()}};
    for (const char* name : {"POSITION", "NORMAL", "COLOR_0"}) {
      const auto id = gltfNumber(gltfMember(extension, "attributes"), name), index = gltfNumber(attributes, name);
      if (!id || !index) continue;
      WW_ASSIGN(const GltfAccessor accessor, gltfAccessor(document_.json, *index));
      WW_ASSIGN(DracoMesh::Attribute attribute, mesh.attribute(*id));
      for (float& v : attribute.values) v = gltfValue(v, accessor.type, accessor.normalized);
      const bool color = std::string_view(name) == "COLOR_0";
      if (attribute.components != 3 && !(color && attribute.components == 4)) return unsound(*index);
      WW_ASSIGN(out["attributes"][name], add(attribute.values, attribute.components));
    }
    if (!out["attributes"].contains("POSITION")) return fail(failures::kDracoNoPositions);
    WW_TRY(decodePlaces(mesh, extension, primitive, out["attributes"]));
    WW_ASSIGN(out["indices"], add(mesh.indices(), 1));
    return out;
  }

  Status decodePlaces(const DracoMesh& mesh, const Json& extension, const Json& primitive, Json& out) {
    const GltfPlaces places = gltfPlaces(document_.json, primitive);
    const std::string name = "TEXCOORD_" + std::to_string(places.set);
    const auto id = gltfNumber(gltfMember(extension, "attributes"), name.c_str());
    const auto index = gltfNumber(gltfMember(primitive, "attributes"), name.c_str());
    if (!id || !index) return okStatus();
    WW_ASSIGN(const GltfAccessor accessor, gltfAccessor(document_.json, *index));
    WW_ASSIGN(DracoMesh::Attribute attribute, mesh.attribute(*id));
    if (attribute.components != 2) return unsound(*index);
    for (float& v : attribute.values) v = gltfValue(v, accessor.type, accessor.normalized);
    movePlaces(places, attribute.values);
    WW_ASSIGN(out["TEXCOORD_0"], add(attribute.values, 2));
    return okStatus();
  }

  // A new accessor over `values`; its index.
  template <typename T>
  Result<std::size_t> add(const std::vector<T>& values, std::size_t components) {
    constexpr const char* kTypes[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
    const std::size_t size = values.size() * sizeof(T);
    if (size > kMaxGltfBytes - bytes_.size())
      return fail(failures::kGltfTooLarge, {{"most", arg::Bytes{kMaxGltfBytes}}});
    views_.push_back({{"buffer", buffer_index_}, {"byteOffset", bytes_.size()}, {"byteLength", size}});
    accessors_.push_back(
        {{"bufferView", document_.json["bufferViews"].size() + views_.size() - 1},
         {"componentType", static_cast<int>(std::is_same_v<T, float> ? GltfType::kFloat : GltfType::kUnsignedInt)},
         {"count", values.size() / components},
         {"type", kTypes[components - 1]}});
    bytes_.append(reinterpret_cast<const char*>(values.data()), size);
    return document_.json["accessors"].size() + accessors_.size() - 1;
  }

  GltfDocument& document_;
  std::uint64_t max_triangles_, max_parts_;
  std::size_t buffer_index_ = 0;
  std::string bytes_;
  std::vector<Json> views_, accessors_;
  std::vector<std::pair<std::size_t, Json>> plain_views_;  // in place of those with that number
  std::map<std::uint64_t, std::size_t> floats_;            // new accessor for an old one
  std::map<std::string, Json> decoded_;
};

}  // namespace

bool needsPlainGltf(const Json& gltf) {
  if (!gltfMember(gltf, "meshes").is_array()) return false;  // of version 1
  if (hasSkins(gltf) || hasInstances(gltf) || hasPackedView(gltf)) return true;
  for (const Json& mesh : gltfMember(gltf, "meshes")) {
    for (const Json& primitive : gltfMember(mesh, "primitives")) {
      if (hasDraco(primitive) || hasQuantised(gltf, primitive) || hasOddPlaces(gltf, primitive)) return true;
    }
  }
  return false;
}

Result<GltfCopy> plainGltf(ReadContext& context, const std::filesystem::path& path, bool binary) {
  WW_ASSIGN(GltfDocument document, GltfDocument::read(context, path, binary));
  GltfPlainer plainer(document, context.options);
  WW_TRY(plainer.run());
  return plainer.finish();
}

}  // namespace ww::io::worker
