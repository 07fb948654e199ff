// SPDX-License-Identifier: Apache-2.0
#include "core/collision/balls/ball_check.h"

#include <algorithm>
#include <cmath>

namespace ww::collision {
namespace {

// The longest stretch that a proof begins with (L2 norm): half of it on either side of its middle.
constexpr float kLongestStretch = 1.0F / 24.0F;

std::size_t wholeLines(std::size_t n) { return (n + 15) / 16 * 16; }

}  // namespace

BallCheck::BallCheck(const BallWorld& world, const BallKernels& kernels)
    : world_(world), kernels_(&kernels), placed_(static_cast<std::size_t>(world.group_count)) {
  const auto n = [](int count, int each) { return wholeLines(static_cast<std::size_t>(std::max(1, count) * each)); };
  const std::size_t rows = n(world.row_count, BallScratch::kRowFloats),
                    clusters = n(world.cluster_count, BallScratch::kBallFloats),
                    groups = n(world.group_count, BallScratch::kBallFloats),
                    balls = n(world.ball_count, BallScratch::kBallFloats), q = n(world.joints, kBallLanes);
  memory_.assign(rows + clusters + groups + balls + 2 * q + 2 * 16, 0.0F);
  float* at = memory_.data();
  at += (16 - reinterpret_cast<std::uintptr_t>(at) / sizeof(float) % 16) % 16;
  scratch_.rows = at;
  scratch_.clusters = scratch_.rows + rows;
  scratch_.groups = scratch_.clusters + clusters;
  scratch_.balls = scratch_.groups + groups;
  q_ = scratch_.balls + balls;
  speed_ = q_ + q;
  half_ = speed_ + q;
  scratch_.placed = placed_.data();
}

bool BallCheck::isFree(const float* q) {
  for (int j = 0; j < world_.joints; ++j) std::fill_n(atLane(q_, j), kBallLanes, q[j]);
  ++passes_;
  return kernels_->hits(world_, q_, 1U, true, scratch_) == 0;
}

unsigned BallCheck::hits(const float* q) {
  ++passes_;
  return kernels_->hits(world_, q, 0xFFU, false, scratch_);
}

unsigned BallCheck::sweeps(const float* q, const float* speed, const float* half) {
  ++passes_;
  return kernels_->sweeps(world_, q, speed, half, 0xFFU, scratch_);
}

// The eight places are spread over all of the edge, the next eight stand beside them: a collision is mostly found by
// the first.
bool BallCheck::edgeIsFree(const float* from, const float* to, float spacing) {
  float length2 = 0.0F;
  for (int j = 0; j < world_.joints; ++j) length2 += (to[j] - from[j]) * (to[j] - from[j]);
  const int rounds = std::max(1, static_cast<int>(std::ceil(std::sqrt(length2) / (spacing * kBallLanes))));
  return !kernels_->edgeHits(world_, from, to, rounds, passes_, scratch_);
}

unsigned BallCheck::proveSome(std::span<const float> points, const Stretch* stretches, unsigned lanes) {
  for (int i = 0; i < kBallLanes; ++i) {
    if ((lanes >> i & 1U) == 0) {
      for (int j = 0; j < world_.joints; ++j) atLane(q_, j)[i] = atLane(q_, j)[0], atLane(speed_, j)[i] = 0.0F;
      half_[i] = 0.0F;
      continue;
    }
    const Stretch& s = stretches[i];
    const float* from = points.data() + s.edge * static_cast<std::uint32_t>(world_.joints);
    for (int j = 0; j < world_.joints; ++j) {
      const float way = from[j + world_.joints] - from[j];
      atLane(q_, j)[i] = from[j] + s.middle * way;
      atLane(speed_, j)[i] = way;
    }
    half_[i] = s.half;
  }
  ++passes_;
  return kernels_->sweeps(world_, q_, speed_, half_, lanes, scratch_);
}

bool BallCheck::prove(std::span<const float> points, float finest, bool first, std::vector<std::uint32_t>& failed) {
  const auto dim = static_cast<std::size_t>(world_.joints);
  const std::size_t edges = points.size() / dim - 1;
  work_.clear();
  lengths_.resize(edges);
  for (std::size_t e = edges; e-- > 0;) {
    float length2 = 0.0F;
    for (std::size_t j = e * dim; j < (e + 1) * dim; ++j)
      length2 += (points[j + dim] - points[j]) * (points[j + dim] - points[j]);
    lengths_[e] = std::sqrt(length2);
    const int count = std::max(1, static_cast<int>(std::ceil(lengths_[e] / kLongestStretch)));
    const float half = 0.5F / static_cast<float>(count);
    for (int i = 0; i < count; ++i)
      work_.push_back({static_cast<std::uint32_t>(e), static_cast<float>(2 * i + 1) * half, half});
  }
  const std::size_t before = failed.size();
  const auto has_failed = [&](std::uint32_t e) {
    return std::find(failed.begin() + static_cast<std::ptrdiff_t>(before), failed.end(), e) != failed.end();
  };
  Stretch now[kBallLanes];
  while (!work_.empty()) {
    int count = 0;
    while (count < kBallLanes && !work_.empty()) {
      const Stretch s = work_.back();
      work_.pop_back();
      if (failed.size() == before || !has_failed(s.edge)) now[count++] = s;
    }
    if (count == 0) break;
    const unsigned open = proveSome(points, now, (1U << count) - 1U);
    for (int i = 0; i < count; ++i) {
      if ((open >> i & 1U) == 0) continue;
      const Stretch& s = now[i];
      if (2.0F * s.half * lengths_[s.edge] <= finest) {
        if (!has_failed(s.edge)) failed.push_back(s.edge);
        if (first) return false;
        continue;
      }
      const float half = 0.5F * s.half;
      work_.push_back({s.edge, s.middle + half, half});
      work_.push_back({s.edge, s.middle - half, half});
    }
  }
  return failed.size() == before;
}

}  // namespace ww::collision
