// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/gltf/gltf_check.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;
constexpr std::size_t kMaxNodeDepth = 300;

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

// Programs write rotations with few digits; of other lengths than 1 only the direction is left, of none nothing.
void checkTurns(ReadContext& context, const Json& nodes) {
  constexpr double kFewDigits = 0.01, kNone = 1e-9;
  std::optional<std::size_t> none, other;
  double length = 1.0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Json& turn = gltfMember(nodes[i], "rotation");
    if (!turn.is_array()) continue;
    double squares = 0.0;
    for (const Json& v : turn) squares += v.is_number() ? v.get<double>() * v.get<double>() : 0.0;
    const double here = std::sqrt(squares);
    if (!none && here <= kNone) none = i;
    if (other || here <= kNone || !(std::abs(here - 1.0) > kFewDigits)) continue;
    other = i;
    length = here;
  }
  if (none) context.report.warn("gltf-rotation", fail(failures::kGltfTurnNone, {{"node", arg::Count{*none}}}));
  if (other)
    context.report.warn("gltf-rotation", fail(failures::kGltfTurnLength,
                                              {{"node", arg::Count{*other}}, {"length", arg::Number{length}}}));
}

// Only the scenes say what is shown.
Status checkRoots(const Json& gltf) {
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

// Of files beside it only whether they are there and long enough.
Status checkBuffers(ReadContext& context, const GltfDocument& document) {
  const Json& buffers = gltfMember(document.json, "buffers");
  if (!buffers.is_array()) return okStatus();
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const Json& uri = gltfMember(buffers[i], "uri");
    if (!uri.is_string() || uri.get_ref<const std::string&>().starts_with("data:")) continue;
    const auto found = context.files.resolve(uri.get_ref<const std::string&>(), document.path().parent_path());
    if (!found.ok()) return found.status();
    std::error_code error;
    const std::uint64_t said = gltfNumber(buffers[i], "byteLength").value_or(0);
    const std::uint64_t held = std::filesystem::file_size(*found, error);
    if (!error && said > held)
      return fail(failures::kGltfBinShort, {{"file", arg::Name{cleanUtf8(uri.get<std::string>(), 200)}},
                                            {"index", arg::Count{i}},
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

Status checkVersion(const Json& gltf) {
  const Json& asset = gltfMember(gltf, "asset");
  const Json &version = gltfMember(asset, "version"), &needed = gltfMember(asset, "minVersion");
  if (!version.is_string() || version.get_ref<const std::string&>().empty()) return fail(failures::kGltfNoVersion);
  const std::string& said = version.get_ref<const std::string&>();
  if (!said.starts_with("1.") && !said.starts_with("2."))
    return fail(failures::kGltfVersion, {{"version", arg::Words{cleanUtf8(said, 20)}}});
  if (!needed.is_string()) return okStatus();
  const std::string& least = needed.get_ref<const std::string&>();
  if (least == "2.0" || least.starts_with("1.")) return okStatus();
  return fail(failures::kGltfMinVersion, {{"version", arg::Words{cleanUtf8(least, 20)}}});
}

}  // namespace

bool isFirstGltf(const Json& gltf) {
  const Json& version = gltfMember(gltfMember(gltf, "asset"), "version");
  return version.is_string() && version.get_ref<const std::string&>().starts_with("1.");
}

Status checkGltfScenes(ReadContext& context, const GltfDocument& document) {
  const Json& gltf = document.json;
  WW_TRY(checkVersion(gltf));
  WW_TRY(checkExtensions(context, gltf));
  const Json& nodes = gltfMember(gltf, "nodes");
  if (nodes.is_array()) {
    WW_TRY(walkNodes(nodes));
    checkTurns(context, nodes);
  }
  WW_TRY(checkRoots(gltf));
  WW_TRY(checkMeshes(gltf));
  if (document.isBinary()) WW_TRY(checkChunk(gltf, document.chunks().binary));
  if (document.chunks().unpadded) context.report.warn("glb-padding", fail(failures::kGlbUnpadded));
  return checkBuffers(context, document);
}

Status checkGltf(ReadContext& context, const GltfDocument& document) {
  WW_TRY(checkGltfScenes(context, document));
  return checkGltfMembers(context, document.json);
}

}  // namespace ww::io::worker
