// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/prescan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/assimp/dae_scan.h"
#include "core/io/worker/assimp/gltf_document.h"
#include "core/io/worker/assimp/gltf_floats.h"
#include "core/io/worker/assimp/ply_scan.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;
constexpr int kMaxJsonDepth = 64;
constexpr std::size_t kMaxNodeDepth = 300;

// ---- COLLADA

std::string elementText(std::string_view text, std::string_view open, std::string_view close) {
  const std::size_t at = text.find(open);
  const std::size_t end = at == std::string_view::npos ? at : text.find(close, at);
  return end == std::string_view::npos ? std::string()
                                       : std::string(trim(text.substr(at + open.size(), end - at - open.size())));
}

Status scanDae(ReadContext& context, const std::filesystem::path& path, std::string_view text, MeshFileFacts& facts) {
  WW_ASSIGN(const XmlSummary xml, scanXml(text, {512u << 20, 200, 5'000'000}));
  if (xml.root != "COLLADA") return fail(failures::kDaeRoot);
  WW_TRY(scanDaeParts(text, path.filename().string(), context.report, facts.complaint));
  // The first asset is that of the document.
  const std::string_view asset = text.substr(0, std::min(text.find("</asset>"), text.size()));
  const std::string up = elementText(asset, "<up_axis>", "</up_axis>");
  if (!up.empty() && up != "X_UP" && up != "Y_UP" && up != "Z_UP")
    context.report.warn("dae-up-axis", fail(failures::kDaeUpAxis, {{"said", arg::Words{cleanUtf8(up, 20)}}}));
  facts.up = up == "X_UP" ? "x" : up == "Z_UP" ? "z" : "y";
  const std::size_t unit = asset.find("<unit");
  const std::string_view tag = unit == std::string_view::npos ? "" : asset.substr(unit, asset.find('>', unit) - unit);
  const std::size_t meter = tag.find("meter=");
  if (meter == std::string_view::npos || meter + 8 > tag.size()) return okStatus();
  const std::string_view value = tag.substr(meter + 7);
  double metres = 0;
  const std::string_view said = trim(value.substr(0, value.find_first_of("\"'")));
  if (!parseNumber(said, metres) || metres <= 0.0 || metres > 1e6)
    return fail(failures::kDaeUnit, {{"said", arg::Name{cleanUtf8(said, 20)}}});
  facts.metres_per_unit = metres;
  return okStatus();
}

// ---- glTF

// Required extensions without which nothing can be made of the triangles.
constexpr std::array<std::string_view, 2> kUnread = {"KHR_meshopt_compression", "KHR_gaussian_splatting"};
// Those that are read, and those that only change what is not shown anyway: textures, materials, lights, sound.
constexpr std::array<std::string_view, 5> kRead = {"KHR_draco_mesh_compression", "KHR_mesh_quantization",
                                                   "EXT_meshopt_compression", "EXT_mesh_gpu_instancing",
                                                   "FB_ngon_encoding"};
constexpr std::array<std::string_view, 9> kNotShown = {"KHR_materials_", "KHR_texture_", "EXT_texture_",
                                                       "MSFT_texture_",  "KHR_lights_",  "EXT_lights_",
                                                       "KHR_techniques", "KHR_xmp",      "ADOBE_materials_"};

bool losesNothing(std::string_view extension) {
  return std::ranges::find(kRead, extension) != kRead.end() ||
         std::ranges::any_of(kNotShown, [&](std::string_view start) { return extension.starts_with(start); });
}

bool depthWithin(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      else if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxJsonDepth) return false;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return true;
}

Status checkExtensions(ReadContext& context, const Json& gltf) {
  for (const Json& e : gltfMember(gltf, "extensionsRequired")) {
    if (!e.is_string()) return fail(failures::kGltfExtensionList);
    const std::string name = e.get<std::string>();
    const FailureArg extension{"extension", arg::Words{cleanUtf8(name, 80)}};
    if (std::ranges::find(kUnread, name) != kUnread.end()) return fail(failures::kGltfExtensionNeeded, {extension});
    if (losesNothing(name)) context.report.note("gltf-extension", fail(failures::kGltfExtensionUsed, {extension}));
    else context.report.warn("gltf-extension", fail(failures::kGltfExtensionUnread, {extension}));
  }
  return okStatus();
}

