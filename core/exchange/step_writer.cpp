// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>

#include "core/exchange/failures.h"
#include "core/exchange/forms.h"
#include "core/exchange/kinds.h"
#include "core/exchange/looks.h"
#include "core/exchange/text.h"
#include "core/exchange/writers.h"
#include "core/geometry/mesh_edit.h"
#include "core/io/step_export.h"
#include "worldwright/v1/geometry.pb.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::exchange {
namespace {

namespace own = worldwright::v1;

constexpr std::uint64_t kMostTriangles = 300'000;  // a facet takes a kilobyte in the file

// The triangles of each colour as a mesh of their own; those outside of all runs show the usual.
std::vector<std::pair<geometry::Color, geometry::MeshPtr>> byColor(const geometry::Mesh& mesh) {
  std::vector<geometry::Color> colors(mesh.triangles.size());
  for (const geometry::ColorRun& run : mesh.colors) std::fill_n(colors.begin() + run.first, run.count, run.color);
  std::vector<std::pair<geometry::Color, std::shared_ptr<geometry::Mesh>>> groups;
  std::vector<std::map<std::uint32_t, std::uint32_t>> used;  // vertices of each group
  Looks looks;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const std::size_t at = looks.placeOf({colors[i]});
    if (at == groups.size()) {
      groups.emplace_back(colors[i], std::make_shared<geometry::Mesh>());
      used.emplace_back();
    }
    geometry::Mesh& out = *groups[at].second;
    geometry::Triangle triangle{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = mesh.triangles[i][k];
      const auto [known, is_new] = used[at].try_emplace(v, static_cast<std::uint32_t>(out.vertices.size()));
      if (is_new) out.vertices.push_back(mesh.vertices[v]);
      triangle[k] = known->second;
    }
    out.triangles.push_back(triangle);
  }
  return {groups.begin(), groups.end()};
}

// The scene as an assembly: objects, in them links, in them parts, all where they stand.
class Assembly {
 public:
  Assembly(const SceneParts& scene, const geometry::GeometryStore& store, Losses& losses)
      : store_(store), losses_(losses) {
    out_.set_name(scene.name);
  }

  void add(const ObjectParts& object, bool in_scene) {
    const int top = in_scene ? node(object.name, -1, object.scene_t_object, -1) : -1;
    for (std::size_t i = 0; i < object.parts.size(); ++i) {
      const Part& part = object.parts[i];
      if (part.visuals.empty()) continue;
      const Pose place = object.objectT(static_cast<int>(i));
      const int link = node(part.name, top, in_scene ? place : object.scene_t_object * place, -1);
      for (const Piece& piece : part.visuals) this->piece(object.name + ':' + part.name, link, piece);
    }
  }

  // Of parts without exact shapes, each once.
  std::uint64_t triangles() const { return triangles_; }
  bool empty() const { return out_.parts_size() == 0; }
  const own::StepAssembly& assembly() const { return out_; }

 private:
  int node(const std::string& name, int parent, const Pose& parent_t_this, int part) {
    own::StepNode& out = *out_.add_nodes();
    out.set_name(name);
    out.set_parent(parent);
    out.set_part(part);
    const Vec3& p = parent_t_this.p;
    const Quat& q = parent_t_this.q;
    for (const double v : {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()}) out.add_parent_t_this(v);
    return out_.nodes_size() - 1;
  }

  void piece(const std::string& link, int parent, const Piece& piece) {
    const geometry::Shape& shape = piece.geometry->shape;
    if (shape.mesh && shape.mesh->triangles.empty()) return;
    // An assembly places its parts without stretching them: what is stretched is a part of its own.
    const auto placement = placementOf(piece.link_t_piece);
    const bool rigid = placement && placement->scale == Vec3::Ones();
    const Pose place = rigid ? placement->pose : Pose{piece.link_t_piece.translation(), Quat::Identity()};
    Eigen::Affine3d stretch = Eigen::Affine3d::Identity();
    if (!rigid) stretch.linear() = piece.link_t_piece.linear();
    const std::string name = link + ": " + piece.name;
    if (shape.mesh && !exactOf(piece, stretch))
      return facets(piece, node(piece.name, parent, place, -1), stretch, name);
    node(piece.name, parent, place, part(piece, stretch));
  }

