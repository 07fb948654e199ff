// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "core/collision/balls/ball_kernels.h"
#include "core/planning/balls/ball_path.h"

namespace ww::planning {

// Configurations and what each was reached from, laid out for BallKernels::nearest. Keeps its memory.
class BallTree {
 public:
  void clear(std::size_t joints) {
    joints_ = joints;
    blocks_.clear();
    parents_.clear();
    radii_.clear();
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(parents_.size()); }
  // A root is its own parent.
  std::uint32_t add(const float* q, std::uint32_t parent) {
    constexpr float kFarAway = 1e30F;
    const std::uint32_t i = size();
    if (i % kLanes == 0) blocks_.resize(blocks_.size() + joints_ * kLanes, kFarAway);
    for (std::size_t j = 0; j < joints_; ++j) blocks_[place(i, j)] = q[j];
    parents_.push_back(parent);
    radii_.push_back(0.0F);
    return i;
  }
  void get(std::uint32_t i, float* q) const {
    for (std::size_t j = 0; j < joints_; ++j) q[j] = blocks_[place(i, j)];
  }
  std::uint32_t nearest(const collision::BallKernels& kernels, const float* q, float& distance) const {
    const std::uint32_t i = kernels.nearest(blocks_.data(), size(), static_cast<int>(joints_), q, &distance);
    distance = std::sqrt(distance);
    return i;
  }
  // How far from a node it is still worth to grow; 0: any distance.
  float radius(std::uint32_t i) const { return radii_[i]; }
  void setRadius(std::uint32_t i, float radius) { radii_[i] = radius; }
  // From node i to its root, added to the path.
  void climb(std::uint32_t i, BallPath& path) const {
    for (;;) {
      path.values.resize(path.values.size() + joints_);
      get(i, path.at(path.size() - 1));
      if (parents_[i] == i) return;
      i = parents_[i];
    }
  }

 private:
  static constexpr std::size_t kLanes = collision::kBallLanes;
  std::size_t place(std::uint32_t i, std::size_t j) const { return (i / kLanes * joints_ + j) * kLanes + i % kLanes; }

  std::size_t joints_ = 0;
  std::vector<float> blocks_;
  std::vector<std::uint32_t> parents_;
  std::vector<float> radii_;
};

}  // namespace ww::planning
