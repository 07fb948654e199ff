// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/gltf/gltf_check.h"
#include "core/io/worker/gltf/gltf_mesh.h"
#include "core/io/worker/gltf/gltf_nodes.h"
#include "core/io/worker/gltf/read_gltf.h"
#include "core/io/worker/join_meshes.h"
#include "core/io/worker/mesh_source.h"
#include "core/io/worker/odd_numbers.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;
constexpr std::size_t kLongestPath = 800;

// Many primitives of one mesh are one thing of several colours.
void joinMany(std::vector<GltfShape>& shapes) {
  if (shapes.size() <= kManyMeshes) return;
  geometry::Mesh all;
  for (const GltfShape& one : shapes) appendMesh(*one.shape->mesh, one.color, all);
  if (all.colors.size() == 1 && all.colors.front().count == all.triangles.size()) all.colors.clear();
  auto shape = std::make_shared<geometry::Shape>();
  shape->mesh = std::make_shared<geometry::Mesh>(std::move(all));
  shapes.front().shape = std::move(shape);
  shapes.resize(1);
}

class GltfScene {
 public:
  GltfScene(ReadContext& context, GltfDocument& document, double farthest)
      : meshes(context, document, farthest), context_(context), document_(document), nodes_(document.json) {}

  Status run(const Eigen::Affine3d& world_t_file) {
    world_t_file_ = world_t_file;
    const Json& json = document_.json;
    scene_ = gltfNumber(json, "scene").value_or(0);
    const Json& scene = gltfEntry(json, "scenes", scene_);
    if (const auto count = gltfMember(json, "scenes").size(); scene.is_null() && count > 0)
      return fail(failures::kGltfNoSuchPart, {{"index", arg::Count{scene_}},
                                              {"list", arg::Words{"scenes"}},
                                              {"where", arg::Words{"scene"}},
                                              {"count", arg::Count{count}}});
    if (scene.is_null()) return fail(failures::kGltfNoScene);
    const Json& roots = gltfMember(scene, "nodes");
    seen_.resize(nodes_.size(), false);
    for (const Json& root : roots) {
      if (!root.is_number_unsigned())
        return fail(failures::kGltfMember, {{"where", arg::Words{"scenes[" + std::to_string(scene_) + "]"}},
                                            {"member", arg::Words{"nodes"}},
                                            {"type", arg::Words{"uint"}}});
      const auto node = root.get<std::size_t>();
      // The one that holds all of the file, for programs that want one: its name says nothing.
      const bool holder = roots.size() == 1 && !gltfNumber(nodeOf(node), "mesh");
      WW_TRY(walk(node, holder));
    }
    tellUnseen();
    return okStatus();
  }
  std::vector<PlacedShape> shapes;
  GltfMeshes meshes;

 private:
  struct Visit {
    std::size_t node;
    Eigen::Affine3d scene_t_parent;
    std::string path;
    bool is_holder = false;
  };
  const Json& nodeOf(std::size_t node) const { return gltfEntry(document_.json, "nodes", node); }

  Status walk(std::size_t root, bool holder) {
    std::vector<Visit> open = {{root, Eigen::Affine3d::Identity(), {}, holder}};
    while (!open.empty()) {
      const Visit visit = std::move(open.back());
      open.pop_back();
      seen_[visit.node] = true;
      const Json& node = nodeOf(visit.node);
      const Eigen::Affine3d here = visit.scene_t_parent * nodes_.parent_t(visit.node);
      const auto mesh = gltfNumber(node, "mesh");
      std::string name = visit.is_holder ? std::string() : gltfName(node);
      if (name.empty() && mesh) name = gltfName(gltfEntry(document_.json, "meshes", *mesh));
      std::string path = name.empty() ? visit.path : visit.path.empty() ? name : visit.path + "/" + name;
      if (path.size() > kLongestPath) path = name;
      if (mesh) WW_TRY(place(*mesh, visit.node, here, path));
      const Json& children = gltfMember(node, "children");
      for (std::size_t i = children.size(); i-- > 0;) open.push_back({children[i].get<std::size_t>(), here, path});
    }
    return okStatus();
  }

  // The shapes of a mesh as a node has it: made once for all nodes that do not bend it.
  Result<const std::vector<GltfShape>*> shapesOf(std::uint64_t mesh, std::size_t node, bool& bent) {
    GltfBend bend;
    for (const Json& weight : gltfMember(nodeOf(node), "weights"))
      bend.weights.push_back(weight.is_number() ? weight.get<double>() : 0.0);
    auto joints = gltfJoints(document_, nodes_, nodeOf(node));
    if (joints.ok()) bend.joints = *std::move(joints);
    else context_.report.warn("gltf-look", joints.status());
    bent = !bend.joints.empty();
    const bool own = bent || !bend.weights.empty();
    const std::pair<std::uint64_t, std::size_t> key(mesh, own ? node : GltfNodes::kNone);
    auto known = made_.find(key);
    if (known == made_.end()) {
      WW_ASSIGN(std::vector<GltfShape> made, meshes.shapes(mesh, bend));
      joinMany(made);
      known = made_.emplace(key, std::move(made)).first;
      context_.report.progress(0.2 + 0.5 * static_cast<double>(made_.size()) / static_cast<double>(nodes_.size() + 1),
                               phrase(WW_TEXT("Core", "reading the mesh")));
    }
    return &known->second;
  }