  // Without exact surfaces, a part for each colour: STEP colours parts at a small cost, and single facets at a large
  // one.
  void facets(const Piece& piece, int parent, const Eigen::Affine3d& stretch, const std::string& name) {
    losses_.add(failures::kFacetedParts, name);
    const geometry::Mesh& mesh = *piece.geometry->shape.mesh;
    if (piece.look || mesh.colors.empty()) {
      node(piece.name, parent, Pose::identity(), part(piece, stretch));
      return;
    }
    for (const auto& [color, triangles] : byColor(mesh)) {
      Piece one = piece;
      auto single = std::make_shared<geometry::Geometry>();
      single->ref = piece.geometry->ref + " of one colour";
      single->shape.mesh = triangles;
      one.geometry = std::move(single);
      one.look = Look{color};
      node(piece.name, parent, Pose::identity(), part(one, stretch));
    }
  }

  // As it is stored, where the exact shape of a CAD file is with it.
  std::optional<own::GeometryBlob> exactOf(const Piece& piece, const Eigen::Affine3d& stretch) const {
    const auto bytes = stretch.matrix() == Eigen::Matrix4d::Identity() ? store_.bytes(piece.geometry->ref) : nullptr;
    own::GeometryBlob blob;
    if (!bytes || !blob.ParseFromString(*bytes) || blob.extras().exact().brep().empty()) return std::nullopt;
    return blob;
  }

  int part(const Piece& piece, const Eigen::Affine3d& stretch) {
    std::string key = piece.geometry->ref + (piece.look ? ' ' + colorText(piece.look->color) : std::string());
    for (const double v : stretch.linear().reshaped()) key += ' ' + numberText(v);
    const auto [known, is_new] = parts_.try_emplace(key, out_.parts_size());
    if (!is_new) return known->second;
    own::StepPart& out = *out_.add_parts();
    out.set_name(piece.name);
    if (auto exact = exactOf(piece, stretch)) {
      *out.mutable_geometry() = *std::move(exact);
    } else {
      *out.mutable_geometry() = geometry::toBlob(stretched(piece.geometry->shape, stretch));
      if (piece.geometry->shape.mesh) triangles_ += piece.geometry->shape.mesh->triangles.size();
    }
    if (piece.look)
      for (const float v : {piece.look->color.r, piece.look->color.g, piece.look->color.b, piece.look->color.a})
        out.add_color(v);
    return known->second;
  }

  static geometry::Shape stretched(const geometry::Shape& shape, const Eigen::Affine3d& stretch) {
    if (stretch.matrix() == Eigen::Matrix4d::Identity()) return shape;
    geometry::Shape out = shape;
    if (out.mesh) out.mesh = std::make_shared<geometry::Mesh>(geometry::transformed(*out.mesh, stretch));
    for (geometry::PlacedPrimitive& p : out.primitives) p.ref_t_shape = stretch * p.ref_t_shape;
    return out;
  }

  const geometry::GeometryStore& store_;
  Losses& losses_;
  own::StepAssembly out_;
  std::map<std::string, int> parts_;
  std::uint64_t triangles_ = 0;
};

}  // namespace

Result<ExportResult> writeStep(const WriteContext& context) {
  Losses losses("STEP");
  Assembly assembly(context.scene, context.store, losses);
  for (const ObjectParts& object : context.scene.objects) assembly.add(object, context.scene.is_scene);
  if (assembly.empty())
    return fail(failures::kNothingToSee, {{"name", arg::Name{context.scene.name}}, {"format", arg::Words{"STEP"}}});
  if (assembly.triangles() > kMostTriangles)
    return fail(failures::kTooManyFaces,
                {{"count", arg::Count{assembly.triangles()}}, {"most", arg::Count{kMostTriangles}}});
  if (assembly.assembly().ByteSizeLong() > 0x70000000u)
    return fail(
        failures::kTooLargeFor,
        {{"name", arg::Name{context.scene.name}}, {"format", arg::Words{"STEP"}}, {"most", arg::Bytes{0x70000000u}}});
  WW_ASSIGN(std::string text,
            io::writeStep(assembly.assembly(), context.options.memory_limit_mb, context.stop, context.progress));
  tellSurfaceLosses(context.scene, losses);
  ExportResult result;
  result.files.push_back({context.options.stem + ".step", std::move(text)});
  result.losses = losses.take();
  return result;
}

}  // namespace ww::exchange
