// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/geometry/shape.h"

namespace ww::geometry {

// What stands for a visible shape when collisions are checked.
enum class CollisionKind { kSame, kHull, kPieces, kBox, kSphere, kCylinder, kCapsule, kCoarse, kNone };

struct CollisionWish {
  CollisionKind kind = CollisionKind::kSame;
  int pieces = 8;          // kPieces: at most so many convex ones, 1 to kMostPieces
  double error_m = 0.001;  // kCoarse: how far the surface may move, metres; kept
};
constexpr int kMostPieces = 256;
constexpr double kLeastCoarseError = 1e-6, kMostCoarseError = 1.0;  // of error_m, metres

// How far what is checked lies from what is seen, in metres, at most: the largest distance from a point of the seen
// surface to the checked solid, and from one of the checked solid, its inside too, to the seen solid. A point that far
// is looked for until it is found to a twentieth and 20 micrometres; where shapes are too fine for that the search
// ends, and what it found is less. Of an open surface the inside is not known: the distance is that to the surface.
struct CollisionDeviation {
  double missing_m = 0.0;                               // seen, and not checked: nowhere more
  double blocked_m = 0.0;                               // checked, and not seen: nowhere more
  double missing_found_m = 0.0, blocked_found_m = 0.0;  // so much somewhere

  void add(const CollisionDeviation& other);  // of both together
};
// Whether what was found is nearly all there may be; both in metres.
bool isWellKnown(double most_m, double found_m);

struct CollisionShapes {
  std::vector<Shape> parts;   // in the frame of the mesh; none for kNone
  std::size_t triangles = 0;  // of all parts; primitives have none
  CollisionDeviation deviation;
};

// A kind, its name for scripts, and how its parts are made.
struct CollisionKindRow {
  CollisionKind kind;
  std::string_view id;     // "hull"
  std::string_view label;  // for people, English, marked for translation
  // RESOURCE_EXHAUSTED, INVALID_ARGUMENT: no such shape can be made of the mesh. CANCELLED.
  Result<std::vector<Shape>> (*make)(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop,
                                     const Progress& progress);
};
std::span<const CollisionKindRow> collisionKindRows();
// Null when no kind has that name; those of older scripts are known, too (as-is, decompose, boxes).
const CollisionKindRow* collisionKindNamed(std::string_view id);
const CollisionKindRow& collisionKindRow(CollisionKind kind);

// Makes the parts and measures them. The mesh is valid, metres. INVALID_ARGUMENT for figures of the wish out of bounds
// and for a mesh without triangles, or one that is too flat for a body; CANCELLED.
Result<CollisionShapes> makeCollisionShapes(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop = {},
                                            const Progress& progress = {});

}  // namespace ww::geometry
