// SPDX-License-Identifier: Apache-2.0
// What stands in the members of a glTF file: each of the kind that the format has there, and numbers of parts that
// there are. What shapes hang on is refused, the rest warned of.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/gltf/gltf_check.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;

enum class Kind { kAny, kText, kWhole, kNumber, kList, kObject, kNumbers };

struct Member {
  const char* name;
  Kind kind = Kind::kAny;
  std::size_t count = 0;  // of the numbers
  const char* list = "";  // that a whole number is a place in
  bool is_look = false;   // without it the shape is there all the same
};

constexpr Member kSceneMembers[] = {{"nodes", Kind::kList}};
constexpr Member kNodeMembers[] = {{"mesh", Kind::kWhole, 0, "meshes"},
                                   {"children", Kind::kList},
                                   {"matrix", Kind::kNumbers, 16},
                                   {"translation", Kind::kNumbers, 3},
                                   {"rotation", Kind::kNumbers, 4},
                                   {"scale", Kind::kNumbers, 3},
                                   {"skin", Kind::kWhole, 0, "skins", true},
                                   {"camera", Kind::kWhole, 0, "cameras", true},
                                   {"weights", Kind::kList}};
constexpr Member kMeshMembers[] = {{"primitives", Kind::kList}, {"weights", Kind::kList}};
constexpr Member kPrimitiveMembers[] = {{"attributes", Kind::kObject},
                                        {"indices", Kind::kWhole, 0, "accessors"},
                                        {"material", Kind::kWhole, 0, "materials", true},
                                        {"mode", Kind::kWhole},
                                        {"targets", Kind::kList}};
constexpr Member kAccessorMembers[] = {{"bufferView"}, {"byteOffset"}, {"componentType"},
                                       {"normalized"}, {"count"},      {"type"},
                                       {"max"},        {"min"},        {"sparse", Kind::kObject}};
constexpr Member kViewMembers[] = {{"buffer"}, {"byteOffset"}, {"byteLength"}, {"byteStride"}, {"target"}};
constexpr Member kBufferMembers[] = {{"uri"}, {"byteLength", Kind::kWhole}};
constexpr Member kMaterialMembers[] = {{"pbrMetallicRoughness", Kind::kObject, 0, "", true},
                                       {"normalTexture"},
                                       {"occlusionTexture"},
                                       {"emissiveTexture"},
                                       {"emissiveFactor"},
                                       {"alphaMode", Kind::kText, 0, "", true},
                                       {"alphaCutoff"},
                                       {"doubleSided"}};
constexpr Member kPbrMembers[] = {{"baseColorFactor", Kind::kNumbers, 4, "", true},
                                  {"baseColorTexture", Kind::kObject, 0, "", true},
                                  {"metallicFactor", Kind::kNumber, 0, "", true},
                                  {"roughnessFactor", Kind::kNumber, 0, "", true},
                                  {"metallicRoughnessTexture", Kind::kObject, 0, "", true}};
constexpr Member kPictureMembers[] = {
    {"index", Kind::kWhole, 0, "textures", true}, {"texCoord", Kind::kWhole, 0, "", true}, {"scale"}, {"strength"}};
constexpr Member kTextureMembers[] = {{"sampler"}, {"source", Kind::kWhole, 0, "images", true}};

const char* wordOf(Kind kind) {
  switch (kind) {
    case Kind::kText: return "string";
    case Kind::kWhole: return "uint";
    case Kind::kNumber: return "number";
    case Kind::kList: return "array";
    case Kind::kObject: return "object";
    case Kind::kAny:
    case Kind::kNumbers: break;
  }
  return "";
}

bool isOf(Kind kind, std::size_t count, const Json& value) {
  switch (kind) {
    case Kind::kAny: return true;
    case Kind::kText: return value.is_string();
    case Kind::kWhole: return value.is_number_unsigned();
    case Kind::kNumber: return value.is_number();
    case Kind::kList: return value.is_array();
    case Kind::kObject: return value.is_object();
    case Kind::kNumbers:
      return value.is_array() && value.size() == count &&
             std::ranges::all_of(value, [](const Json& number) { return number.is_number(); });
  }
  return false;
}

Status noPart(const Json& gltf, const char* list, std::uint64_t index, const std::string& where) {
  const Json& all = gltfMember(gltf, list);
  const std::size_t count = all.is_array() ? all.size() : 0;
  if (index < count) return okStatus();
  if (count == 0) return fail(failures::kGltfNoList, {{"list", arg::Words{list}}});
  return fail(failures::kGltfNoSuchPart, {{"index", arg::Words{std::to_string(index)}},
                                          {"count", arg::Words{std::to_string(count)}},
                                          {"list", arg::Words{list}},
                                          {"where", arg::Words{where}}});
}

class MemberCheck {
 public:
  MemberCheck(ReadContext& context, const Json& gltf) : context_(context), gltf_(gltf) {}

