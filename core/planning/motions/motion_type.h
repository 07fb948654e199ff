// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/phrase.h"

namespace ww::planning {

enum class MotionType {
  kAny,     // any path without collision
  kLinear,  // the moving node goes straight and turns evenly
  kJoint    // straight in joint space; for a pose, to the nearest collision-free solution and no other
};

// The kinds of motion there are, as people write them ("any"), in the order of the table.
std::vector<std::string> motionKindNames();
std::optional<MotionType> motionKindNamed(std::string_view name);
std::vector<MotionType> motionTypes();
// The number of MotionSegment.MotionType; none for a number of another version.
int wireValueOf(MotionType type);
std::optional<MotionType> motionTypeOnWire(int value);
// The moving node goes straight from the start to the goal.
bool keepsLine(MotionType type);
// "Straight line of the tool", in a list of kinds; "Move straight to {target}", as a step.
Phrase choiceText(MotionType type);
Phrase moveText(MotionType type, const FailureValue& target);

}  // namespace ww::planning
