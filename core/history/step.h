// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/store.h"
#include "core/history/node.h"
#include "core/world/values/world.h"

namespace ww::history {

inline constexpr std::uint64_t kMostStepBytes = std::uint64_t{64} << 20;  // of edits, serialised

// What makes the one world of the other, packed; `hash` is that of the state that the step belongs to. Null when it is
// too large to be kept.
StepPtr stepBetween(const world::World& from, const world::World& to, Step::Toward toward, std::string hash);
// Two steps as one, where a state between them goes: the second is done behind the first. Null when one of them is not
// what stepBetween() makes, or they are too large together.
StepPtr joined(const Step& first, const Step& second, Step::Toward toward, std::string hash);
// A state without a way from it, as the oldest is.
StepPtr stepOfOldest(std::string hash);

// The world at the other end. DATA_LOSS when the step does not lead to a world with that content hash.
Result<world::WorldPtr> walk(const Step& step, const world::World& from, const std::string& hash,
                             geometry::GeometryStore& store);

}  // namespace ww::history
