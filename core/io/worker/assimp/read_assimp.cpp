// SPDX-License-Identifier: Apache-2.0
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "core/io/failures.h"
#include "core/io/format.h"
#include "core/io/text_scan.h"
#include "core/io/worker/assimp/explain.h"
#include "core/io/worker/assimp/io_system.h"
#include "core/io/worker/assimp/ply_scan.h"
#include "core/io/worker/assimp/prescan.h"
#include "core/io/worker/assimp/textures.h"
#include "core/io/worker/color_runs.h"
#include "core/io/worker/join_meshes.h"
#include "core/io/worker/mesh_source.h"
#include "core/io/worker/odd_numbers.h"
#include "core/io/worker/picture/bake.h"
#include "core/io/worker/polygon.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/scene_text.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

// Debian's build answers to some seventy endings; each loader is a way in, so only the one that is needed stays.
void keepLoader(Assimp::Importer& importer, const std::string& format) {
  std::vector<Assimp::BaseImporter*> others;
  for (std::size_t i = 0; i < importer.GetImporterCount(); ++i) {
    const auto endings = splitWords(importer.GetImporterInfo(i)->mFileExtensions);
    if (std::ranges::find(endings, format) == endings.end()) others.push_back(importer.GetImporter(i));
  }
  for (Assimp::BaseImporter* loader : others) {
    importer.UnregisterLoader(loader);
    // Unregistering hands the loader over, and its destructor is not exported: a few hundred bytes of a process
    // that lives for one file.
  }
}

float toSrgb(float linear) {
  const float c = std::clamp(linear, 0.0f, 1.0f);
  return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1.0f / 2.4f) - 0.055f;
}

class AssimpScene {
 public:
  AssimpScene(ReadContext& context, const aiScene& scene, const std::filesystem::path& file, const std::string& format)
      : textures(context, scene, file), context_(context), scene_(scene), file_(file), format_(format) {}

  Status run(const Eigen::Affine3d& world_t_file) {
    farthest_ = kFarthest / world_t_file.linear().col(0).norm();
    for (unsigned i = 0; i < scene_.mNumMeshes; ++i) meshes_.push_back(convert(*scene_.mMeshes[i]));
    if (dropped_triangles_ > 0) context_.report.warn("mesh-numbers", trianglesLeftOut(dropped_triangles_, oddNumber()));
    if (loose_triangles_ > 0)
      context_.report.warn("mesh-indices",
                           fail(failures::kTrianglesNoVertex, {{"count", arg::Count{loose_triangles_}}}));
    if (lines_ > 0) context_.report.warn("mesh-lines", fail(failures::kLinesLeftOut, {{"count", arg::Count{lines_}}}));
    return scene_.mRootNode != nullptr ? walk(world_t_file) : okStatus();
  }
  std::vector<PlacedShape> shapes;
  Textures textures;
  // There is something to read, but no surface: a drawing of lines.
  std::uint64_t lines() const { return lines_; }
  // There were triangles, none of them at a place.
  bool onlyUnsound() const { return shapes.empty() && dropped_triangles_ > 0; }
  std::optional<OddNumber> oddNumber() const { return oddNumberOf(file_, format_, farthest_); }

 private:
  struct Converted {
    ShapePtr shape;  // null: nothing to show
    std::optional<geometry::Color> color;
    std::optional<Finish> finish;
    std::string name;
  };
  struct Visit {
    const aiNode* node;
    Eigen::Affine3d parent_t;
    std::string path;
  };

  geometry::Color color(float r, float g, float b, float a) const {
    const auto unit = [](float v) { return std::isfinite(v) ? std::clamp(v, 0.0f, 1.0f) : 0.5f; };
    if (linear_) return {toSrgb(unit(r)), toSrgb(unit(g)), toSrgb(unit(b)), unit(a)};
    return {unit(r), unit(g), unit(b), unit(a)};
  }

