// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/collision/balls/ball_kernels.h"

namespace ww::collision {

// Questions about configurations and straight motions between them, of a world of balls: radians or metres, in single
// precision. Holds memory: one thread at a time. The world must live as long and not change.
class BallCheck {
 public:
  explicit BallCheck(const BallWorld& world, const BallKernels& kernels = bestBallKernels());

  const BallWorld& world() const { return world_; }
  const BallKernels& kernels() const { return *kernels_; }
  int joints() const { return world_.joints; }

  bool isFree(const float* q);
  // Of eight configurations, as kernels read them: a bit for each that collides, and for each that may collide within
  // `half` before or after.
  unsigned hits(const float* q);
  unsigned sweeps(const float* q, const float* speed, const float* half);
  // At places at most `spacing` apart (L2 norm), `to` among them, `from` not. Quick, and no proof.
  bool edgeIsFree(const float* from, const float* to, float spacing);
  // Whether all of a motion through points is free, everywhere and ends included: no ball of what moves comes to what
  // it may not meet. An edge of it is looked at in stretches, each with the balls as much larger as they can move in
  // it; stretches that are not free so are halved, down to `finest` (L2 norm). Edges that are not known to be free are
  // added to `failed`; with `first` only one of them.
  bool prove(std::span<const float> points, float finest, bool first, std::vector<std::uint32_t>& failed);

  // Passes over eight configurations so far: what work is measured by.
  std::uint64_t passes() const { return passes_; }

 private:
  struct Stretch {
    std::uint32_t edge;
    float middle, half;  // 0: from, 1: to
  };
  unsigned proveSome(std::span<const float> points, const Stretch* stretches, unsigned lanes);
  float* atLane(float* block, int joint) const { return block + joint * kBallLanes; }

  BallWorld world_;
  const BallKernels* kernels_;
  std::vector<float> memory_;
  std::vector<std::uint8_t> placed_;
  BallScratch scratch_;
  float *q_ = nullptr, *speed_ = nullptr, *half_ = nullptr;
  std::vector<Stretch> work_;
  std::vector<float> lengths_;
  std::uint64_t passes_ = 0;
};

}  // namespace ww::collision
