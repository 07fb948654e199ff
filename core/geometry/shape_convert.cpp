// SPDX-License-Identifier: Apache-2.0
// Shapes to and from the wire's messages and MeshExtras.
#include <cmath>

#include "core/geometry/failures.h"
#include "core/geometry/store.h"
#include "core/geometry/wire_convert.h"
#include "intrinsic/geometry/proto/v1/inline_geometry.pb.h"
#include "worldwright/v1/geometry.pb.h"

namespace ww::geometry {
namespace {

namespace wire = intrinsic_proto::geometry::v1;
namespace own = worldwright::v1;
template <typename T>
using Numbers = google::protobuf::RepeatedField<T>;

// A few bytes of primitive make thousands of triangles, so their number is limited.
constexpr int kMaxPrimitives = 20'000;

Result<Primitive> toPrimitive(const wire::PrimitiveShape& s) {
  const auto vec = [](const intrinsic_proto::Vector3& v) { return Vec3(v.x(), v.y(), v.z()); };
  switch (s.shape_case()) {
    case wire::PrimitiveShape::kBox: return Primitive(Box{vec(s.box().size())});
    case wire::PrimitiveShape::kCapsule: return Primitive(Capsule{s.capsule().length(), s.capsule().radius()});
    case wire::PrimitiveShape::kCylinder: return Primitive(Cylinder{s.cylinder().length(), s.cylinder().radius()});
    case wire::PrimitiveShape::kEllipsoid: return Primitive(Ellipsoid{vec(s.ellipsoid().radii())});
    case wire::PrimitiveShape::kFrustum:
      return Primitive(Frustum{s.frustum().x_angle(), s.frustum().y_angle(), s.frustum().min_z_distance(),
                               s.frustum().max_z_distance()});
    case wire::PrimitiveShape::kSphere: return Primitive(Sphere{s.sphere().radius()});
    case wire::PrimitiveShape::SHAPE_NOT_SET: break;
  }
  return fail(failures::kUnknownPrimitive);
}

Result<PlacedPrimitive> toPlaced(const wire::TransformedPrimitiveShape& s) {
  PlacedPrimitive out;
  WW_ASSIGN(out.primitive, toPrimitive(s.shape()));
  WW_TRY(validate(out.primitive));
  WW_ASSIGN(out.ref_t_shape, toAffine(s.ref_t_shape()));
  return out;
}

Result<Shape> fromPrimitiveSet(const wire::TransformedPrimitiveShapeSet& set) {
  if (set.primitives_size() == 0) return fail(failures::kNoPrimitives);
  if (set.primitives_size() > kMaxPrimitives) {
    return fail(failures::kManyPrimitives, {{"count", arg::Count{static_cast<std::uint64_t>(set.primitives_size())}},
                                            {"most", arg::Count{kMaxPrimitives}}});
  }
  Shape out;
  for (int i = 0; i < set.primitives_size(); ++i) {
    auto placed = toPlaced(set.primitives(i));
    if (!placed.ok())
      return within(placed.status(),
                    phrase(WW_TEXT("Core", "primitive {index}"), {{"index", arg::Count{static_cast<std::size_t>(i)}}}));
    out.primitives.push_back(std::move(placed).value());
  }
  return out;
}

// `field` is that of the message.
Status checkTriples(const char* field, int count) {
  if (count % 3 == 0) return okStatus();
  return fail(failures::kTriples,
              {{"field", arg::Words{field}}, {"count", arg::Count{static_cast<std::uint64_t>(count)}}});
}

std::vector<Vec3> toPoints(const Numbers<double>& flat) {
  std::vector<Vec3> out(std::size_t(flat.size()) / 3);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = Eigen::Map<const Vec3>(flat.data() + 3 * i);
  return out;
}

Status readTriangles(const wire::TriangleMesh& wire_mesh, Mesh& mesh) {
  WW_TRY(checkTriples("triangle_mesh.vertices", wire_mesh.vertices_size()));
  WW_TRY(checkTriples("triangle_mesh.faces", wire_mesh.faces_size()));
  if (wire_mesh.faces_size() == 0) return fail(failures::kNoTriangles);
  mesh.vertices = toPoints(wire_mesh.vertices());
  mesh.triangles.resize(std::size_t(wire_mesh.faces_size()) / 3);
  const std::int32_t* index = wire_mesh.faces().data();
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t v = index[3 * i + k];
      if (v < 0) {
        return fail(failures::kTriangleVertex, {{"index", arg::Count{i}},
                                                {"vertex", arg::Words{std::to_string(v)}},
                                                {"vertices", arg::Count{mesh.vertices.size()}}});
      }
      mesh.triangles[i][k] = static_cast<std::uint32_t>(v);
    }
  }
  return okStatus();
}

