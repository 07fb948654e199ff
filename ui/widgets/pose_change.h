// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "ui/widgets/rotation_notation.h"

namespace ww::ui {

// What was entered of a pose, to be done to one pose or to many: each keeps the numbers that were left alone,
// bit by bit.
struct PoseChange {
  std::optional<Pose> whole;  // all of it, as pasted
  bool in_world = false;      // that is one in the world, whatever the numbers are relative to
  Notation notation = Notation::kRpy;
  std::array<std::optional<double>, 3> position;   // metres
  std::vector<std::optional<double>> orientation;  // numbers of the notation; empty: none
  bool is_step = false;                            // they are added, not set

  // Nothing when they give no orientation.
  std::optional<Pose> of(const Pose& pose) const;
  bool empty() const;
};

// Which numbers of several poses differ by more than can be seen.
struct MixedNumbers {
  std::array<bool, 3> position{};
  std::vector<bool> orientation;

  static MixedNumbers none(Notation notation);
  static MixedNumbers all(Notation notation);
  void compare(const Pose& a, const Pose& b, Notation notation);
  bool complete() const;  // all differ: no more need be looked at
};

}  // namespace ww::ui
