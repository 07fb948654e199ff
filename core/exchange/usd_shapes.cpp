// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/usd_shapes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/exchange/failures.h"

namespace ww::exchange {
namespace {

// USD has colours in linear light.
float linear(float srgb) {
  if (srgb >= 1.0f) return 1.0f;
  return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f);
}

const char* typeOf(const FormShape& shape) {
  if (std::holds_alternative<geometry::Box>(shape)) return "Cube";
  if (std::holds_alternative<geometry::Cylinder>(shape)) return "Cylinder";
  if (std::holds_alternative<geometry::Capsule>(shape)) return "Capsule";
  return std::holds_alternative<MeshForm>(shape) ? "Mesh" : "Sphere";
}

// What stretches a prim of unit size.
Vec3 scaleOf(const FormShape& shape) {
  if (const auto* box = std::get_if<geometry::Box>(&shape)) return box->size;
  if (const auto* e = std::get_if<geometry::Ellipsoid>(&shape)) return e->radii;
  if (const auto* mesh = std::get_if<MeshForm>(&shape)) return mesh->scale;
  return Vec3::Ones();
}

std::string extent(const Vec3& low, const Vec3& high) { return fmt::format("[{}, {}]", usdTuple(low), usdTuple(high)); }

template <typename Range, typename Fn>
std::string listOf(const Range& range, Fn&& text) {
  std::string out = "[";
  for (const auto& item : range) {
    if (out.size() > 1) out += ", ";
    out += text(item);
  }
  return out + ']';
}

std::string tuple(const Eigen::Vector3f& v) {
  return fmt::format("({}, {}, {})", numberText(v.x()), numberText(v.y()), numberText(v.z()));
}

}  // namespace

void UsdShapes::visuals(const Part& link, const std::string& group) {
  if (link.visuals.empty()) return;
  out_.def("Xform", group);
  pieces(link, false, false);
  out_.close();
}

void UsdShapes::collisions(const Part& link, const std::string& group, bool moves) {
  if (link.collisions.empty()) return;
  out_.def("Xform", group);
  out_.set("uniform token purpose", "\"guide\"");
  pieces(link, true, moves);
  out_.close();
}

void UsdShapes::pieces(const Part& link, bool collides, bool moves) {
  io::NameSet names;
  for (const Piece& piece : collides ? link.collisions : link.visuals) {
    for (const Form& f : formsOf(piece)) {
      if (std::holds_alternative<MeshForm>(f.shape) && !piece.geometry->shape.mesh)
        losses_.add(failures::kShapesAsMeshes, link.name + ": " + piece.name);
      form({piece, collides, moves}, f, names.add(piece.name, "shape"));
    }
  }
}

void UsdShapes::form(const Role& role, const Form& form, const std::string& name) {
  const bool is_mesh = std::holds_alternative<MeshForm>(form.shape);
  std::vector<std::string_view> schemas;
  if (role.collides) schemas.push_back("PhysicsCollisionAPI");
  else schemas.push_back("MaterialBindingAPI");
  if (role.collides && is_mesh) schemas.push_back("PhysicsMeshCollisionAPI");
  out_.def(typeOf(form.shape), name, schemas);
  if (is_mesh) mesh(role, *std::get<MeshForm>(form.shape).mesh);
  else primitive(form.shape);
  out_.place(form.link_t_form, scaleOf(form.shape));
  const bool has_own = is_mesh && !role.piece.look && !std::get<MeshForm>(form.shape).mesh->colors.empty();
  if (!role.collides && !has_own) bind(role.piece.look.value_or(Look{}));
  if (!role.collides && has_own) colorSubsets(*std::get<MeshForm>(form.shape).mesh);
  out_.close();
}

