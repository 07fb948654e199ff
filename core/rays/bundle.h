// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "core/math/pose.h"

namespace ww::rays {

struct Ray {
  Vec3 origin = Vec3::Zero();  // metres, in the root frame
  Vec3 dir = Vec3::UnitX();    // unit
};

constexpr std::uint32_t kNothing = ~0u;

// What a ray of a bundle hits: `t` counts in lengths of its direction.
struct RawHit {
  float t = 0.0f;                     // of no meaning when nothing is hit
  std::uint32_t instance = kNothing;  // place in Room::instances()
  std::uint32_t triangle = 0;
  float u = 0.0f, v = 0.0f;

  bool any() const { return instance != kNothing; }
};

// Directions from one place, in the frame of what they leave from; eight go together. One that is not finite, or too
// short, is no ray.
class Bundle {
 public:
  // Of any length, which is the unit of what its hit is told in.
  void add(const Vec3& dir);
  void addNone();  // keeps a place without a ray
  std::size_t size() const { return size_; }
  bool isRay(std::size_t i) const { return valid_[i] != 0; }
  // As it was added, to 14 digits; zero where there is no ray.
  Vec3 dir(std::size_t i) const { return {exact(x_, x_rest_, i), exact(y_, y_rest_, i), exact(z_, z_rest_, i)}; }

  // For eight rays at once, rounded: arrays are as long as the next multiple of eight.
  const float* x() const { return x_.data(); }
  const float* y() const { return y_.data(); }
  const float* z() const { return z_.data(); }
  const std::int32_t* valid() const { return valid_.data(); }  // -1 for a ray, 0 for none

 private:
  static double exact(const std::vector<float>& rounded, const std::vector<float>& rest, std::size_t i) {
    return i < rest.size() ? double{rounded[i]} + double{rest[i]} : double{rounded[i]};
  }
  void set(const Eigen::Vector3f& dir, bool valid);
  std::size_t size_ = 0;
  std::vector<float> x_, y_, z_;
  std::vector<float> x_rest_, y_rest_, z_rest_;  // what rounding has taken off; as long as the last that is not 0
  std::vector<std::int32_t> valid_;
};

}  // namespace ww::rays
