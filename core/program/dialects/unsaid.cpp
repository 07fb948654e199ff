// SPDX-License-Identifier: Apache-2.0
#include "core/program/dialects/unsaid.h"

#include <numbers>

#include "core/program/dialects/writing.h"

namespace ww::program::dialects {

bool turnsInPlace(const Move& move) {
  constexpr double kHardlyMoves = 0.001;  // m/s
  return move.kind == MoveKind::kLinear && move.speed.linear_m_s <= kHardlyMoves && move.speed.angular_rad_s > 0.0;
}

std::string unsaidWords(const Move& move, const ControllerRules& rules) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  // Statements for lines hold for joint moves where these have the speed of the tool, too. Where they have a share of
  // the joints' speed, that is how fast it turns.
  const bool by_share = move.kind != MoveKind::kLinear && rules.joint_speed_as_share;
  std::string out;
  const auto add = [&](double limit, bool is_said, const char* unit) {
    if (limit > 0.0 && !is_said) out += (out.empty() ? "" : ", ") + fixed(limit, 3) + " " + unit;
  };
  add(move.speed.linear_m_s2, rules.says_acceleration && !by_share, "m/s2");
  add(kDegrees * move.speed.angular_rad_s, rules.says_turning || by_share, "deg/s");
  add(kDegrees * move.speed.angular_rad_s2, rules.says_turning_acceleration && !by_share, "deg/s2");
  return out.empty() ? out : "planned with at most " + out + " of the tool, which no statement here says";
}

}  // namespace ww::program::dialects