  std::optional<geometry::Color> materialColor(unsigned index) const {
    if (index >= scene_.mNumMaterials) return std::nullopt;
    const aiMaterial& material = *scene_.mMaterials[index];
    aiString name;
    material.Get(AI_MATKEY_NAME, name);
    if (std::string_view(name.C_Str()) == AI_DEFAULT_MATERIAL_NAME) return std::nullopt;
    aiColor4D c;
    if (material.Get(AI_MATKEY_BASE_COLOR, c) != aiReturn_SUCCESS) {
      if (material.Get(AI_MATKEY_COLOR_DIFFUSE, c) != aiReturn_SUCCESS) return std::nullopt;
      float opacity = 1.0f;
      if (material.Get(AI_MATKEY_OPACITY, opacity) == aiReturn_SUCCESS && opacity > 0.0f) c.a = opacity;
      // Old exporters write transparency the wrong way round; a part that cannot be seen helps nobody.
      if (c.a <= 0.0f) c.a = 1.0f;
    }
    return color(c.r, c.g, c.b, c.a);
  }

  // Of files that say it in figures; where a picture says it for each place, the figure beside it says nothing.
  std::optional<Finish> materialFinish(unsigned index) const {
    if (index >= scene_.mNumMaterials) return std::nullopt;
    const aiMaterial& material = *scene_.mMaterials[index];
    for (const aiTextureType map : {aiTextureType_METALNESS, aiTextureType_DIFFUSE_ROUGHNESS, aiTextureType_UNKNOWN}) {
      if (material.GetTextureCount(map) > 0) return std::nullopt;
    }
    float metalness = 0.0f, roughness = 0.0f;
    if (material.Get(AI_MATKEY_METALLIC_FACTOR, metalness) != aiReturn_SUCCESS ||
        material.Get(AI_MATKEY_ROUGHNESS_FACTOR, roughness) != aiReturn_SUCCESS)
      return std::nullopt;
    const auto unit = [](float v) { return std::isfinite(v) ? std::clamp(v, 0.0f, 1.0f) : 0.5f; };
    return Finish{unit(metalness), unit(roughness)};
  }

  Converted convert(const aiMesh& in) {
    Converted out;
    out.name = in.mName.C_Str();
    geometry::Mesh mesh;
    std::vector<bool> sound(in.mNumVertices);
    mesh.vertices.reserve(in.mNumVertices);
    for (unsigned i = 0; i < in.mNumVertices; ++i) {
      Vec3 p(in.mVertices[i].x, in.mVertices[i].y, in.mVertices[i].z);
      sound[i] = p.allFinite() && p.cwiseAbs().maxCoeff() <= farthest_;
      mesh.vertices.push_back(sound[i] ? p : Vec3(Vec3::Zero()));
    }
    mesh.triangles.reserve(in.mNumFaces);
    for (unsigned i = 0; i < in.mNumFaces; ++i) addFace(in.mFaces[i], sound, mesh);
    if (mesh.triangles.empty()) return out;
    addNormals(in, mesh);
    out.color = materialColor(in.mMaterialIndex);
    out.finish = materialFinish(in.mMaterialIndex);
    if (in.HasVertexColors(0)) addColors(in, mesh, out);
    else addTexture(in, mesh, out);
    auto shape = std::make_shared<geometry::Shape>();
    shape->mesh = std::make_shared<geometry::Mesh>(std::move(mesh));
    out.shape = std::move(shape);
    return out;
  }

  void addFace(const aiFace& face, const std::vector<bool>& sound, geometry::Mesh& mesh) {
    if (face.mNumIndices < 3) {
      ++lines_;
      return;
    }
    for (unsigned k = 0; k < face.mNumIndices; ++k) {
      const bool there = face.mIndices[k] < sound.size();
      if (there && sound[face.mIndices[k]]) continue;
      (there ? dropped_triangles_ : loose_triangles_) += face.mNumIndices - 2;
      return;
    }
    if (face.mNumIndices == 3) {
      mesh.triangles.push_back({face.mIndices[0], face.mIndices[1], face.mIndices[2]});
      return;
    }
    corners_.clear();
    for (unsigned k = 0; k < face.mNumIndices; ++k) corners_.push_back(mesh.vertices[face.mIndices[k]]);
    cut_.clear();
    cutter_.cut(corners_, cut_);
    for (const geometry::Triangle& t : cut_)
      mesh.triangles.push_back({face.mIndices[t[0]], face.mIndices[t[1]], face.mIndices[t[2]]});
  }

