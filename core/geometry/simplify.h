// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>
#include <vector>

#include "core/geometry/mesh.h"

namespace ww::geometry {

// A mesh that looks from afar like another one and has fewer triangles.
struct CoarseMesh {
  MeshPtr mesh;        // with normals where the fine one has them, and colours; without faces and edges
  double error = 0.0;  // metres, half as much again as the farthest of two thousand points of the fine surface
};

// How far a mesh may be reduced. Edges collapse where that changes least (quadrics: Garland, Heckbert 1997).
struct Reduction {
  double share = 0.25;   // of the triangles of each colour that is enough, 0 to 1; four stay of what has more
  double error_m = 0.0;  // how far the surface may go
};

// A mesh with fewer triangles: its vertices are vertices of the mesh, what has an own colour keeps its outline, and
// normals stay; without faces and edges. Empty when nothing but triangles without an area was there.
Mesh reduced(const Mesh& mesh, const Reduction& reduction);

struct CoarseOptions {
  std::size_t fewest = 2'000;  // triangles: what has no more is not made coarser
  std::size_t levels = 5;      // at most
  double step = 4.0;           // ratio of the triangles of the level before it to its own
};

// The levels of a mesh, from fine to coarse, each with a larger error than the one before it. Vertices of a level are
// vertices of the mesh, and what has an own colour keeps its outline. Fewer levels, or none, where the mesh cannot be
// made coarser without changing its holes and parts. The same mesh gives the same levels. After a stop those that are
// done. A million triangles take about two seconds: not for the UI thread.
std::vector<CoarseMesh> coarseLevels(const Mesh& mesh, const CoarseOptions& options = {}, std::stop_token stop = {});

// The farthest that one of about `samples` of the vertices of `fine` lies from the surface of `coarse`, metres; 0
// where one of them is empty. `near` is where the search begins and costs time only.
double distanceBetween(const Mesh& fine, const MeshPtr& coarse, std::size_t samples, double near);

}  // namespace ww::geometry
