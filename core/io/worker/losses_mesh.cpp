// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/losses_mesh.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/xml_tags.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMostMeshBytes = 256ull << 20;

struct MeshLoss {
  std::string_view element;  // what the format calls one
  const char* meaning;
};
constexpr const char* kMoves = WW_TEXT("Core", "parts stand as the file has them at rest; joints move things here");
constexpr const char* kBends = WW_TEXT("Core", "shapes do not bend here, and are as the file has them at rest");
constexpr const char* kSees = WW_TEXT("Core", "cameras of a cell are sensors here, and views are saved by hand");
constexpr const char* kShines = WW_TEXT("Core", "a view has light of its own");

constexpr std::array<MeshLoss, 4> kGltfLosses = {
    {{"animations", kMoves}, {"skins", kBends}, {"cameras", kSees}, {"lights", kShines}}};
constexpr std::array<MeshLoss, 4> kDaeLosses = {
    {{"animation", kMoves}, {"controller", kBends}, {"camera", kSees}, {"light", kShines}}};

void tellMeshLoss(ReadContext& context, const MeshLoss& loss, std::uint64_t count) {
  if (count == 0) return;
  context.report.note("not-kept",
                      fail(failures::kMeshPartNotKept, {{"file", arg::Name{context.path.filename().string()}},
                                                        {"count", arg::Count{count}},
                                                        {"element", arg::Words{std::string(loss.element)}},
                                                        {"meaning", phrase(loss.meaning)}}),
                      std::string(loss.element));
}

// The text of a glTF: the whole file, or the first chunk of a binary one. Empty when there is none.
std::string_view gltfText(std::string_view bytes) {
  constexpr std::size_t kHeader = 20;
  if (!bytes.starts_with("glTF")) return bytes;
  if (bytes.size() < kHeader || bytes.substr(16, 4) != "JSON") return {};
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 12, sizeof length);
  return length <= bytes.size() - kHeader ? bytes.substr(kHeader, length) : std::string_view();
}

std::uint64_t arrayIn(const nlohmann::json& object, std::string_view key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? found->size() : 0;
}

std::uint64_t gltfLights(const nlohmann::json& document) {
  const auto extensions = document.find("extensions");
  if (extensions == document.end() || !extensions->is_object()) return 0;
  const auto lights = extensions->find("KHR_lights_punctual");
  return lights != extensions->end() && lights->is_object() ? arrayIn(*lights, "lights") : 0;
}

// Of materials. A view has one colour or picture for a place, how metallic it is and how rough.
constexpr const char* kOneLook = WW_TEXT(
    "Core", "surfaces have a colour or a picture here, and one metalness and roughness; nothing shines by itself");

bool isOtherThanZero(const nlohmann::json& value) {
  return value.is_array() &&
         std::ranges::any_of(value, [](const auto& n) { return n.is_number() && n.template get<double>() != 0.0; });
}

bool saysLook(const nlohmann::json& material, const std::string& member) {
  if (!material.is_object()) return false;
  if (member == "metallicRoughnessTexture") {
    const auto pbr = material.find("pbrMetallicRoughness");
    return pbr != material.end() && pbr->is_object() && pbr->contains(member);
  }
  const auto said = material.find(member);
  if (said == material.end()) return false;
  return member == "emissiveFactor" ? isOtherThanZero(*said) : said->is_object();
}

void lookAtGltfMaterials(ReadContext& context, const nlohmann::json& document) {
  const auto materials = document.find("materials");
  if (materials == document.end() || !materials->is_array()) return;
  for (const char* member :
       {"emissiveFactor", "emissiveTexture", "normalTexture", "occlusionTexture", "metallicRoughnessTexture"}) {
    const auto count = std::ranges::count_if(*materials, [&](const auto& one) { return saysLook(one, member); });
    tellMeshLoss(context, {member, kOneLook}, static_cast<std::uint64_t>(count));
  }
}

void lookAtGltf(ReadContext& context, std::string_view bytes) {
  const auto document = nlohmann::json::parse(gltfText(bytes), nullptr, false);
  if (!document.is_object()) return;
  for (const MeshLoss& loss : kGltfLosses)
    tellMeshLoss(context, loss, loss.element == "lights" ? gltfLights(document) : arrayIn(document, loss.element));
  lookAtGltfMaterials(context, document);
}

void lookAtDae(ReadContext& context, std::string_view text) {
  std::map<std::string_view, std::uint64_t> counts;
  std::vector<std::string_view> above;
  walkXml(text, {[&](const XmlTag& tag) {
                   if (!above.empty() && above.back().starts_with("library_")) ++counts[tag.name];
                   above.push_back(tag.name);
                 },
                 [&](std::string_view) {
                   if (!above.empty()) above.pop_back();
                 }});
  for (const MeshLoss& loss : kDaeLosses) tellMeshLoss(context, loss, counts[loss.element]);
}

}  // namespace

void noteLostMeshParts(ReadContext& context) {
  const std::string& format = context.options.format;
  const bool gltf = format == "gltf" || format == "glb";
  if (!gltf && format != "dae") return;
  auto bytes = readWhole(context.path, kMostMeshBytes);
  if (!bytes.ok()) return;  // what was read is no worse for it
  if (gltf) lookAtGltf(context, bytes.value());
  else lookAtDae(context, utf8Of(*std::move(bytes)));
}

}  // namespace ww::io::worker
