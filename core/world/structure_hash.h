// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "core/world/world.h"

namespace ww::world {

// Hash of the structure of a world: objects, entities and frames with their ids and names, the tree,
// joints and their limits, geometry, all properties, collision settings. Not the state: poses of objects
// and frames, joint positions. It is kept as a sum over the parts, so that an edit costs the size of the
// edit; only the first hash of a world costs its size. Not for keeping enemies out.
class StructureHash {
 public:
  StructureHash() = default;
  explicit StructureHash(const World& world);
  // The hash of a later (or any other) version, from this one of `before`.
  StructureHash updated(const World& before, const World& after) const;

  std::string text() const;  // "sha256:<64 hex>"
  bool operator==(const StructureHash&) const = default;

 private:
  using Sum = std::array<std::uint64_t, 4>;
  void add(const Object& object, bool away);
  void add(const Frame& frame, bool away);
  void addSettings(const World& world, bool away);
  void add(const Sum& digest, bool away);

  Sum sum_{};
};

}  // namespace ww::world
