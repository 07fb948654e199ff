// SPDX-License-Identifier: Apache-2.0
#include "core/planning/motions/motion_kinds.h"

#include <algorithm>

#include "intrinsic/motion_planning/proto/v1/motion_specification.pb.h"

namespace ww::planning {
namespace {

using Wire = intrinsic_proto::motion_planning::v1::MotionSegment;

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
      {MotionType::kAny, "ANY", Wire::ANY, false, false, false, &planAny, nullptr, WW_TEXT("Core", "Around obstacles"),
       WW_TEXT("Core", "Move to {target}")},
      {MotionType::kJoint, "JOINT", Wire::JOINT, false, true, false, &planJoint, nullptr,
       WW_TEXT("Core", "Straight (joint space)"), WW_TEXT("Core", "Turn joints to {target}")},
      {MotionType::kLinear, "LINEAR", Wire::LINEAR, true, false, true, &planLinear, &followLine,
       WW_TEXT("Core", "Straight line of the tool"), WW_TEXT("Core", "Move straight to {target}")},
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

std::vector<MotionType> motionTypes() {
  std::vector<MotionType> out;
  for (const MotionKind& kind : motionKinds()) out.push_back(kind.type);
  return out;
}

int wireValueOf(MotionType type) { return motionKind(type).wire; }

std::optional<MotionType> motionTypeOnWire(int value) {
  const auto found = std::ranges::find(motionKinds(), value, &MotionKind::wire);
  if (found == motionKinds().end()) return std::nullopt;
  return found->type;
}

bool keepsLine(MotionType type) { return motionKind(type).keeps_line; }

Phrase choiceText(MotionType type) { return phrase(motionKind(type).choice); }

Phrase moveText(MotionType type, const FailureValue& target) {
  return phrase(motionKind(type).step, {{"target", target}});
}

}  // namespace ww::planning
