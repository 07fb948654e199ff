// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/color_runs.h"
#include "core/io/worker/mesh_source.h"
#include "core/io/worker/obj/materials.h"
#include "core/io/worker/obj/obj_file.h"
#include "core/io/worker/odd_numbers.h"
#include "core/io/worker/picture/bake.h"
#include "core/io/worker/polygon.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxObjBytes = 2ull << 30;

using Faces = std::vector<std::uint32_t>;

class ObjScene {
 public:
  ObjScene(const ObjFile& obj, ObjLooks& looks, double farthest) : obj_(obj), looks_(looks), farthest_(farthest) {
    constexpr float kMore = 1.5f;  // than rounding makes of 1
    mixed_colors_ =
        std::ranges::any_of(obj.colors, [](const auto& c) { return c[0] > kMore || c[1] > kMore || c[2] > kMore; });
  }

  Status run(const Eigen::Affine3d& world_t_file, const std::string& name, std::uint64_t max_parts) {
    std::vector<Faces> faces = facesOfParts();
    for (const Like& like : likes()) {
      Faces all;
      for (const std::uint32_t part : like.parts) all.insert(all.end(), faces[part].begin(), faces[part].end());
      const std::string& group = obj_.groups[like.group];
      add(all, group.empty() ? name : group, like.finish, world_t_file);
      if (shapes.size() > max_parts) return fail(failures::kMorePartsThan, {{"most", arg::Count{max_parts}}});
    }
    return okStatus();
  }
  std::vector<PlacedShape> shapes;
  std::uint64_t dropped = 0;  // triangles with corners at no place

 private:
  std::vector<Faces> facesOfParts() const {
    std::vector<Faces> out(obj_.parts.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i].reserve(obj_.parts[i].faces);
    for (std::uint32_t i = 0; i < obj_.faces.size(); ++i) out[obj_.faces[i].part].push_back(i);
    return out;
  }
  // Parts of one group that take light alike are one thing of several colours, however often the file changes between
  // its materials.
  struct Like {
    std::uint32_t group = 0;
    std::optional<Finish> finish;
    std::vector<std::uint32_t> parts;
  };
  std::vector<Like> likes() const {
    std::vector<Like> out;
    std::map<std::tuple<std::uint32_t, float, float>, std::size_t> known;
    for (std::uint32_t i = 0; i < obj_.parts.size(); ++i) {
      const auto finish = finishOf(obj_.parts[i].material);
      const std::tuple key(obj_.parts[i].group, finish ? finish->metalness : -1.0f, finish ? finish->roughness : -1.0f);
      const auto [at, fresh] = known.emplace(key, out.size());
      if (fresh) out.push_back({obj_.parts[i].group, finish, {}});
      out[at->second].parts.push_back(i);
    }
    return out;
  }
  std::optional<Finish> finishOf(std::uint32_t material) const {
    const ObjMaterial* look = looks_.material(material);
    if (look == nullptr || look->finish_by_picture || (!look->metalness && !look->roughness)) return std::nullopt;
    return Finish{look->metalness.value_or(Finish{}.metalness), look->roughness.value_or(Finish{}.roughness)};
  }

  bool sound(std::uint32_t vertex) const {
    const Vec3& p = obj_.vertices[vertex];
    return p.allFinite() && p.cwiseAbs().maxCoeff() <= farthest_;
  }

  void add(const Faces& faces, const std::string& name, const std::optional<Finish>& finish, const Eigen::Affine3d& t) {
    mesh_ = {};
    colors_.clear();
    known_.clear();
    first_.resize(obj_.vertices.size(), kObjNone);
    has_normals_ = std::ranges::all_of(faces, [&](std::uint32_t i) { return hasNormals(obj_.faces[i]); });
    any_color_ = false;
    for (const std::uint32_t i : faces) addFace(obj_.faces[i]);
    for (const Known& one : known_) first_[one.vertex] = kObjNone;
    if (mesh_.triangles.empty()) return;
    PlacedShape out;
    out.name = name;
    out.link_t_shape = t;
    if (any_color_) out.color = colorTriangles(colors_, mesh_);
    out.finish = finish;
    auto shape = std::make_shared<geometry::Shape>();
    shape->mesh = std::make_shared<geometry::Mesh>(std::move(mesh_));
    out.shape = std::move(shape);
    shapes.push_back(std::move(out));
  }

