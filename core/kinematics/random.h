// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace ww::kinematics {

// The same numbers on every machine for a seed (Steele, Lea, Flood 2014: splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  // As this one is after so many numbers.
  Random after(std::uint64_t numbers) const { return Random(state_ + numbers * kStep); }
  std::uint64_t next() {
    std::uint64_t z = (state_ += kStep);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  // In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  double uniform(double from, double to) { return from + (to - from) * uniform(); }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;
  std::uint64_t state_;
};

}  // namespace ww::kinematics
