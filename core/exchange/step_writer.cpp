// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "core/exchange/failures.h"
#include "core/exchange/forms.h"
#include "core/exchange/kinds.h"
#include "core/exchange/text.h"
#include "core/exchange/writers.h"
#include "core/geometry/mesh_edit.h"
#include "core/io/step_export.h"
#include "worldwright/v1/geometry.pb.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::exchange {
namespace {

namespace own = worldwright::v1;

constexpr std::uint64_t kMostTriangles = 500'000;  // a facet takes a kilobyte in the file

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
    const int index = part(piece, stretch);
    if (shape.mesh && !isExact(index)) losses_.add(failures::kFacetedParts, link + ": " + piece.name);
    node(piece.name, parent, place, index);
  }

  bool isExact(int part) const { return !out_.parts(part).geometry().extras().exact().brep().empty(); }

  int part(const Piece& piece, const Eigen::Affine3d& stretch) {
    std::string key = piece.geometry->ref + (piece.look ? ' ' + colorText(piece.look->color) : std::string());
    for (const double v : stretch.linear().reshaped()) key += ' ' + numberText(v);
    const auto [known, is_new] = parts_.try_emplace(key, out_.parts_size());
    if (!is_new) return known->second;
    own::StepPart& out = *out_.add_parts();
    out.set_name(piece.name);
    const bool as_is = stretch.matrix() == Eigen::Matrix4d::Identity();
    // As it is stored: with the exact shape of the CAD file that it came from.
    const auto bytes = as_is ? store_.bytes(piece.geometry->ref) : nullptr;
    if (!bytes || !out.mutable_geometry()->ParseFromString(*bytes))
      *out.mutable_geometry() = geometry::toBlob(stretched(piece.geometry->shape, stretch));
    if (piece.geometry->shape.mesh && !isExact(known->second))
      triangles_ += piece.geometry->shape.mesh->triangles.size();
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