  bool hasNormals(const ObjFile::Face& face) const {
    return std::all_of(obj_.corners.begin() + face.first, obj_.corners.begin() + face.first + face.count,
                       [](const ObjCorner& c) { return c.normal != kObjNone; });
  }
  std::uint32_t materialIndex(const ObjFile::Face& face) const { return obj_.parts[face.part].material; }

  void addFace(const ObjFile::Face& face) {
    const ObjCorner* corners = obj_.corners.data() + face.first;
    for (std::uint32_t k = 0; k < face.count; ++k) {
      if (sound(corners[k].vertex)) continue;
      dropped += face.count - 2;
      return;
    }
    if (face.count == 3) return addTriangle(face, {0, 1, 2});
    outline_.clear();
    for (std::uint32_t k = 0; k < face.count; ++k) outline_.push_back(obj_.vertices[corners[k].vertex]);
    cut_.clear();
    cutter_.cut(outline_, cut_);
    for (const geometry::Triangle& t : cut_) addTriangle(face, t);
  }

  void addTriangle(const ObjFile::Face& face, const geometry::Triangle& of) {
    const ObjCorner* all = obj_.corners.data() + face.first;
    const std::array<const ObjCorner*, 3> corners = {all + of[0], all + of[1], all + of[2]};
    mesh_.triangles.push_back({index(*corners[0]), index(*corners[1]), index(*corners[2])});
    const std::optional<geometry::Color> color = colorOf(face, corners);
    any_color_ = any_color_ || color.has_value();
    colors_.push_back(color.value_or(geometry::Color{}));
  }

  // The vertex of the mesh for a corner: one for each normal that a vertex of the file has.
  std::uint32_t index(const ObjCorner& corner) {
    const std::uint32_t normal = has_normals_ ? corner.normal : kObjNone;
    for (std::uint32_t at = first_[corner.vertex]; at != kObjNone; at = known_[at].next) {
      if (known_[at].normal == normal) return at;
    }
    const auto fresh = static_cast<std::uint32_t>(known_.size());
    known_.push_back({corner.vertex, normal, first_[corner.vertex]});
    first_[corner.vertex] = fresh;
    mesh_.vertices.push_back(obj_.vertices[corner.vertex]);
    if (has_normals_) mesh_.normals.push_back(unit(obj_.normals[normal]));
    return fresh;
  }
  static Eigen::Vector3f unit(const Eigen::Vector3f& n) {
    const float length = n.norm();
    return std::isfinite(length) && length > 0.0f ? Eigen::Vector3f(n / length) : Eigen::Vector3f(0, 0, 1);
  }

  // That of its corners, else that of a picture, else that of its material.
  std::optional<geometry::Color> colorOf(const ObjFile::Face& face, const std::array<const ObjCorner*, 3>& corners) {
    if (!obj_.colors.empty()) {
      if (const auto mean = cornerColor(corners)) return mean;
    }
    const std::uint32_t material = materialIndex(face);
    const ObjMaterial* look = looks_.material(material);
    if (look == nullptr) return std::nullopt;
    const Picture* picture = looks_.picture(material);
    if (picture == nullptr) return look->color;
    // As far as the material is seen through, so is its picture.
    const auto seen = [look](geometry::Color color) {
      if (look->color) color.a *= look->color->a;
      return color;
    };
    std::array<Eigen::Vector2d, 3> places;
    for (std::size_t k = 0; k < 3; ++k) {
      if (corners[k]->place == kObjNone) return seen(wholePicture(material, *picture));
      const auto& at = obj_.places[corners[k]->place];
      places[k] = Eigen::Vector2d(at[0], at[1]).cwiseProduct(look->picture.scale) + look->picture.shift;
    }
    return seen(pictureColor(meanOn(*picture, places)));
  }

  std::optional<geometry::Color> cornerColor(const std::array<const ObjCorner*, 3>& corners) const {
    Eigen::Vector3f sum = Eigen::Vector3f::Zero();
    for (const ObjCorner* corner : corners) {
      const auto& c = obj_.colors[corner->vertex];
      if (c[0] < 0.0f) return std::nullopt;
      sum += Eigen::Vector3f(c[0], c[1], c[2]);
    }
    if (mixed_colors_) sum /= 255.0f;
    const auto byte = [](float v) {
      return std::isfinite(v) ? std::round(std::clamp(v / 3.0f, 0.0f, 1.0f) * 255.0f) / 255.0f : 0.5f;
    };
    return geometry::Color{byte(sum[0]), byte(sum[1]), byte(sum[2]), 1.0f};
  }

