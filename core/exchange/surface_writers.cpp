// SPDX-License-Identifier: Apache-2.0
// Formats that hold what is seen, as it stands: glTF, OBJ, STL.
#include <map>

#include "core/exchange/failures.h"
#include "core/exchange/forms.h"
#include "core/exchange/kinds.h"
#include "core/exchange/obj_text.h"
#include "core/exchange/text.h"
#include "core/exchange/writers.h"
#include "core/geometry/glb_writer.h"
#include "core/geometry/mesh_edit.h"
#include "core/geometry/stl_writer.h"
#include "core/io/names.h"

namespace ww::exchange {
namespace {

// fn(object, part, piece, its place in the scene) for all that is seen.
template <typename Fn>
Status forEachPiece(const WriteContext& context, Fn&& fn) {
  const auto& objects = context.scene.objects;
  for (std::size_t o = 0; o < objects.size(); ++o) {
    for (std::size_t i = 0; i < objects[o].parts.size(); ++i) {
      const Part& part = objects[o].parts[i];
      if (part.visuals.empty()) continue;
      WW_TRY(context.checkStop());
      const Pose scene_t_part = objects[o].scene_t_object * objects[o].objectT(static_cast<int>(i));
      for (const Piece& piece : part.visuals)
        if (!piece.geometry->mesh->triangles.empty())
          fn(objects[o], part, piece, Eigen::Affine3d(scene_t_part.isometry()) * piece.link_t_piece);
    }
    context.progress.report(0.9 * static_cast<double>(o + 1) / static_cast<double>(objects.size()));
  }
  return okStatus();
}

Status nothingToSee(const WriteContext& context, const char* format) {
  return fail(failures::kNothingToSee, {{"name", arg::Name{context.scene.name}}, {"format", arg::Words{format}}});
}

ExportResult finished(const WriteContext& context, const char* format, std::vector<ExportedFile> files) {
  Losses losses(format);
  tellSurfaceLosses(context.scene, losses);
  return {std::move(files), losses.take()};
}

// ---- glTF

class GlbMaker {
 public:
  explicit GlbMaker(const SceneParts& scene) { out_.name = scene.name; }

  void add(const ObjectParts& object) {
    const int top = node(object.name, -1, Eigen::Affine3d(object.scene_t_object.isometry()), -1);
    std::vector<int> nodes;
    for (const Part& part : object.parts) {
      const int parent = part.parent < 0 ? top : nodes[static_cast<std::size_t>(part.parent)];
      // The root's frame is that of the object.
      const Pose place = part.parent < 0 ? Pose::identity() : part.parent_t_this;
      nodes.push_back(node(part.name, parent, Eigen::Affine3d(place.isometry()), -1));
      for (const Piece& piece : part.visuals)
        if (!piece.geometry->mesh->triangles.empty()) node(piece.name, nodes.back(), piece.link_t_piece, mesh(piece));
    }
  }
  bool empty() const { return out_.meshes.empty(); }
  std::string write() const { return geometry::toGlb(out_); }

 private:
  int node(const std::string& name, int parent, const Eigen::Affine3d& place, int mesh) {
    out_.nodes.push_back({name, parent, place, mesh});
    return static_cast<int>(out_.nodes.size()) - 1;
  }

  // One for each geometry in each look.
  int mesh(const Piece& piece) {
    const Look look = piece.look.value_or(Look{});
    const std::string key = piece.geometry->ref + (piece.look ? " " + colorText(look.color) : std::string()) + ' ' +
                            numberText(look.metalness) + ' ' + numberText(look.roughness);
    const auto [known, is_new] = meshes_.try_emplace(key, static_cast<int>(out_.meshes.size()));
    if (is_new)
      out_.meshes.push_back(
          {piece.name, piece.geometry->mesh, {{}, look.color, look.metalness, look.roughness}, piece.look.has_value()});
    return known->second;
  }

  geometry::GlbScene out_;
  std::map<std::string, int> meshes_;
};

}  // namespace

Result<ExportResult> writeGlb(const WriteContext& context) {
  GlbMaker maker(context.scene);
  for (const ObjectParts& object : context.scene.objects) {
    WW_TRY(context.checkStop());
    maker.add(object);
  }
  if (maker.empty()) return nothingToSee(context, "GLB");
  std::string bytes = maker.write();
  if (bytes.empty())
    return fail(failures::kTooLargeFor, {{"name", arg::Name{context.scene.name}},
                                         {"format", arg::Words{"GLB"}},
                                         {"most", arg::Bytes{std::uint64_t{4} << 30}}});
  WW_TRY(context.checkStop());
  return finished(context, "GLB", {{context.options.stem + ".glb", std::move(bytes)}});
}

Result<ExportResult> writeObj(const WriteContext& context) {
  const std::string mtl = context.options.stem + ".mtl";
  ObjText text(mtl);
  io::NameSet names;
  bool any = false;
  Eigen::Affine3d unit = Eigen::Affine3d::Identity();
  unit.linear() *= context.options.unit_scale;
  WW_TRY(forEachPiece(context, [&](const ObjectParts& object, const Part& part, const Piece& piece,
                                   const Eigen::Affine3d& scene_t_piece) {
    const geometry::Mesh mesh = geometry::transformed(*piece.geometry->mesh, unit * scene_t_piece);
    text.add(mesh, names.add(object.name + "_" + part.name + "_" + piece.name, "part"), piece.look);
    any = true;
  }));
  if (!any) return nothingToSee(context, "OBJ");
  return finished(context, "OBJ", {{context.options.stem + ".obj", text.takeObj()}, {mtl, text.takeMtl()}});
}

Result<ExportResult> writeStl(const WriteContext& context) {
  geometry::Mesh all;
  WW_TRY(forEachPiece(context,
                      [&](const ObjectParts&, const Part&, const Piece& piece, const Eigen::Affine3d& scene_t_piece) {
                        geometry::append(geometry::transformed(*piece.geometry->mesh, scene_t_piece), all);
                      }));
  if (all.triangles.empty()) return nothingToSee(context, "STL");
  std::string bytes = geometry::toStl(all, context.options.unit_scale);
  return finished(context, "STL", {{context.options.stem + ".stl", std::move(bytes)}});
}

}  // namespace ww::exchange
