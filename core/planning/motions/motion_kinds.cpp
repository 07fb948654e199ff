// SPDX-License-Identifier: Apache-2.0
#include "core/planning/motions/motion_kinds.h"

#include <algorithm>

namespace ww::planning {
namespace {

std::string lowerCase(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

std::span<const MotionKind> motionKinds() {
  // A straight joint motion goes to the nearest solution or fails: one that takes another posture to slip
  // past an obstacle would surprise.
  static constexpr MotionKind kKinds[] = {
      {MotionType::kAny, "ANY", false, false, &planAny, nullptr},
      {MotionType::kLinear, "LINEAR", false, true, &planLinear, &followLine},
      {MotionType::kJoint, "JOINT", true, false, &planJoint, nullptr},
  };
  return kKinds;
}

const MotionKind& motionKind(MotionType type) {
  const auto kinds = motionKinds();
  const auto found = std::ranges::find(kinds, type, &MotionKind::type);
  WW_CHECK(found != kinds.end());
  return *found;
}

std::vector<std::string> motionKindNames() {
  std::vector<std::string> out;
  for (const MotionKind& kind : motionKinds()) out.push_back(lowerCase(kind.name));
  return out;
}

std::optional<MotionType> motionKindNamed(std::string_view name) {
  for (const MotionKind& kind : motionKinds()) {
    if (lowerCase(kind.name) == name) return kind.type;
  }
  return std::nullopt;
}

}  // namespace ww::planning