  static void addNormals(const aiMesh& in, geometry::Mesh& mesh) {
    if (!in.HasNormals()) return;
    mesh.normals.reserve(in.mNumVertices);
    for (unsigned i = 0; i < in.mNumVertices; ++i) {
      const Eigen::Vector3f n(in.mNormals[i].x, in.mNormals[i].y, in.mNormals[i].z);
      const float length = n.norm();
      mesh.normals.push_back(std::isfinite(length) && length > 0.0f ? Eigen::Vector3f(n / length)
                                                                    : Eigen::Vector3f(0, 0, 1));
    }
  }

  // A triangle shows the mean of the picture on it; a mesh without places in the picture the mean of the whole.
  void addTexture(const aiMesh& in, geometry::Mesh& mesh, Converted& out) {
    if (in.mMaterialIndex >= scene_.mNumMaterials) return;
    const Picture* picture = textures.baseColor(*scene_.mMaterials[in.mMaterialIndex]);
    if (picture == nullptr) return;
    // glTF means the factor beside a picture; others have greys there that nobody looks at.
    Eigen::Vector4d factor = Eigen::Vector4d::Ones();
    if (linear_ && out.color) {
      const geometry::Color& c = *out.color;
      factor = Eigen::Vector4d(linearLight(static_cast<double>(c.r)), linearLight(static_cast<double>(c.g)),
                               linearLight(static_cast<double>(c.b)), static_cast<double>(c.a));
    }
    const std::vector<geometry::Color> colors = textures.baked(*picture, in, mesh, factor);
    if (colors.empty()) out.color = pictureColor(picture->mean().cwiseProduct(factor));
    else if (const auto one = colorTriangles(colors, mesh)) out.color = *one;
  }

  // A triangle shows the mean of its corners.
  void addColors(const aiMesh& in, geometry::Mesh& mesh, Converted& out) const {
    std::vector<geometry::Color> colors;
    colors.reserve(mesh.triangles.size());
    for (const geometry::Triangle& t : mesh.triangles) {
      aiColor4D sum(0, 0, 0, 0);
      for (const std::uint32_t v : t) sum = sum + in.mColors[0][v];
      geometry::Color c = color(sum.r / 3, sum.g / 3, sum.b / 3, sum.a / 3);
      for (float* v : {&c.r, &c.g, &c.b, &c.a}) *v = std::round(*v * 255.0f) / 255.0f;
      if (c.a <= 0.0f) c.a = 1.0f;
      colors.push_back(c);
    }
    if (const auto one = colorTriangles(colors, mesh)) out.color = *one;
  }

  Status walk(const Eigen::Affine3d& world_t_file) {
    std::vector<Visit> open = {{scene_.mRootNode, world_t_file, {}}};
    while (!open.empty()) {
      const Visit visit = std::move(open.back());
      open.pop_back();
      const aiMatrix4x4& m = visit.node->mTransformation;
      Eigen::Affine3d here = Eigen::Affine3d::Identity();
      here.matrix().topRows<3>() << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4;
      here = visit.parent_t * here;
      std::string name = nameAsWritten(visit.node->mName.C_Str(), 120);
      const bool plain = name.empty() || visit.node == scene_.mRootNode;
      std::string path = plain ? visit.path : visit.path.empty() ? name : visit.path + "/" + name;
      if (path.size() > 800) path = name;
      const aiNode& node = *visit.node;
      const bool many = node.mNumMeshes > kManyMeshes;
      if (many) WW_TRY(place(joinedMesh({node.mMeshes, node.mMeshes + node.mNumMeshes}), here, path));
      for (unsigned i = 0; !many && i < node.mNumMeshes; ++i) WW_TRY(place(node.mMeshes[i], here, path));
      for (unsigned i = visit.node->mNumChildren; i-- > 0;) open.push_back({visit.node->mChildren[i], here, path});
    }
    return okStatus();
  }