  geometry::Color wholePicture(std::uint32_t material, const Picture& picture) {
    const auto [at, fresh] = means_.emplace(material, geometry::Color{});
    if (fresh) at->second = pictureColor(picture.mean());
    return at->second;
  }

  const ObjFile& obj_;
  ObjLooks& looks_;
  double farthest_;
  bool mixed_colors_ = false;  // 0 to 255, as some write them
  geometry::Mesh mesh_;
  std::vector<geometry::Color> colors_;  // of its triangles
  bool has_normals_ = false, any_color_ = false;
  struct Known {
    std::uint32_t vertex, normal, next;
  };
  std::vector<Known> known_;          // the vertices of the mesh
  std::vector<std::uint32_t> first_;  // for a vertex of the file, the last one known; the others follow
  std::map<std::uint32_t, geometry::Color> means_;
  PolygonCutter cutter_;
  std::vector<Vec3> outline_;
  std::vector<geometry::Triangle> cut_;
};

void tellLeftOut(ReadContext& context, const ObjFile& obj, const std::string& name) {
  if (obj.lines > 0)
    context.report.warn("mesh-lines", fail(failures::kLinesLeftOut, {{"count", arg::Count{obj.lines}}}));
  if (obj.curves > 0)
    context.report.warn("mesh-curves", fail(failures::kObjCurves, {{"count", arg::Count{obj.curves}}}));
  if (obj.unknown)
    context.report.warn("obj-word", fail(failures::kObjWord, {{"place", arg::Place{name, obj.unknown->line, 0}},
                                                              {"word", arg::Name{obj.unknown->word}},
                                                              {"count", arg::Count{obj.unknown->count}}}));
  if (obj.cut_line > 0)
    context.report.warn("obj-cut", fail(failures::kObjCut, {{"place", arg::Place{name, obj.cut_line, 0}}}));
  if (obj.wrong_index) context.report.warn("obj-index", *obj.wrong_index);
}

Status nothingToShow(const ObjFile& obj, const std::string& name) {
  const FailureArg file{"file", arg::Name{name}};
  if (obj.vertices.empty()) return fail(failures::kObjEmpty, {file});
  if (obj.curves > 0) return fail(failures::kObjOnlyCurves, {file, {"count", arg::Count{obj.curves}}});
  return fail(failures::kNoTriangle, {file});
}

}  // namespace

Result<LoadedMesh> loadObj(ReadContext& context, const std::filesystem::path& path, double scale,
                           const std::string& up) {
  const std::string name = path.filename().string();
  WW_ASSIGN(std::string bytes, readWhole(path, kMaxObjBytes));
  bytes = utf8Of(std::move(bytes));
  if (bytes.find('\0') != std::string::npos) return fail(failures::kObjNoText);
  const auto progress = [&](double part) {
    context.report.progress(0.1 + 0.5 * part, phrase(WW_TEXT("Core", "reading the mesh")));
  };
  WW_ASSIGN(const ObjFile obj, parseObj(bytes, name, {context.options.max_triangles, progress}));
  ObjLooks looks(context, path);
  looks.read(obj);
  Eigen::Affine3d world_t_file = Eigen::Affine3d::Identity();
  world_t_file.linear() = zUpFrom(up) * scale;
  const double farthest = kFarthest / scale;
  ObjScene scene(obj, looks, farthest);
  WW_TRY(scene.run(world_t_file, cleanUtf8(path.stem().string(), 120), context.options.max_instances));
  if (scene.dropped > 0) {
    const auto odd = oddNumberIn(bytes, "obj", name, farthest);
    if (scene.shapes.empty()) return noSoundTriangle(name, odd);
    context.report.warn("mesh-numbers", trianglesLeftOut(scene.dropped, odd));
  }
  // A drawing of lines is sound, and an empty link here.
  const bool drawing = scene.shapes.empty() && obj.lines > 0 && obj.curves == 0;
  if (scene.shapes.empty() && !drawing) return nothingToShow(obj, name);
  if (drawing)
    context.report.warn("only-lines",
                        fail(failures::kOnlyLines, {{"file", arg::Name{name}}, {"count", arg::Count{obj.lines}}}));
  else tellLeftOut(context, obj, name);
  if (looks.anyShown()) context.report.note("textures", fail(failures::kTexturesBaked, {{"file", arg::Name{name}}}));
  return LoadedMesh{std::move(scene.shapes), scale};
}

Status readObj(ReadContext& context, Scene& scene) { return readMeshFile(context, scene); }

}  // namespace ww::io::worker
