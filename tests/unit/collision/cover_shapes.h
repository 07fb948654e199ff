// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "cell.h"
#include "core/collision/narrow/body_distance.h"
#include "core/collision/shapes/body_shape.h"
#include "core/kinematics/random.h"

namespace ww::test {

inline Pose randomPose(kinematics::Random& r, double range) {
  const Vec3 p(r.uniform(-range, range), r.uniform(-range, range), r.uniform(-range, range));
  const Quat q(r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1));
  return {p, q.normalized()};
}

inline Vec3 randomDirection(kinematics::Random& r) {
  Vec3 d;
  do {
    d = {r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1)};
  } while (d.norm() > 1.0 || d.norm() < 0.1);
  return d.normalized();
}

struct NamedShape {
  std::string name;
  geometry::Shape shape;
};

inline geometry::Shape placed(const geometry::Primitive& primitive, const Eigen::Affine3d& at) {
  geometry::Shape out;
  out.primitives.push_back({primitive, at});
  return out;
}

inline geometry::Shape meshShape(const geometry::Mesh& mesh) {
  geometry::Shape out;
  out.mesh = std::make_shared<const geometry::Mesh>(mesh);
  return out;
}

// Two triangles that bound nothing.
inline geometry::Mesh sheetMesh() {
  geometry::Mesh m;
  m.vertices = {{0, 0, 0}, {0.3, 0, 0}, {0.3, 0.2, 0}, {0, 0.2, 0.03}};
  m.triangles = {{0, 1, 2}, {0, 2, 3}};
  return m;
}

// At least one of each kind of body: round, flat, sheared, concave, open, of several pieces.
inline std::vector<NamedShape> coverShapes() {
  const Eigen::Affine3d turned(Eigen::Translation3d(0.05, -0.02, 0.1) *
                               Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
  Eigen::Affine3d sheared = turned;
  sheared.linear() *= (Eigen::Matrix3d() << 1.0, 0.4, 0.0, 0.0, 0.8, 0.2, 0.0, 0.0, 1.3).finished();
  std::vector<NamedShape> out{{"box", placed(geometry::Box{{0.3, 0.2, 0.1}}, turned)},
                              {"plate", placed(geometry::Box{{0.8, 0.5, 0.004}}, turned)},
                              {"sheared box", placed(geometry::Box{{0.3, 0.2, 0.1}}, sheared)},
                              {"sphere", placed(geometry::Sphere{0.12}, turned)},
                              {"sheared sphere", placed(geometry::Sphere{0.12}, sheared)},
                              {"cylinder", placed(geometry::Cylinder{0.4, 0.06}, turned)},
                              {"disc", placed(geometry::Cylinder{0.02, 0.3}, turned)},
                              {"sheared cylinder", placed(geometry::Cylinder{0.3, 0.08}, sheared)},
                              {"capsule", placed(geometry::Capsule{0.3, 0.05}, turned)},
                              {"sheared capsule", placed(geometry::Capsule{0.3, 0.05}, sheared)},
                              {"ellipsoid", placed(geometry::Ellipsoid{{0.2, 0.1, 0.05}}, turned)},
                              {"frustum", placed(geometry::Frustum{0.4, 0.3, 0.1, 0.4}, turned)},
                              {"notched", meshShape(notchedMesh())},
                              {"box mesh", meshShape(boxMesh({0.3, 0.1, 0.2}, 4))},
                              {"sheet", meshShape(sheetMesh())}};
  geometry::Shape many;
  for (int i = 0; i < 21; ++i) {
    const Eigen::Affine3d at(Eigen::Translation3d(0.1 * (i % 5), 0.12 * (i / 5), 0.01 * i) *
                             Eigen::AngleAxisd(0.3 * i, Vec3::UnitX()));
    if (i % 3 == 0) many.primitives.push_back({geometry::Sphere{0.04}, at});
    else if (i % 3 == 1) many.primitives.push_back({geometry::Box{{0.1, 0.05, 0.03}}, at});
    else many.primitives.push_back({geometry::Cylinder{0.1, 0.03}, at});
  }
  out.push_back({"many pieces", many});
  return out;
}

inline collision::BodyShapePtr prepared(const geometry::Shape& shape) {
  geometry::Geometry g;
  g.shape = shape;
  g.mesh = shape.mesh;
  return collision::prepare(g, Eigen::Affine3d::Identity());
}

// A point of the body: on its surface, or inside where it is solid.
inline Vec3 randomPoint(const collision::BodyShape& shape, kinematics::Random& random) {
  const collision::Piece& piece = shape.pieces[random.next() % shape.pieces.size()];
  if (piece.convex) {
    const Vec3 d = randomDirection(random);
    const Vec3 p = piece.convex->support(d) + piece.convex->radius() * d;
    const Vec3 e = randomDirection(random);
    const Vec3 q = piece.convex->support(e) + piece.convex->radius() * e;
    return random.next() % 2 == 0 ? p : Vec3(p + random.uniform() * (q - p));
  }
  const collision::TriMesh& mesh = *piece.mesh;
  for (int tries = 0; mesh.closed() && random.next() % 2 == 0 && tries < 50; ++tries) {
    const Vec3 size = mesh.bounds().size();
    const Vec3 p =
        mesh.bounds().min + Vec3(random.uniform() * size.x(), random.uniform() * size.y(), random.uniform() * size.z());
    if (mesh.inside(p)) return p;
  }
  const auto& t = mesh.triangles()[random.next() % mesh.triangles().size()];
  double u = random.uniform(), v = random.uniform();
  if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
  const auto& at = mesh.vertices();
  return at[t[0]] + u * (at[t[1]] - at[t[0]]) + v * (at[t[2]] - at[t[0]]);
}

inline double distanceTo(const collision::BodyShape& shape, const Vec3& p) {
  static const collision::BodyShapePtr kPoint = prepared(placed(geometry::Sphere{1e-12}, Eigen::Affine3d::Identity()));
  // How deep does not matter.
  const collision::DistanceQuery query{std::numeric_limits<double>::infinity(), -1e-9};
  return collision::bodyDistance(shape, Pose(), *kPoint, {p, Quat::Identity()}, query).distance;
}

}  // namespace ww::test