// Follows the children of a node; a node met again on the way down is a cycle, one met twice has two parents.
Status walkNodes(const Json& nodes) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> parents(nodes.size(), kNone);
  std::vector<std::vector<std::size_t>> children(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const Json& c : gltfMember(nodes[i], "children")) {
      if (!c.is_number_unsigned() || c.get<std::uint64_t>() >= nodes.size())
        return fail(failures::kGltfNoChild, {{"node", arg::Count{i}},
                                             {"child", arg::Words{cleanUtf8(c.dump(), 30)}},
                                             {"count", arg::Count{nodes.size()}}});
      const auto to = c.get<std::size_t>();
      if (to == i) return fail(failures::kGltfNodeCircle, {{"nodes", arg::Names{{std::to_string(i)}}}});
      if (parents[to] != kNone)
        return fail(failures::kGltfParents,
                    {{"node", arg::Count{to}}, {"first", arg::Count{parents[to]}}, {"second", arg::Count{i}}});
      parents[to] = i;
      children[i].push_back(to);
    }
  }
  // With one parent each, what is not reached from a root lies on a cycle.
  std::vector<std::pair<std::size_t, std::size_t>> open;
  std::vector<bool> reached(nodes.size(), false);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (parents[i] == kNone) open.emplace_back(i, 1);
  }
  while (!open.empty()) {
    const auto [node, depth] = open.back();
    open.pop_back();
    reached[node] = true;
    if (depth > kMaxNodeDepth) return fail(failures::kGltfNodesTooDeep, {{"most", arg::Count{kMaxNodeDepth}}});
    for (const std::size_t c : children[node]) open.emplace_back(c, depth + 1);
  }
  arg::Names circle;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (reached[i]) continue;
    const Json& name = gltfMember(nodes[i], "name");
    circle.texts.push_back(name.is_string() ? fmt::format("{} ({})", i, cleanUtf8(name.get<std::string>(), 80))
                                            : fmt::format("{}", i));
  }
  return circle.texts.empty() ? okStatus() : fail(failures::kGltfNodeCircle, {{"nodes", std::move(circle)}});
}

// Only the scenes say what is shown.
Status checkScenes(const Json& gltf) {
  const Json &scenes = gltfMember(gltf, "scenes"), &nodes = gltfMember(gltf, "nodes");
  if (!scenes.is_array() || (!nodes.is_array() && !nodes.is_null())) return okStatus();
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    for (const Json& node : gltfMember(scenes[i], "nodes")) {
      if (!node.is_number_unsigned() || node.get<std::uint64_t>() < nodes.size()) continue;
      return fail(failures::kGltfNoNode, {{"scene", arg::Count{i}},
                                          {"node", arg::Count{node.get<std::uint64_t>()}},
                                          {"count", arg::Count{nodes.size()}}});
    }
  }
  return okStatus();
}

Status checkMeshes(const Json& gltf) {
  if (!gltfMember(gltf, "meshes").empty()) return okStatus();
  arg::Names needed;
  for (const Json& e : gltfMember(gltf, "extensionsRequired"))
    if (e.is_string()) needed.texts.push_back(cleanUtf8(e.get_ref<const std::string&>(), 80));
  if (needed.texts.empty()) return fail(failures::kGltfNoMesh);
  return fail(failures::kGltfNoMeshButExtensions, {{"extensions", std::move(needed)}});
}

Status checkUris(ReadContext& context, const std::filesystem::path& path, const Json& gltf) {
  std::uint64_t index = 0;
  for (const Json& buffer : gltfMember(gltf, "buffers")) {
    const Json& uri = gltfMember(buffer, "uri");
    if (uri.is_string()) WW_TRY(checkBase64(uri.get_ref<const std::string&>(), index));
    ++index;
    if (!uri.is_string() || uri.get_ref<const std::string&>().starts_with("data:")) continue;
    const auto found = context.files.resolve(uri.get<std::string>(), path.parent_path());
    if (!found.ok()) return found.status();
    std::error_code error;
    const std::uint64_t said = gltfNumber(buffer, "byteLength").value_or(0);
    const std::uint64_t held = std::filesystem::file_size(*found, error);
    if (!error && said > held)
      return fail(failures::kGltfBinShort, {{"file", arg::Name{cleanUtf8(uri.get<std::string>(), 200)}},
                                            {"index", arg::Count{index - 1}},
                                            {"said", arg::Count{said}},
                                            {"held", arg::Count{held}}});
  }
  return okStatus();
}

