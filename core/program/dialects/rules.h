// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace ww::program::dialects {

struct Axes;
struct Posture;

// What may be a name: a letter, then letters, digits and underscores.
struct NameRules {
  std::size_t most = 32;                            // characters
  bool upper = false;                               // capitals only
  std::span<const std::string_view> reserved = {};  // in small letters
};

enum class BlendSays { kRadius, kShare };
struct Range {
  int first = 0, last = 0;
};

// What the language of a controller can say. A row of the table in dialects.cpp has one; the checks ask it, so that
// the writers need not.
struct ControllerRules {
  std::string_view dialect;  // its name, for messages
  NameRules names;
  int external_axes = 0;
  BlendSays joint_blend = BlendSays::kRadius, linear_blend = BlendSays::kRadius;
  bool joint_speed_as_share = true;  // else as the speed of the tool
  double least_joint_share = 0.0;    // of the joints' speed limits, a share
  bool needs_joint_limits = false;   // shares are of them, and it takes rad/s
  // What it calls a posture, with all that tells it from others; null: it does not name them.
  std::string (*posture_words)(const Axes&, const Posture&) = nullptr;
  bool poses_name_posture = true;                                  // where a joint move names a pose
  bool lines_name_posture = true;                                  // where a linear move does
  double most_turn_rad = std::numeric_limits<double>::infinity();  // of an axis, where a pose names the posture
  bool starts_with_joint_move = false;
  bool signals_by_name = false;
  Range signals{1, 9999};
  bool await_limit = true;
  double least_m_s = 0.0001, most_m_s = 10.0;  // of the tool
  // Limits of the tool on a line that it has a statement for; of others the program tells by comments.
  bool says_acceleration = false, says_turning = false, says_turning_acceleration = false;
  double longest_wait_s = std::numeric_limits<double>::infinity();
  Range tools{0, 9999}, bases{0, 9999};
};

}  // namespace ww::program::dialects