  // Files that take turns with their materials have a mesh for each turn: thousands of a part that is one. They become
  // one, by materials, with their colours; the place among the meshes is given.
  unsigned joinedMesh(const std::vector<unsigned>& meshes) {
    const auto [known, fresh] = joined_.emplace(meshes, static_cast<unsigned>(meshes_.size()));
    if (!fresh) return known->second;
    std::vector<unsigned> order;
    for (const unsigned i : meshes) {
      if (i < scene_.mNumMeshes && meshes_[i].shape) order.push_back(i);
    }
    std::ranges::stable_sort(order, {}, [this](unsigned i) { return scene_.mMeshes[i]->mMaterialIndex; });
    geometry::Mesh all;
    for (const unsigned i : order) appendMesh(*meshes_[i].shape->mesh, meshes_[i].color, all);
    Converted out;
    if (!order.empty()) {
      out.color = meshes_[order.front()].color;
      out.finish = meshes_[order.front()].finish;
      if (all.colors.size() == 1 && all.colors.front().count == all.triangles.size()) all.colors.clear();
      auto shape = std::make_shared<geometry::Shape>();
      shape->mesh = std::make_shared<geometry::Mesh>(std::move(all));
      out.shape = std::move(shape);
    }
    meshes_.push_back(std::move(out));
    return known->second;
  }

  Status place(unsigned index, const Eigen::Affine3d& t, const std::string& path) {
    if (index >= meshes_.size() || !meshes_[index].shape) return okStatus();
    const Converted& mesh = meshes_[index];
    if (shapes.size() >= context_.options.max_instances)
      return fail(failures::kMorePartsThan, {{"most", arg::Count{context_.options.max_instances}}});
    shapes.push_back(
        {path.empty() ? (mesh.name.empty() ? "mesh" : mesh.name) : path, mesh.shape, t, mesh.color, mesh.finish});
    return okStatus();
  }

  ReadContext& context_;
  const aiScene& scene_;
  const std::filesystem::path& file_;
  const std::string& format_;
  const bool linear_ = format_ == "gltf" || format_ == "glb";  // its colours
  std::vector<Converted> meshes_;
  std::map<std::vector<unsigned>, unsigned> joined_;  // meshes that stand for several
  PolygonCutter cutter_;
  std::vector<Vec3> corners_;
  std::vector<geometry::Triangle> cut_;
  double farthest_ = kFarthest;  // in the file's unit
  std::uint64_t dropped_triangles_ = 0;
  std::uint64_t loose_triangles_ = 0;  // of vertices that are not there
  std::uint64_t lines_ = 0;
};

// The root node carries what the loader makes of unit and up axis; ours come from our own look at the file.
void removeOwnConversion(const aiScene& scene, const std::string& format) {
  if (format == "dae" && scene.mRootNode != nullptr) scene.mRootNode->mTransformation = aiMatrix4x4();
}

std::filesystem::path withEndingOf(const std::string& format, const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  const bool fits = !ending.empty() && formatInfo(formatById(ending.substr(1))).id == format;
  return fits ? path : std::filesystem::path(path).replace_extension(format);
}

Status refused(const std::string& name, const std::string& format, const std::string& reason) {
  const FailureArg file{"file", arg::Name{name}};
  const FailureArg kind{"format", arg::Words{std::string(formatInfo(formatById(format)).title)}};
  if (reason.empty()) return fail(failures::kMeshFileRefusedSilently, {file, kind});
  return fail(failures::kMeshFileRefused, {file, kind, {"reason", arg::Words{reason}}});
}

// Our own words where the fault is found again in the file.
Status whyRefused(const std::filesystem::path& path, const std::string& format, std::string_view said) {
  const std::string name = path.filename().string();
  if (format == "gltf" || format == "glb") {
    if (Status ours = explainFirstGltf(said, name); !ours.ok()) return ours;
  }
  if (format == "dae") {
    const auto text = readWhole(path, kMaxMeshBytes);
    if (Status ours = explainDae(said, text.ok() ? *text : "", name); !ours.ok()) return ours;
  }
  if (format == "ply") {
    if (Status ours = explainPly(said); !ours.ok()) return ours;
  }
  // It begins with the name of its part: "OBJ: ...".
  const std::size_t part = said.find(": ");
  const bool named =
      part < 12 && std::ranges::all_of(said.substr(0, part), [](char c) { return c >= 'A' && c <= 'Z'; });
  return refused(name, format, cleanUtf8(named ? said.substr(part + 2) : said, 300));
}

