// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/usecase/revision/part_match.h"
#include "core/usecase/revision/revision_sides.h"
#include "core/usecase/revision/shape_alike.h"

namespace ww::usecase {

// One side's parts as matching sees them, with their boxes.
struct Seen {
  std::vector<PartNames> names;
  std::vector<Bounds> boxes;
};

// Both in the same frame.
inline bool isSamePlace(const Pose& a, const Pose& b) {
  constexpr double kStillPlace = 1e-7, kStillTurn = 1e-7;  // metres, radians
  return positionDistance(a, b) <= kStillPlace && rotationDistance(a, b) <= kStillTurn;
}

// What changed between the sides, which are matched. Shapes that are the same with other digits count as those that
// were noted, in the sides; anchors and parts whose shapes are told one by one are put there.
std::vector<RevisionItem> revisionItems(const world::World& world, RevisionSides& sides, const Seen& here,
                                        const Seen& file, const FindShapeByRef& find);

// The shapes of a part of several that changed, one by one, when both sides have such; their ids say part and shape.
std::vector<RevisionItem> shapeItems(const RevisionSides& sides, std::size_t in_file, std::size_t here,
                                     const FindShapeByRef& find);

}  // namespace ww::usecase
