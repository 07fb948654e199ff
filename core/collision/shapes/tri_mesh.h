// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "core/geometry/mesh.h"

namespace ww::collision {

// A node of the tree over triangles: a leaf when count > 0, else children at `first` and `first` + 1.
struct TriNode {
  Vec3 center = Vec3::Zero(), half = Vec3::Zero();
  std::uint32_t first = 0, count = 0;
};

// Triangles in the frame of their entity, with a tree of boxes. Immutable.
class TriMesh {
 public:
  // Vertices are welded by position; triangles without area are left out.
  TriMesh(const geometry::Mesh& mesh, const Eigen::Affine3d& body_t_mesh);

  const std::vector<Vec3>& vertices() const { return vertices_; }
  const std::vector<geometry::Triangle>& triangles() const { return triangles_; }  // in the tree's order
  const std::vector<TriNode>& nodes() const { return nodes_; }
  const Bounds& bounds() const { return bounds_; }
  // Each edge belongs to an even number of triangles: the mesh bounds a solid, whichever way they face.
  bool closed() const { return closed_; }
  // Closed, in one piece, without hole or dent: its hull is the solid itself.
  bool convex() const { return convex_; }
  // Whether a point lies in the solid of a closed mesh: its winding number is not 0, or, where
  // triangles face against their neighbours, a ray from it leaves an odd number of times.
  bool inside(const Vec3& p_in_body) const { return inside(p_in_body, 2, 2) >= 2; }
  // How many of three rays say so: all agree but where one passes through an edge.
  int insideVotes(const Vec3& p_in_body) const { return inside(p_in_body, kVotes, kVotes); }
  // Of a closed mesh: whether a point is in doubt in its solid, and whether it is without doubt. A ray that passes no
  // edge nearly says it by itself; else any of the three, or all.
  bool maybeInside(const Vec3& p_in_body) const { return doubted(p_in_body, 1, kVotes) > 0; }
  bool surelyInside(const Vec3& p_in_body) const { return doubted(p_in_body, kVotes, 1) == kVotes; }
  double signedVolume() const;
  // One vertex of each connected piece, at most 64.
  const std::vector<std::uint32_t>& pieceVertices() const { return piece_vertices_; }
  // Some points well within the solid of a closed mesh, all over it: where surfaces lie in each other they alone tell
  // whether the solids do.
  const std::vector<Vec3>& innerPoints() const { return inner_points_; }

 private:
  void load(const geometry::Mesh& mesh, const Eigen::Affine3d& body_t_mesh);
  void build(std::uint32_t node, std::uint32_t first, std::uint32_t count);
  void inspect();
  bool isCycle() const;
  void findPieces();
  void findInnerPoints();
  // How far it is along a unit vector to the first triangle, metres; infinite where there is none.
  double firstHit(const Vec3& origin, const Vec3& direction) const;
  static constexpr int kVotes = 3;
  // The votes for it, counted until there are so many for it or against it.
  int inside(const Vec3& p_in_body, int enough_for, int enough_against) const;
  int doubted(const Vec3& p_in_body, int enough_for, int enough_against) const;
  bool isBeside(const Vec3& p) const;  // of the box
  bool isOdd(int crossings) const { return oriented_ ? crossings != 0 : crossings % 2 != 0; }
  // `sure` (null: not asked) gets whether rounding could not tell otherwise.
  int crossings(const Vec3& origin, const Vec3& direction, bool* sure = nullptr) const;

  std::vector<Vec3> vertices_;
  std::vector<geometry::Triangle> triangles_;
  std::vector<TriNode> nodes_;
  std::vector<std::uint32_t> piece_vertices_;
  std::vector<Vec3> inner_points_;
  Bounds bounds_;
  bool closed_ = false, convex_ = false;
  bool oriented_ = false;  // closed, and each triangle faces as its neighbours do
};
using TriMeshPtr = std::shared_ptr<const TriMesh>;

}  // namespace ww::collision
