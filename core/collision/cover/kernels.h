// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "core/collision/cover/box_group.h"

namespace ww::collision {

// What is asked of eight spheres at once, for one kind of processor. All kinds do the same operations in the same
// order, so that their answers have the same bits. Answers have a bit for each sphere, the first the lowest.
struct CoverKernels {
  const char* name;
  // Those whose centre is no farther from a point than their radius and `r` (metres, which may be negative) together.
  unsigned (*within)(const SphereGroup& group, const double* xyz, double r);
  // The same of two groups, lane by lane, in metres.
  unsigned (*withinLanes)(const SphereGroup& a, const SphereGroup& b, double r);
  // Brings centres into another frame; those that then come within `near` metres of the box around its origin.
  unsigned (*nearBox)(const SphereGroup& group, const FlatPose& frame_t_group, const double* half, double near,
                      SphereGroup& in_frame);
  // The same without a box: only the centres are written, and carries boxes, whose sizes are not written.
  void (*carry)(const SphereGroup& group, const FlatPose& frame_t_group, SphereGroup& in_frame);
  void (*carryBoxes)(const BoxGroup& group, const FlatPose& frame_t_group, BoxGroup& in_frame);
  // The boxes of a group against one box of another in the same frame, by all fifteen axes (Gottschalk 1996). `near`:
  // farther apart than so much, at least 0, is not near. `limit`: negative; cores must be deeper in each other. Metres.
  BoxBits (*boxes)(const BoxGroup& group, const BoxGroup& other, int box, double near, double limit);
  // Where a point is that eight poses carry: p and q point at three and four arrays of eight (unit quaternions
  // x, y, z, w). Only the centres are written.
  void (*place)(const double* const* p, const double* const* q, const double* xyz, SphereGroup& out);
};

// Those that this program has and this processor can run; the plain ones, which every processor can, first.
std::span<const CoverKernels* const> coverKernels();
// The last of them, unless WORLDWRIGHT_SIMD in the environment names another: plain, avx2, avx512. A name that is not
// there means plain.
const CoverKernels& bestCoverKernels();
const CoverKernels& coverKernelsNamed(std::optional<std::string_view> name);

}  // namespace ww::collision
