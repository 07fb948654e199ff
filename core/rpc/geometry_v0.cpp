// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/geometry_v0.h"

#include <algorithm>

namespace ww::rpc {
namespace {

namespace v0 = intrinsic_proto::geometry;
namespace v1 = intrinsic_proto::geometry::v1;

// The messages of both generations have the same fields with the same numbers.
template <typename From, typename To>
void copySame(const From& from, To* to) {
  to->ParsePartialFromString(from.SerializePartialAsString());
}

v1::PrimitiveShape shapeFromV0(const v0::PrimitiveShape& old) {
  v1::PrimitiveShape out;
  switch (old.shape_case()) {
    case v0::PrimitiveShape::kBox: copySame(old.box(), out.mutable_box()); break;
    case v0::PrimitiveShape::kCylinder: copySame(old.cylinder(), out.mutable_cylinder()); break;
    case v0::PrimitiveShape::kSphere: copySame(old.sphere(), out.mutable_sphere()); break;
    case v0::PrimitiveShape::kEllipsoid: copySame(old.ellipsoid(), out.mutable_ellipsoid()); break;
    case v0::PrimitiveShape::kCapsule: copySame(old.capsule(), out.mutable_capsule()); break;
    case v0::PrimitiveShape::kFrustum: copySame(old.frustum(), out.mutable_frustum()); break;
    case v0::PrimitiveShape::SHAPE_NOT_SET: break;
  }
  return out;
}

v0::PrimitiveShape shapeToV0(const v1::PrimitiveShape& shape) {
  v0::PrimitiveShape out;
  switch (shape.shape_case()) {
    case v1::PrimitiveShape::kBox: copySame(shape.box(), out.mutable_box()); break;
    case v1::PrimitiveShape::kCylinder: copySame(shape.cylinder(), out.mutable_cylinder()); break;
    case v1::PrimitiveShape::kSphere: copySame(shape.sphere(), out.mutable_sphere()); break;
    case v1::PrimitiveShape::kEllipsoid: copySame(shape.ellipsoid(), out.mutable_ellipsoid()); break;
    case v1::PrimitiveShape::kCapsule: copySame(shape.capsule(), out.mutable_capsule()); break;
    case v1::PrimitiveShape::kFrustum: copySame(shape.frustum(), out.mutable_frustum()); break;
    case v1::PrimitiveShape::SHAPE_NOT_SET: break;
  }
  return out;
}

void triangles(const geometry::Mesh& mesh, v0::TriangleMesh* out) {
  for (const Vec3& v : mesh.vertices) out->mutable_vertices()->Add(v.data(), v.data() + 3);
  for (const geometry::Triangle& t : mesh.triangles) {
    for (const std::uint32_t i : t) out->add_faces(static_cast<std::int32_t>(i));
  }
}

}  // namespace

v1::TransformedPrimitiveShapeSet fromV0(const v0::PrimitiveShapeSet& old) {
  v1::TransformedPrimitiveShapeSet out;
  for (const auto& shape : old.primitives()) *out.add_primitives()->mutable_shape() = shapeFromV0(shape);
  return out;
}

v1::InlineGeometry fromV0(const v0::Geometry& old) {
  v1::InlineGeometry out;
  if (old.has_renderable()) out.mutable_renderable()->set_glb_bytes(old.renderable().gltf_string());
  if (old.has_generated_renderable())
    out.mutable_generated_renderable()->set_glb_bytes(old.generated_renderable().gltf_string());
  const auto& exact = old.exact_geometry();
  if (exact.has_triangle_mesh()) {
    copySame(exact.triangle_mesh(), out.mutable_exact_geometry()->mutable_triangle_mesh());
  } else if (exact.has_primitive_set()) {
    *out.mutable_exact_geometry()->mutable_primitive_set() = fromV0(exact.primitive_set());
  }
  return out;
}

v0::Geometry toV0(const v1::InlineGeometry& geometry, const geometry::Geometry& known) {
  v0::Geometry out;
  if (geometry.has_renderable()) out.mutable_renderable()->set_gltf_string(geometry.renderable().glb_bytes());
  if (geometry.has_generated_renderable())
    out.mutable_generated_renderable()->set_gltf_string(geometry.generated_renderable().glb_bytes());
  const auto& set = geometry.exact_geometry().primitive_set().primitives();
  const bool plain = std::none_of(set.begin(), set.end(), [](const auto& p) { return p.has_ref_t_shape(); });
  auto* exact = out.mutable_exact_geometry();
  if (known.from_mesh || !plain) {
    triangles(*known.mesh, exact->mutable_triangle_mesh());
  } else {
    for (const auto& p : set) *exact->mutable_primitive_set()->add_primitives() = shapeToV0(p.shape());
  }
  return out;
}

}  // namespace ww::rpc
