// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/shapes.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <BulletCollision/CollisionShapes/btTriangleMesh.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <LinearMath/btConvexHullComputer.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/collision/cover/sphere_cover.h"
#include "core/simulation/bullet/convert.h"

namespace ww::simulation {
namespace {

constexpr double kMostMargin = 1e-3;  // metres: how far hulls and cylinders are shrunk and grown again
constexpr double kMeshMargin = 5e-4;

// A rotation and one factor; none where the placement shears or stretches.
struct Similar {
  Pose pose;
  double factor = 1.0;
};
std::optional<Similar> similar(const Eigen::Affine3d& t) {
  const double factor = std::cbrt(t.linear().determinant());
  if (!(factor > 0.0)) return std::nullopt;
  const Eigen::Matrix3d r = t.linear() / factor;
  if ((r.transpose() * r - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() > 1e-9) return std::nullopt;
  return Similar{{t.translation(), Quat(r).normalized()}, factor};
}

// Faces stay where they are: the hull is shrunk by what the margin adds.
BulletShape hull(const std::vector<Vec3>& points) {
  Bounds box;
  for (const Vec3& p : points) box.add(p);
  const double margin = std::min(kMostMargin, 0.05 * box.size().minCoeff());
  std::vector<double> flat;
  flat.reserve(3 * points.size());
  for (const Vec3& p : points) flat.insert(flat.end(), {p.x(), p.y(), p.z()});
  btConvexHullComputer computer;
  const double shrunk = computer.compute(flat.data(), 3 * sizeof(double), static_cast<int>(points.size()), margin, 0.5);
  BulletShape out;
  auto shape = std::make_unique<btConvexHullShape>();
  const bool sound = shrunk >= 0.0 && computer.vertices.size() >= 4;
  if (sound) {
    for (int i = 0; i < computer.vertices.size(); ++i) shape->addPoint(computer.vertices[i], false);
  } else {
    for (const Vec3& p : points) shape->addPoint(toBullet(p), false);
  }
  shape->recalcLocalAabb();
  shape->setMargin(sound ? shrunk : 0.0);
  shape->initializePolyhedralFeatures();  // faces meet in all their corners at once
  out.shape = std::move(shape);
  return out;
}

BulletShape triangles(const std::vector<Vec3>& vertices, const std::vector<geometry::Triangle>& faces, bool moves) {
  BulletShape out;
  if (faces.empty()) return out;
  auto mesh = std::make_shared<btTriangleMesh>(true, false);
  mesh->preallocateVertices(static_cast<int>(3 * faces.size()));
  for (const auto& f : faces)
    mesh->addTriangle(toBullet(vertices[f[0]]), toBullet(vertices[f[1]]), toBullet(vertices[f[2]]));
  if (moves) {
    auto shape = std::make_unique<btGImpactMeshShape>(mesh.get());
    shape->setMargin(kMeshMargin);
    shape->updateBound();
    out.shape = std::move(shape);
  } else {
    auto shape = std::make_unique<btBvhTriangleMeshShape>(mesh.get(), true);
    shape->setMargin(0.0);
    out.shape = std::move(shape);
  }
  out.data = std::move(mesh);
  return out;
}

std::unique_ptr<btCollisionShape> primitiveShape(const geometry::Primitive& primitive, double f) {
  // Edges are round by the margin, and Bullet's own is 4 cm.
  const auto margin = [](double least) { return std::min(kMostMargin, 0.05 * least); };
  if (const auto* box = std::get_if<geometry::Box>(&primitive)) {
    auto shape = std::make_unique<btBoxShape>(toBullet(Vec3(0.5 * f * box->size)));
    shape->setMargin(margin(f * box->size.minCoeff()));
    shape->initializePolyhedralFeatures();
    return shape;
  }
  if (const auto* sphere = std::get_if<geometry::Sphere>(&primitive))
    return std::make_unique<btSphereShape>(f * sphere->radius);
  if (const auto* c = std::get_if<geometry::Cylinder>(&primitive)) {
    auto shape = std::make_unique<btCylinderShapeZ>(btVector3(f * c->radius, f * c->radius, 0.5 * f * c->length));
    shape->setMargin(margin(f * std::min(c->radius, c->length)));
    return shape;
  }
  if (const auto* capsule = std::get_if<geometry::Capsule>(&primitive))
    return std::make_unique<btCapsuleShapeZ>(f * capsule->radius, f * capsule->length);
  return nullptr;
}

BulletShape placedPrimitive(const geometry::PlacedPrimitive& placed) {
  if (const auto at = similar(placed.ref_t_shape)) {
    BulletShape out;
    out.shape = primitiveShape(placed.primitive, at->factor);
    out.part_t_shape = at->pose;
    if (out.shape) return out;
  }
  // An ellipsoid, a frustum, something sheared: a hull around many points of it.
  const geometry::Mesh mesh = geometry::tessellate(placed.primitive, 32);
  std::vector<Vec3> points;
  for (const Vec3& v : mesh.vertices) points.push_back(placed.ref_t_shape * v);
  return hull(points);
}

}  // namespace

BulletShape makeShape(const Solid& solid, bool moves) {
  if (const auto* placed = std::get_if<geometry::PlacedPrimitive>(&solid)) return placedPrimitive(*placed);
  if (std::holds_alternative<Ground>(solid)) {
    BulletShape out;
    out.shape = std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), 0.0);
    return out;
  }
  const auto& piece = std::get<collision::Piece>(solid);
  if (piece.convex) return hull(piece.convex->samples());
  return triangles(piece.mesh->vertices(), piece.mesh->triangles(), moves);
}

namespace {

// About its origin; 0: that may lie anywhere.
double innerRadius(const geometry::Primitive& primitive) {
  if (const auto* box = std::get_if<geometry::Box>(&primitive)) return 0.5 * box->size.minCoeff();
  if (const auto* sphere = std::get_if<geometry::Sphere>(&primitive)) return sphere->radius;
  if (const auto* c = std::get_if<geometry::Cylinder>(&primitive)) return std::min(c->radius, 0.5 * c->length);
  if (const auto* capsule = std::get_if<geometry::Capsule>(&primitive)) return capsule->radius;
  if (const auto* ellipsoid = std::get_if<geometry::Ellipsoid>(&primitive)) return ellipsoid->radii.minCoeff();
  return 0.0;
}

}  // namespace

CoreBall coreOf(const Solid& solid) {
  // Not up to the surface: what lies on something has it outside of that.
  constexpr double kWell = 0.6;
  CoreBall out;
  if (const auto* placed = std::get_if<geometry::PlacedPrimitive>(&solid)) {
    const Eigen::Matrix3d linear = placed->ref_t_shape.linear();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> squares(linear.transpose() * linear, Eigen::EigenvaluesOnly);
    const double stretch = std::sqrt(std::max(squares.eigenvalues()[0], 0.0));  // the least
    out.center = placed->ref_t_shape.translation();
    out.radius = kWell * stretch * innerRadius(placed->primitive);
  } else if (const auto* piece = std::get_if<collision::Piece>(&solid); piece && piece->cover) {
    const collision::SphereCover& cover = piece->cover->get();
    const collision::SphereGroup& inner = cover.inner;
    if (inner.count == 0) return out;
    out.center = cover.body_t_box * Vec3(inner.x[0], inner.y[0], inner.z[0]);
    out.radius = kWell * inner.r[0];
  }
  return out;
}

}  // namespace ww::simulation
