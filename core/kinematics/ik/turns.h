// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ww::kinematics {

// Not for use outside this folder and its tests. Postures and the same with joints a full turn further, as limits
// allow, in the order of their distance from a start: 8 postures of six joints that go from -360 to 360 degrees make
// 512. A joint without limits is given the nearest turn only.
class Turns {
 public:
  static constexpr std::size_t kMostJoints = 7, kMostTurns = 8, kMostPostures = 16;
  struct Joint {
    double start = 0.0, weight = 1.0;  // of its difference
    double lower = 0.0, upper = 0.0;   // radians, or metres
    bool revolute = true;
  };
  // A choice of a turn for each joint of a posture.
  struct One {
    double square = 0.0;                    // of the weighted distance from the start
    std::uint32_t posture = 0, choice = 0;  // 4 bits for each joint
    bool operator<(const One& o) const {
      return square != o.square ? square < o.square : posture != o.posture ? posture < o.posture : choice < o.choice;
    }
  };

  explicit Turns(std::span<const Joint> joints);
  // Forgets all postures.
  void clear();
  // False where a joint cannot get there (radians or metres) within its limits. At most kMostPostures.
  bool add(std::span<const double> posture, std::uint32_t tag);
  std::size_t total() const;  // of all choices
  // The nearest that has not been given; false after the last.
  bool next(One& out);
  // All of them, as quick as many can be had; does not change what next() gives.
  void all(std::vector<One>& out) const;
  // Each posture with its nearest turns, in the order of distance.
  void nearest(std::vector<One>& out) const;
  double position(const One& one, std::size_t joint) const {
    return postures_[one.posture].options[joint].at[one.choice >> 4 * joint & 15U];
  }
  std::uint32_t tag(const One& one) const { return postures_[one.posture].tag; }

 private:
  struct Options {
    std::array<double, kMostTurns> at, cost;  // the first `count` of them
    std::uint32_t count = 0;
  };
  struct Posture {
    std::array<Options, kMostJoints> options;
    std::uint32_t tag = 0;
    double least = 0.0;  // square of the weighted distance
  };
  struct Waiting {
    One one;
    std::uint32_t last = 0;  // the joint whose choice was changed last
  };
  // Radians or metres.
  bool fill(const Joint& joint, double at, Options& out) const;
  void push(const Waiting& w);

  std::array<Joint, kMostJoints> joints_;
  std::size_t size_ = 0;
  std::array<Posture, kMostPostures> postures_;
  std::size_t count_ = 0;
  std::vector<Waiting> heap_;
  bool begun_ = false;
};

}  // namespace ww::kinematics