// The file where assimp does not read it as it stands.
Status putMain(const std::filesystem::path& path, const std::string& format, const MeshFileFacts& facts,
               GuardedIoSystem& files) {
  if (withEndingOf(format, path) != path || !facts.text.empty()) {
    std::string bytes = facts.text;
    if (bytes.empty()) {
      WW_ASSIGN(bytes, readWhole(path, kMaxMeshBytes));
    }
    files.putMain(std::move(bytes));
  }
  if (format != "ply") return okStatus();
  WW_ASSIGN(const std::string bytes, readWhole(path, kMaxMeshBytes));
  if (std::optional<std::string> plain = plainPly(withoutBom(bytes))) files.putMain(*std::move(plain));
  return okStatus();
}

Status nothingShown(const AssimpScene& scene, const std::string& name) {
  if (scene.onlyUnsound()) return noSoundTriangle(name, scene.oddNumber());
  const FailureArg file{"file", arg::Name{name}};
  if (scene.lines() > 0) return fail(failures::kOnlyLines, {file, {"count", arg::Count{scene.lines()}}});
  return fail(failures::kNoTriangle, {file});
}

}  // namespace

Result<LoadedMesh> loadAssimp(ReadContext& context, const std::filesystem::path& path, const std::string& format,
                              double scale, const std::string& up) {
  WW_ASSIGN(const MeshFileFacts facts, scanMeshFile(context, path, format));
  Assimp::Importer importer;
  keepLoader(importer, format);
  // assimp goes by the ending, and not by the format that somebody chose.
  const std::filesystem::path named = withEndingOf(format, path);
  auto files = std::make_unique<GuardedIoSystem>(context.files, named);
  WW_TRY(putMain(path, format, facts, *files));
  importer.SetIOHandler(files.release());
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  // Else files without a mesh get one that stands for their nodes.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  context.report.progress(0.2, phrase(WW_TEXT("Core", "reading the mesh")));
  // Polygons are cut here: assimp's aiProcess_Triangulate leaves the rest of a polygon out when its corners are nearly
  // on a line, and looks at every corner for every ear.
  const aiScene* scene = importer.ReadFile(named.string(), aiProcess_JoinIdenticalVertices);
  const std::string name = path.filename().string();
  if (scene == nullptr)
    return facts.complaint.ok() ? whyRefused(path, format, importer.GetErrorString()) : facts.complaint;
  removeOwnConversion(*scene, format);
  Eigen::Affine3d world_t_file = Eigen::Affine3d::Identity();
  const double metres_per_unit = format == "dae" ? facts.metres_per_unit : scale;
  world_t_file.linear() = zUpFrom(up.empty() ? facts.up : up) * metres_per_unit;
  AssimpScene converted(context, *scene, path, format);
  WW_TRY(converted.run(world_t_file));
  if (converted.shapes.empty() && !facts.complaint.ok()) return facts.complaint;
  if (converted.shapes.empty()) {
    // A drawing of lines, or a scene of cameras, is sound, and an empty link here.
    const bool sound =
        !converted.onlyUnsound() && (converted.lines() > 0 || (format == "dae" && scene->mNumMeshes == 0));
    Status nothing = nothingShown(converted, name);
    if (!sound) return nothing;
    context.report.warn(converted.lines() > 0 ? "only-lines" : "no-triangle", nothing);
    return LoadedMesh{{}, metres_per_unit};
  }
  if (converted.textures.anyShown())
    context.report.note("textures", fail(failures::kTexturesBaked, {{"file", arg::Name{name}}}));
  return LoadedMesh{std::move(converted.shapes), metres_per_unit};
}

Status readAssimp(ReadContext& context, Scene& scene) { return readMeshFile(context, scene); }

}  // namespace ww::io::worker
