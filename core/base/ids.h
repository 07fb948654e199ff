// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <cstdint>
#include <functional>

namespace ww {

// Objects, entities and frames draw their ids from one counter of the world, so a number names at
// most one node; the types keep them apart at compile time. 0 is "none". Never reused.
template <typename Tag>
struct Id {
  std::uint64_t value = 0;
  explicit operator bool() const { return value != 0; }
  auto operator<=>(const Id&) const = default;
};

using ObjectId = Id<struct ObjectTag>;
using EntityId = Id<struct EntityTag>;
using FrameId = Id<struct FrameTag>;

}  // namespace ww

template <typename Tag>
struct std::hash<ww::Id<Tag>> {
  std::size_t operator()(ww::Id<Tag> id) const noexcept { return std::hash<std::uint64_t>{}(id.value); }
};
