// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/forms.h"

#include <algorithm>
#include <cmath>

#include "core/base/hash.h"
#include "core/exchange/obj_text.h"
#include "core/exchange/text.h"
#include "core/geometry/mesh_edit.h"
#include "core/io/names.h"

namespace ww::exchange {
namespace {

constexpr double kSame = 1e-12;

std::string keyOf(const std::string& ref, std::size_t index, const Eigen::Matrix3d& stretch) {
  std::string out = ref + '#' + std::to_string(index);
  for (const double v : stretch.reshaped()) out += ' ' + numberText(v);
  return out;
}

MeshForm baked(const geometry::Mesh& mesh, const Eigen::Matrix3d& stretch, const std::string& ref, std::size_t index) {
  Eigen::Affine3d t = Eigen::Affine3d::Identity();
  t.linear() = stretch;
  const bool as_is = stretch == Eigen::Matrix3d::Identity();
  return {std::make_shared<geometry::Mesh>(as_is ? mesh : geometry::transformed(mesh, t)), Vec3::Ones(),
          keyOf(ref, index, stretch)};
}

bool isUniform(const Vec3& s) { return std::abs(s.x() - s.y()) < kSame && std::abs(s.x() - s.z()) < kSame; }

// A primitive stretched along its axes, where that is one again.
std::optional<FormShape> stretched(const geometry::Primitive& primitive, const Vec3& s) {
  if (const auto* box = std::get_if<geometry::Box>(&primitive)) return geometry::Box{box->size.cwiseProduct(s)};
  if (const auto* ball = std::get_if<geometry::Sphere>(&primitive)) {
    if (isUniform(s)) return geometry::Sphere{ball->radius * s.x()};
    return geometry::Ellipsoid{ball->radius * s};
  }
  if (const auto* e = std::get_if<geometry::Ellipsoid>(&primitive))
    return geometry::Ellipsoid{e->radii.cwiseProduct(s)};
  const bool round = std::abs(s.x() - s.y()) < kSame;
  if (const auto* c = std::get_if<geometry::Cylinder>(&primitive); c && round)
    return geometry::Cylinder{c->length * s.z(), c->radius * s.x()};
  if (const auto* c = std::get_if<geometry::Capsule>(&primitive); c && isUniform(s))
    return geometry::Capsule{c->length * s.z(), c->radius * s.x()};
  return std::nullopt;
}

Form formOf(const geometry::PlacedPrimitive& placed, const Eigen::Affine3d& link_t_piece, const std::string& ref,
            std::size_t index) {
  const Eigen::Affine3d t = link_t_piece * placed.ref_t_shape;
  if (const auto placement = placementOf(t))
    if (auto shape = stretched(placed.primitive, placement->scale)) return {placement->pose, *std::move(shape)};
  return {Pose{t.translation(), Quat::Identity()},
          baked(geometry::tessellate(placed.primitive), t.linear(), ref, index)};
}

}  // namespace

std::optional<Placement> placementOf(const Eigen::Affine3d& t) {
  const Eigen::Matrix3d a = t.linear();
  Placement out;
  out.scale = a.colwise().norm().transpose();
  if (!(out.scale.minCoeff() > 0.0)) return std::nullopt;
  const Eigen::Matrix3d r = a * out.scale.cwiseInverse().asDiagonal();
  const double skew = (r.transpose() * r - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (skew > 1e-9 || r.determinant() < 0.0) return std::nullopt;
  for (double& s : out.scale)
    if (std::abs(s - 1.0) < kSame) s = 1.0;
  out.pose = {t.translation(), Quat(r).normalized()};
  return out;
}

std::vector<Form> formsOf(const Piece& piece) {
  const geometry::Shape& shape = piece.geometry->shape;
  const std::string& ref = piece.geometry->ref;
  if (!shape.mesh) {
    std::vector<Form> out;
    for (std::size_t i = 0; i < shape.primitives.size(); ++i)
      out.push_back(formOf(shape.primitives[i], piece.link_t_piece, ref, i));
    return out;
  }
  if (shape.mesh->triangles.empty()) return {};
  Form out;
  if (const auto placement = placementOf(piece.link_t_piece)) {
    out.link_t_form = placement->pose;
    out.shape = MeshForm{shape.mesh, placement->scale, keyOf(ref, 0, Eigen::Matrix3d::Identity())};
  } else {
    out.link_t_form.p = piece.link_t_piece.translation();
    out.shape = baked(*shape.mesh, piece.link_t_piece.linear(), ref, 0);
  }
  return {out};
}

MeshForm asMesh(const FormShape& shape) {
  if (const auto* mesh = std::get_if<MeshForm>(&shape)) return *mesh;
  geometry::Primitive primitive;
  std::visit(
      [&](const auto& s) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(s)>, MeshForm>) primitive = s;
      },
      shape);
  MeshForm out{std::make_shared<geometry::Mesh>(geometry::tessellate(primitive)), Vec3::Ones(), {}};
  out.key = "primitive " + std::to_string(shape.index());
  for (const Vec3& v : out.mesh->vertices) out.key += ' ' + vectorText(v);
  return out;
}

geometry::Mesh meshInLink(const Piece& piece) {
  return geometry::transformed(*piece.geometry->mesh, piece.link_t_piece);
}

std::string MeshFiles::add(const MeshForm& form, const std::string& wish, bool own_colors) {
  const bool colored = own_colors && !form.mesh->colors.empty();
  const std::string hash = toHex(sha256(form.key + (colored ? " colored" : " plain"))).substr(0, 12);
  std::string stem = io::sanitizeName(wish, "mesh").substr(0, 60);
  stem += '_' + hash;
  const std::string path = folder_ + '/' + stem + ".obj";
  const auto same = [&](const ExportedFile& f) { return f.name.ends_with('_' + hash + ".obj"); };
  if (const auto known = std::find_if(files_.begin(), files_.end(), same); known != files_.end()) return known->name;
  ObjText text(colored ? stem + ".mtl" : std::string());
  text.add(*form.mesh, stem, std::nullopt);
  files_.push_back({path, text.takeObj()});
  if (colored) files_.push_back({folder_ + '/' + stem + ".mtl", text.takeMtl()});
  return path;
}

}  // namespace ww::exchange