Color unpack(std::uint32_t rgba) {
  const auto part = [rgba](int shift) { return static_cast<float>(rgba >> shift & 0xff) / 255.0f; };
  return {part(24), part(16), part(8), part(0)};
}

std::uint32_t pack(const Color& c) {
  std::uint32_t out = 0;
  for (const float x : {c.r, c.g, c.b, c.a}) {
    const float unit = x > 0.0f ? std::fmin(x, 1.0f) : 0.0f;  // not a number gives 0
    out = out << 8 | static_cast<std::uint32_t>(std::lround(unit * 255.0f));
  }
  return out;
}

Status readVector(const Numbers<double>& flat, const char* field, std::size_t face, Vec3& out) {
  if (flat.empty()) return okStatus();
  if (flat.size() != 3) {
    return fail(failures::kCadVector, {{"field", arg::Words{field}},
                                       {"index", arg::Count{face}},
                                       {"count", arg::Count{static_cast<std::uint64_t>(flat.size())}}});
  }
  out = Eigen::Map<const Vec3>(flat.data());
  return okStatus();
}

Status readFace(const own::CadFace& in, Mesh& mesh) {
  CadFace face;
  face.first = in.first();
  face.count = in.count();
  // A kind of a later version is a face of unknown kind.
  if (own::CadFace::Surface_IsValid(in.surface())) face.surface = static_cast<CadFace::Surface>(in.surface());
  WW_TRY(readVector(in.origin(), "origin", mesh.faces.size(), face.origin));
  WW_TRY(readVector(in.axis(), "axis", mesh.faces.size(), face.axis));
  face.radius = in.radius();
  face.radius2 = in.radius2();
  mesh.faces.push_back(face);
  return okStatus();
}

Status readExtras(const own::MeshExtras& extras, Mesh& mesh) {
  WW_TRY(checkTriples("extras.normals", extras.normals_size()));
  mesh.normals.resize(std::size_t(extras.normals_size()) / 3);
  for (std::size_t i = 0; i < mesh.normals.size(); ++i) {
    mesh.normals[i] = Eigen::Map<const Eigen::Vector3f>(extras.normals().data() + 3 * i);
  }
  for (const auto& run : extras.colors()) mesh.colors.push_back({run.first(), run.count(), unpack(run.rgba())});
  for (const auto& face : extras.faces()) WW_TRY(readFace(face, mesh));
  for (const auto& line : extras.edges()) {
    WW_TRY(checkTriples("extras.edges.points", line.points_size()));
    mesh.edges.push_back(toPoints(line.points()));
  }
  return okStatus();
}

Result<Shape> fromMesh(const wire::TriangleMesh& wire_mesh, const own::MeshExtras& extras) {
  auto mesh = std::make_shared<Mesh>();
  WW_TRY(readTriangles(wire_mesh, *mesh));
  WW_TRY(readExtras(extras, *mesh));
  WW_TRY(mesh->validate());
  Shape out;
  out.mesh = std::move(mesh);
  return out;
}

Status noExactGeometry(const wire::InlineGeometry& geometry) {
  if (geometry.renderable_type_case() == wire::InlineGeometry::RENDERABLE_TYPE_NOT_SET) {
    return fail(failures::kNoGeometry);
  }
  return fail(failures::kRenderableOnly);
}

