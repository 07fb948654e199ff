// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/collision/collision_kinds.h"

// Not for use outside this folder: how the parts of each kind are made.
namespace ww::geometry::collision_making {

using Made = Result<std::vector<Shape>>;
Made same(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress);
Made hull(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress);
Made pieces(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress);
Made box(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress);
Made sphere(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress);
Made cylinder(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress);
Made capsule(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress);
Made coarse(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress);
Made none(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress);

// The convex hull, closed, triangles outwards. INVALID_ARGUMENT when the points lie in a plane; CANCELLED.
Result<Mesh> convexHull(const std::vector<Vec3>& points, std::stop_token stop = {});
// m^3, of one that is not empty.
double volumeOf(const Mesh& hull);
// m^3; 0 for points in a plane, and when it is stopped.
double hullVolume(const std::vector<Vec3>& points, std::stop_token stop = {});

// The mesh with each place once, and only those that triangles use; without normals, colours, faces and edges.
Mesh joined(const Mesh& mesh);

// CANCELLED.
Status cancelledMaking();

}  // namespace ww::geometry::collision_making