// The first buffer of a GLB without an address is its second chunk.
Status checkChunk(const Json& gltf, std::string_view chunk) {
  const Json& buffers = gltfMember(gltf, "buffers");
  if (!buffers.is_array() || buffers.empty() || gltfMember(buffers[0], "uri").is_string()) return okStatus();
  const std::uint64_t said = gltfNumber(buffers[0], "byteLength").value_or(0);
  if (said <= chunk.size()) return okStatus();
  return fail(failures::kGlbChunkShort, {{"said", arg::Count{said}}, {"held", arg::Count{chunk.size()}}});
}

Status scanGltfJson(ReadContext& context, const std::filesystem::path& path, std::string_view text,
                    MeshFileFacts& facts, std::optional<std::string_view> chunk = {}) {
  if (!depthWithin(text))
    return fail(failures::kGltfListsTooDeep, {{"most", arg::Count{std::uint64_t{kMaxJsonDepth}}}});
  WW_ASSIGN(const Json gltf, parseGltf(text, path.filename().string()));
  const Json& version = gltfMember(gltfMember(gltf, "asset"), "version");
  if (!version.is_string() || version.get_ref<const std::string&>().empty()) return fail(failures::kGltfNoVersion);
  const std::string& said = version.get_ref<const std::string&>();
  if (!said.starts_with("1.") && !said.starts_with("2."))
    return fail(failures::kGltfVersion, {{"version", arg::Words{cleanUtf8(said, 20)}}});
  const Json& needed = gltfMember(gltfMember(gltf, "asset"), "minVersion");
  if (needed.is_string() && needed.get_ref<const std::string&>() != "2.0" &&
      !needed.get_ref<const std::string&>().starts_with("1."))
    return fail(failures::kGltfMinVersion,
                {{"version", arg::Words{cleanUtf8(needed.get_ref<const std::string&>(), 20)}}});
  WW_TRY(checkExtensions(context, gltf));
  const Json& nodes = gltfMember(gltf, "nodes");
  if (nodes.is_array()) WW_TRY(walkNodes(nodes));
  WW_TRY(checkScenes(gltf));
  WW_TRY(checkMeshes(gltf));
  facts.needs_plain = needsPlainGltf(gltf);
  facts.has_textures = !gltfMember(gltf, "textures").empty();
  if (chunk) WW_TRY(checkChunk(gltf, *chunk));
  return checkUris(context, path, gltf);
}

Status scanGlb(ReadContext& context, const std::filesystem::path& path, std::string_view bytes, MeshFileFacts& facts) {
  WW_ASSIGN(const GlbChunks chunks, splitGlb(bytes));
  WW_TRY(scanGltfJson(context, path, chunks.json, facts, chunks.binary));
  if (chunks.unpadded) context.report.warn("glb-padding", fail(failures::kGlbUnpadded));
  facts.needs_plain = facts.needs_plain || chunks.unpadded;
  return okStatus();
}

}  // namespace

Result<MeshFileFacts> scanMeshFile(ReadContext& context, const std::filesystem::path& path, const std::string& format) {
  MeshFileFacts facts;
  WW_ASSIGN(std::string bytes, readWhole(path, kMaxGltfBytes));
  const bool utf16 = format == "dae" && bytes.find('\0') < 4;
  if (utf16) bytes = utf8Of(std::move(bytes));
  Status status;
  if (format == "ply") status = scanPly(bytes, path.filename().string());
  if (format == "dae") status = scanDae(context, path, bytes, facts);
  if (format == "gltf") status = scanGltfJson(context, path, bytes, facts);
  if (format == "glb") status = scanGlb(context, path, bytes, facts);
  if (!status.ok()) return status;
  if (format == "gltf" || format == "glb") facts.up = "y";
  // assimp does not take the mark.
  const std::string_view plain = format == "glb" ? std::string_view(bytes) : withoutBom(bytes);
  if (utf16 || plain.size() != bytes.size()) facts.text = plain;
  return facts;
}

}  // namespace ww::io::worker