  Status run() {
    WW_TRY(each("scenes", kSceneMembers));
    WW_TRY(each("nodes", kNodeMembers));
    WW_TRY(each("meshes", kMeshMembers));
    const Json& meshes = gltfMember(gltf_, "meshes");
    for (std::size_t i = 0; i < meshes.size(); ++i) WW_TRY(primitives(meshes[i], fmt::format("meshes[{}]", i)));
    WW_TRY(each("accessors", kAccessorMembers));
    WW_TRY(each("bufferViews", kViewMembers));
    WW_TRY(each("buffers", kBufferMembers));
    WW_TRY(materials());
    WW_TRY(each("textures", kTextureMembers));
    tellUnknown();
    return okStatus();
  }

 private:
  Status each(const char* list, std::span<const Member> members) {
    const Json& all = gltfMember(gltf_, list);
    if (all.is_null()) return okStatus();
    if (!all.is_array()) return wrong("glTF", list, wordOf(Kind::kList));
    for (std::size_t i = 0; i < all.size(); ++i) WW_TRY(one(all[i], fmt::format("{}[{}]", list, i), members));
    return okStatus();
  }

  Status one(const Json& part, const std::string& where, std::span<const Member> members) {
    if (!part.is_object()) return wrong("glTF", where, wordOf(Kind::kObject));
    for (const auto& [key, value] : part.items()) {
      const auto known = std::ranges::find_if(members, [&k = key](const Member& m) { return k == m.name; });
      if (known != members.end()) WW_TRY(member(*known, value, where));
      else if (key != "name" && key != "extensions" && key != "extras") unknown(where, key);
    }
    return okStatus();
  }

  Status member(const Member& said, const Json& value, const std::string& where) {
    const std::string numbers = fmt::format("number[{}]", said.count);
    Status found;
    if (!isOf(said.kind, said.count, value))
      found = wrong(where, said.name, said.kind == Kind::kNumbers ? numbers.c_str() : wordOf(said.kind));
    else if (*said.list != '\0')
      found = noPart(gltf_, said.list, value.get<std::uint64_t>(), fmt::format("{}.{}", where, said.name));
    if (found.ok() || !said.is_look) return found;
    context_.report.warn("gltf-look", found, where);
    return okStatus();
  }

  Status primitives(const Json& mesh, const std::string& mesh_where) {
    const Json& all = gltfMember(mesh, "primitives");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string where = fmt::format("{}.primitives[{}]", mesh_where, i);
      WW_TRY(one(all[i], where, kPrimitiveMembers));
      constexpr std::uint64_t kModes = 6;
      if (gltfNumber(all[i], "mode").value_or(0) > kModes) return wrong(where, "mode", "0 ... 6");
      const Json& attributes = gltfMember(all[i], "attributes");
      for (const auto& [name, accessor] : attributes.items()) {
        const std::string at = where + ".attributes";
        const bool place = name == "POSITION";
        if (!isAttribute(name)) {
          unknown(at, name);
          continue;
        }
        WW_TRY(member({name.c_str(), Kind::kWhole, 0, "accessors", !place}, accessor, at));
      }
      if (!attributes.contains("POSITION"))
        context_.report.warn("gltf-look", fail(failures::kGltfNoPosition, {{"where", arg::Words{where}}}), where);
    }
    return okStatus();
  }

  static bool isAttribute(const std::string& name) {
    constexpr std::string_view kNumbered[] = {"TEXCOORD_", "COLOR_", "JOINTS_", "WEIGHTS_"};
    return name == "POSITION" || name == "NORMAL" || name == "TANGENT" || name.starts_with('_') ||
           std::ranges::any_of(kNumbered, [&](std::string_view start) { return name.starts_with(start); });
  }

  Status materials() {
    WW_TRY(each("materials", kMaterialMembers));
    const Json& all = gltfMember(gltf_, "materials");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string where = fmt::format("materials[{}].pbrMetallicRoughness", i);
      const Json& pbr = gltfMember(all[i], "pbrMetallicRoughness");
      if (pbr.is_object()) WW_TRY(one(pbr, where, kPbrMembers));
      const Json& picture = gltfMember(pbr, "baseColorTexture");
      if (picture.is_object()) WW_TRY(one(picture, where + ".baseColorTexture", kPictureMembers));
    }
    return okStatus();
  }

  static Status wrong(const std::string& where, const std::string& member, const char* kind) {
    return fail(failures::kGltfMember,
                {{"where", arg::Words{where}}, {"member", arg::Words{member}}, {"type", arg::Words{kind}}});
  }

  void unknown(const std::string& where, const std::string& key) {
    if (unknown_++ == 0) first_unknown_ = {where, cleanUtf8(key, 60)};
  }
  void tellUnknown() {
    if (unknown_ == 0) return;
    context_.report.warn("gltf-word", fail(failures::kGltfUnknownMember, {{"where", arg::Words{first_unknown_.first}},
                                                                          {"member", arg::Name{first_unknown_.second}},
                                                                          {"count", arg::Count{unknown_}}}));
  }

  ReadContext& context_;
  const Json& gltf_;
  std::uint64_t unknown_ = 0;
  std::pair<std::string, std::string> first_unknown_;
};

}  // namespace

Status checkGltfMembers(ReadContext& context, const Json& gltf) { return MemberCheck(context, gltf).run(); }

}  // namespace ww::io::worker
