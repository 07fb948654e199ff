// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>

#include "core/kinematics/ik/lane_arm.h"

namespace ww::kinematics {

// Not for use outside this folder. Eight descents to one goal side by side, each from a start of its own: damped least
// squares, joints that would leave their range stay on its end. Positions by the arm's columns, in radians or metres.
// The same bits on every processor.
class LaneDescent {
 public:
  static constexpr int kLanes = 8;
  using Positions = std::array<double, LaneArm::kMost>;
  enum class State : std::uint8_t { kRests, kRuns, kArrived, kStuck };

  // `lower`, `upper`: by columns. `weight` of rotation against position, metres per radian. The arm must outlive it.
  LaneDescent(const LaneArm& arm, const Rigid& goal, double weight, const Positions& lower, const Positions& upper);

  // Begins anew in a lane.
  void put(int lane, const Positions& start);
  // One step of all lanes that run.
  void advance();
  // The same on any processor, for tests.
  void advancePlain();
  // Ends what a lane does.
  void rest(int lane) { states_[static_cast<std::size_t>(lane)] = State::kRests; }
  State state(int lane) const { return states_[static_cast<std::size_t>(lane)]; }
  Positions at(int lane) const;
  // The square of the weighted error, metres, of eight places at once.
  std::array<double, kLanes> squares(std::span<const Positions, kLanes> places) const;

  // What a step works on; a row for each column of the arm, a value for each lane.
  struct Table {
    using Row = std::array<double, kLanes>;
    alignas(64) std::array<Row, LaneArm::kMost> q, lower, upper;
    alignas(64) std::array<std::array<Row, 6>, LaneArm::kMost> columns;
    alignas(64) std::array<Row, 6> error;
    alignas(64) Row square, lambda, better;  // better: 1 where the last step was taken, else 0
    alignas(64) Row fresh;                   // 1 where a descent begins, else 0
  };

 private:
  void settle();

  const LaneArm& arm_;
  Rigid goal_;
  double weight_;
  Table table_;
  std::array<State, kLanes> states_{};
  std::array<int, kLanes> steps_{}, refused_{};
  std::array<double, kLanes> mark_{};
};

}  // namespace ww::kinematics
