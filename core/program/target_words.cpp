// SPDX-License-Identifier: Apache-2.0
#include "core/program/target_words.h"

#include <algorithm>
#include <string>

namespace ww::program {
namespace {

struct TargetRow {
  std::string_view constraint;
  const char* words;
};
constexpr TargetRow kTargets[] = {
    {"joint_position_limits", WW_TEXT("Core", "joint positions within ranges")},
    {"position_equality", WW_TEXT("Core", "a position, turned as it likes")},
    {"rotation_equality", WW_TEXT("Core", "an orientation")},
    {"rotation_cone", WW_TEXT("Core", "an axis in a cone")},
    {"cartesian_pose", WW_TEXT("Core", "a pose")},
    {"position_bounding_box", WW_TEXT("Core", "a place in a box")},
    {"constraint_intersection", WW_TEXT("Core", "several conditions")},
    {"joint_position_sum_limit", WW_TEXT("Core", "a sum of joint positions")},
    {"point_at", WW_TEXT("Core", "where it points at a place")},
    {"joint_position", WW_TEXT("Core", "joint positions")},
    {"relative_position_equality", WW_TEXT("Core", "a position counted from where it is")},
    {"relative_rotation_equality", WW_TEXT("Core", "an orientation counted from how it is turned")},
    {"relative_cartesian_pose", WW_TEXT("Core", "a pose counted from where it is")},
};

}  // namespace

Phrase targetWords(std::string_view constraint) {
  const auto* row = std::ranges::find(kTargets, constraint, &TargetRow::constraint);
  if (row != std::end(kTargets)) return phrase(row->words);
  return {std::string(constraint)};
}

}  // namespace ww::program