struct PrimitiveWriter {
  wire::PrimitiveShape* out;
  void operator()(const Box& s) const { toWire(s.size, out->mutable_box()->mutable_size()); }
  void operator()(const Sphere& s) const { out->mutable_sphere()->set_radius(s.radius); }
  void operator()(const Ellipsoid& s) const { toWire(s.radii, out->mutable_ellipsoid()->mutable_radii()); }
  void operator()(const Cylinder& s) const {
    out->mutable_cylinder()->set_length(s.length);
    out->mutable_cylinder()->set_radius(s.radius);
  }
  void operator()(const Capsule& s) const {
    out->mutable_capsule()->set_length(s.length);
    out->mutable_capsule()->set_radius(s.radius);
  }
  void operator()(const Frustum& s) const {
    auto* f = out->mutable_frustum();
    f->set_x_angle(s.x_angle);
    f->set_y_angle(s.y_angle);
    f->set_min_z_distance(s.min_z);
    f->set_max_z_distance(s.max_z);
  }
};

void writePoints(const std::vector<Vec3>& points, Numbers<double>* out) {
  out->Reserve(static_cast<int>(3 * points.size()));
  for (const Vec3& p : points) out->Add(p.data(), p.data() + 3);
}

void writeTriangles(const Mesh& mesh, wire::TriangleMesh* out) {
  writePoints(mesh.vertices, out->mutable_vertices());
  out->mutable_faces()->Reserve(static_cast<int>(3 * mesh.triangles.size()));
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t v : t) out->add_faces(static_cast<std::int32_t>(v));
  }
}

void writeFace(const CadFace& face, own::CadFace* out) {
  out->set_first(face.first);
  out->set_count(face.count);
  out->set_surface(static_cast<own::CadFace::Surface>(face.surface));
  out->mutable_origin()->Assign(face.origin.data(), face.origin.data() + 3);
  out->mutable_axis()->Assign(face.axis.data(), face.axis.data() + 3);
  out->set_radius(face.radius);
  out->set_radius2(face.radius2);
}

void writeExtras(const Mesh& mesh, own::GeometryBlob& blob) {
  if (mesh.normals.empty() && mesh.colors.empty() && mesh.faces.empty() && mesh.edges.empty()) return;
  own::MeshExtras* out = blob.mutable_extras();
  out->mutable_normals()->Reserve(static_cast<int>(3 * mesh.normals.size()));
  for (const Eigen::Vector3f& n : mesh.normals) out->mutable_normals()->Add(n.data(), n.data() + 3);
  for (const ColorRun& run : mesh.colors) {
    auto* color = out->add_colors();
    color->set_first(run.first);
    color->set_count(run.count);
    color->set_rgba(pack(run.color));
  }
  for (const CadFace& face : mesh.faces) writeFace(face, out->add_faces());
  for (const auto& line : mesh.edges) writePoints(line, out->add_edges()->mutable_points());
}

}  // namespace

Result<Shape> toShape(const worldwright::v1::GeometryBlob& blob) {
  const wire::ExactGeometry& exact = blob.wire().exact_geometry();
  switch (exact.data_case()) {
    case wire::ExactGeometry::kPrimitiveSet: return fromPrimitiveSet(exact.primitive_set());
    case wire::ExactGeometry::kTriangleMesh: return fromMesh(exact.triangle_mesh(), blob.extras());
    case wire::ExactGeometry::kPointCloud: return fail(failures::kPointCloud);
    case wire::ExactGeometry::DATA_NOT_SET: break;
  }
  return noExactGeometry(blob.wire());
}

worldwright::v1::GeometryBlob toBlob(const Shape& shape) {
  own::GeometryBlob blob;
  wire::ExactGeometry* exact = blob.mutable_wire()->mutable_exact_geometry();
  if (shape.mesh) {
    writeTriangles(*shape.mesh, exact->mutable_triangle_mesh());
    writeExtras(*shape.mesh, blob);
    return blob;
  }
  for (const PlacedPrimitive& placed : shape.primitives) {
    auto* out = exact->mutable_primitive_set()->add_primitives();
    std::visit(PrimitiveWriter{out->mutable_shape()}, placed.primitive);
    if (!placed.ref_t_shape.matrix().isIdentity(0.0)) toWire(placed.ref_t_shape, out->mutable_ref_t_shape());
  }
  return blob;
}

}  // namespace ww::geometry
