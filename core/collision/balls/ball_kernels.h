// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "core/collision/balls/ball_world.h"

namespace ww::collision {

// What is asked of eight configurations at once, for one kind of processor. All kinds do the same operations in the
// same order, so that their answers are the same. Answers have a bit for each configuration, the first the lowest.
// Configurations are eight values for each joint: radians or metres.
struct BallKernels {
  const char* name;
  // Those in collision among `lanes`; with `any` at least one of them, if there is one.
  unsigned (*hits)(const BallWorld& world, const float* q, unsigned lanes, bool any, BallScratch& scratch);
  // Whether there is a collision at one of 8 * rounds places that divide a straight motion evenly, its end among them.
  // `passes` grows by the eights that were looked at.
  bool (*edgeHits)(const BallWorld& world, const float* from, const float* to, int rounds, std::uint64_t& passes,
                   BallScratch& scratch);
  // Those that may be in collision somewhere within `half` (eight values, of the parameter of the motion) before or
  // after; `speed` has the derivatives by that parameter.
  unsigned (*sweeps)(const BallWorld& world, const float* q, const float* speed, const float* half, unsigned lanes,
                     BallScratch& scratch);
  // The point next to q, by its number, the first of several. Points lie in blocks of eight: eight values for each
  // coordinate; the last block is filled up with points far away.
  std::uint32_t (*nearest)(const float* blocks, std::uint32_t count, int size, const float* q, float* distance2);
};

// Those that this program has and this processor can run; the plain ones, which every processor can, first.
std::span<const BallKernels* const> ballKernels();
// As bestCoverKernels() and coverKernelsNamed().
const BallKernels& bestBallKernels();
const BallKernels& ballKernelsNamed(std::optional<std::string_view> name);

}  // namespace ww::collision
