// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

namespace ww::planning {

// A way through configurations one after another, in single precision: radians or metres.
struct BallPath {
  std::size_t joints = 0;
  std::vector<float> values;

  std::size_t size() const { return joints == 0 ? 0 : values.size() / joints; }
  const float* at(std::size_t i) const { return values.data() + i * joints; }
  float* at(std::size_t i) { return values.data() + i * joints; }
  void add(const float* q) { values.insert(values.end(), q, q + joints); }
  float length(std::size_t edge) const { return apart(at(edge), at(edge + 1)); }
  float length() const {
    float sum = 0.0F;
    for (std::size_t i = 0; i + 1 < size(); ++i) sum += length(i);
    return sum;
  }
  float apart(const float* a, const float* b) const {
    float sum = 0.0F;
    for (std::size_t j = 0; j < joints; ++j) sum += (b[j] - a[j]) * (b[j] - a[j]);
    return std::sqrt(sum);
  }
};

}  // namespace ww::planning