void UsdShapes::primitive(const FormShape& shape) {
  const auto round = [&](double radius, double height, double half) {
    out_.set("double radius", numberText(radius));
    out_.set("double height", numberText(height));
    out_.set("uniform token axis", "\"Z\"");
    out_.set("float3[] extent", extent({-radius, -radius, -half}, {radius, radius, half}));
  };
  if (std::holds_alternative<geometry::Box>(shape)) {
    out_.set("double size", "1");
    out_.set("float3[] extent", extent(Vec3::Constant(-0.5), Vec3::Constant(0.5)));
  } else if (const auto* c = std::get_if<geometry::Cylinder>(&shape)) {
    round(c->radius, c->length, c->length / 2);
  } else if (const auto* p = std::get_if<geometry::Capsule>(&shape)) {
    round(p->radius, p->length, p->length / 2 + p->radius);
  } else {
    const auto* ball = std::get_if<geometry::Sphere>(&shape);
    const double radius = ball != nullptr ? ball->radius : 1.0;  // an ellipsoid is stretched
    out_.set("double radius", numberText(radius));
    out_.set("float3[] extent", extent(Vec3::Constant(-radius), Vec3::Constant(radius)));
  }
}

void UsdShapes::mesh(const Role& role, const geometry::Mesh& mesh) {
  const Bounds bounds = mesh.bounds();
  out_.set("uniform bool doubleSided", "1");
  if (!bounds.empty()) out_.set("float3[] extent", extent(bounds.min, bounds.max));
  out_.set("int[] faceVertexCounts", listOf(mesh.triangles, [](const auto&) { return "3"; }));
  out_.set("int[] faceVertexIndices",
           listOf(mesh.triangles, [](const geometry::Triangle& t) { return fmt::format("{}", fmt::join(t, ", ")); }));
  out_.set("point3f[] points", listOf(mesh.vertices, [](const Vec3& v) { return usdTuple(v); }));
  if (!mesh.normals.empty()) {
    out_.set("normal3f[] normals", listOf(mesh.normals, tuple) + " (");
    out_.line("    interpolation = \"vertex\"");
    out_.line(")");
  }
  out_.set("uniform token subdivisionScheme", "\"none\"");
  if (role.collides)
    out_.set("uniform token physics:approximation", role.moves ? "\"convexDecomposition\"" : "\"none\"");
}

// A part of the faces for each colour; those without one show the usual.
void UsdShapes::colorSubsets(const geometry::Mesh& mesh) {
  std::vector<geometry::Color> own(mesh.triangles.size());
  for (const geometry::ColorRun& run : mesh.colors) std::fill_n(own.begin() + run.first, run.count, run.color);
  Looks looks;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const std::size_t group = looks.placeOf({own[i]});
    if (group == groups.size()) groups.emplace_back();
    groups[group].push_back(i);
  }
  out_.set("uniform token subsetFamily:materialBind:familyType", "\"partition\"");
  for (std::size_t i = 0; i < groups.size(); ++i) {
    out_.def("GeomSubset", fmt::format("color_{}", i + 1), {"MaterialBindingAPI"});
    out_.set("uniform token elementType", "\"face\"");
    out_.set("uniform token familyName", "\"materialBind\"");
    out_.set("int[] indices", fmt::format("[{}]", fmt::join(groups[i], ", ")));
    bind(looks.all()[i]);
    out_.close();
  }
}

void UsdShapes::bind(const Look& look) { out_.set("rel material:binding", usdPath(material(look))); }

std::string UsdShapes::material(const Look& look) {
  return fmt::format("{}/material_{}", looks_path_, looks_.placeOf(look) + 1);
}

void UsdShapes::materials() {
  for (std::size_t i = 0; i < looks_.all().size(); ++i) {
    const Look& look = looks_.all()[i];
    const geometry::Color& c = look.color;
    out_.def("Material", fmt::format("material_{}", i + 1));
    out_.set("token outputs:surface.connect", usdPath(out_.path("shader") + ".outputs:surface"));
    out_.def("Shader", "shader");
    out_.set("uniform token info:id", "\"UsdPreviewSurface\"");
    out_.set("color3f inputs:diffuseColor", tuple({linear(c.r), linear(c.g), linear(c.b)}));
    out_.set("float inputs:metallic", numberText(look.metalness));
    out_.set("float inputs:opacity", numberText(c.a));
    out_.set("float inputs:roughness", numberText(look.roughness));
    out_.line("token outputs:surface");
    out_.close();
    out_.close();
  }
}

}  // namespace ww::exchange