  Status place(std::uint64_t mesh, std::size_t node, const Eigen::Affine3d& scene_t_node, const std::string& path) {
    bool bent = false;
    WW_ASSIGN(const std::vector<GltfShape>* made, shapesOf(mesh, node, bent));
    WW_ASSIGN(const std::vector<Eigen::Affine3d> places,
              gltfInstances(document_, nodeOf(node), context_.options.max_instances));
    if (made->size() * places.size() > context_.options.max_instances - shapes.size())
      return fail(failures::kMorePartsThan, {{"most", arg::Count{context_.options.max_instances}}});
    // What joints bend stands where they are, wherever its own node is.
    const Eigen::Affine3d world_t = bent ? world_t_file_ : Eigen::Affine3d(world_t_file_ * scene_t_node);
    for (const Eigen::Affine3d& node_t : places) {
      for (const GltfShape& one : *made)
        shapes.push_back({path.empty() ? "mesh" : path, one.shape, world_t * node_t, one.color, one.finish});
    }
    return okStatus();
  }

  void tellUnseen() {
    arg::Names names;
    std::uint64_t count = 0;
    constexpr std::size_t kNamed = 5;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (seen_[i] || !gltfNumber(nodeOf(i), "mesh")) continue;
      ++count;
      const std::string name = gltfName(nodeOf(i));
      if (names.texts.size() < kNamed) names.texts.push_back(name.empty() ? "node " + std::to_string(i) : name);
    }
    if (count == 0) return;
    context_.report.warn("gltf-unshown", fail(failures::kGltfNodesNotShown, {{"count", arg::Count{count}},
                                                                             {"scene", arg::Count{scene_}},
                                                                             {"names", std::move(names)}}));
  }

  ReadContext& context_;
  GltfDocument& document_;
  GltfNodes nodes_;
  Eigen::Affine3d world_t_file_ = Eigen::Affine3d::Identity();
  std::uint64_t scene_ = 0;
  std::vector<bool> seen_;  // nodes of the scene
  std::map<std::pair<std::uint64_t, std::size_t>, std::vector<GltfShape>> made_;
};

void tellLosses(ReadContext& context, const GltfLosses& losses) {
  if (losses.dropped > 0) context.report.warn("mesh-numbers", trianglesLeftOut(losses.dropped, std::nullopt));
  if (losses.loose > 0)
    context.report.warn("mesh-indices", fail(failures::kTrianglesNoVertex, {{"count", arg::Count{losses.loose}}}));
  if (losses.cut > 0)
    context.report.warn("mesh-corners", fail(failures::kGltfCornersLeft, {{"count", arg::Count{losses.cut}}}));
  if (losses.lines > 0)
    context.report.warn("mesh-lines", fail(failures::kLinesLeftOut, {{"count", arg::Count{losses.lines}}}));
}

Result<LoadedMesh> shown(ReadContext& context, GltfDocument& document, GltfScene& scene, double scale) {
  const FailureArg file{"file", arg::Name{document.path().filename().string()}};
  const GltfLosses& losses = scene.meshes.losses();
  if (scene.shapes.empty() && losses.dropped > 0)
    return noSoundTriangle(document.path().filename().string(), std::nullopt);
  if (scene.shapes.empty() && losses.lines > 0) {
    // A drawing of lines is sound, and an empty link here.
    context.report.warn("only-lines", fail(failures::kOnlyLines, {file, {"count", arg::Count{losses.lines}}}));
    return LoadedMesh{{}, scale};
  }
  if (scene.shapes.empty() && losses.loose > 0) return fail(failures::kNoTriangleVertex, {file});
  if (scene.shapes.empty() && losses.nowhere > 0) return fail(failures::kGltfNoPlaces, {file});
  if (scene.shapes.empty()) return fail(failures::kNoTriangle, {file});
  if (scene.meshes.looks.anyShown()) context.report.note("textures", fail(failures::kTexturesBaked, {file}));
  else if (!gltfMember(document.json, "textures").empty() && !scene.meshes.looks.anyLost())
    context.report.note("textures", fail(failures::kTexturesNotShown, {file}));
  return LoadedMesh{std::move(scene.shapes), scale};
}

}  // namespace

Result<LoadedMesh> parseGltfMesh(ReadContext& context, GltfDocument document, double scale, const std::string& up) {
  WW_TRY(checkGltf(context, document));
  Eigen::Affine3d world_t_file = Eigen::Affine3d::Identity();
  world_t_file.linear() = zUpFrom(up.empty() ? "y" : up) * scale;
  GltfScene scene(context, document, kFarthest / scale);
  WW_TRY(scene.run(world_t_file));
  tellLosses(context, scene.meshes.losses());
  return shown(context, document, scene, scale);
}

Result<LoadedMesh> loadGltf(ReadContext& context, const std::filesystem::path& path, bool binary, double scale,
                            const std::string& up) {
  context.report.progress(0.1, phrase(WW_TEXT("Core", "reading the mesh")));
  WW_ASSIGN(GltfDocument document, GltfDocument::read(context, path, binary));
  if (isFirstGltf(document.json)) return loadAssimp(context, path, binary ? "glb" : "gltf", scale, up);
  return parseGltfMesh(context, std::move(document), scale, up);
}

Status readGltf(ReadContext& context, Scene& scene) { return readMeshFile(context, scene); }

}  // namespace ww::io::worker
