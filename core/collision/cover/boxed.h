// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/collision/cover/cover_judge.h"

namespace ww::collision {

struct BodyShape;

// What of a body is asked before all of its spheres: a box around each of its pieces, with a core, and the spheres
// within it. Every point of the body is in one of the boxes. Metres.
struct Boxed {
  std::vector<BoxGroup> boxes;
  int count = 0;  // of boxes
  SphereGroup inner;

  // Where it is, seen from another frame. `out` is made once, as a copy of this.
  void carry(const FlatPose& frame_t_this, const CoverKernels& kernels, Boxed& out) const;
};
// In the frame of the box of the shape's cover.
Boxed boxedOf(const BodyShape& shape);

// The frame of a cover seen from the root, and the other way round.
FlatPose flat(const PlacedCover& placed);
FlatPose inverse(const FlatPose& t);

// What boxes and cores of two bodies in one frame say: kApart is farther than `near`, at least 0; kDeep is nearer than
// `limit`, which is negative for an overlap of that depth. Lengths in metres; what rounding may do has to be in them.
CoverVerdict judgeBoxes(const Boxed& a, const Boxed& b, double near, double limit, const CoverKernels& kernels);
// Whether spheres within one surely reach into what lies in the other, nearer than the limit (metres).
bool innerMeet(const Boxed& a, const Boxed& b, double limit, const CoverKernels& kernels);

}  // namespace ww::collision
