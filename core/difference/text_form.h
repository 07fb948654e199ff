// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/geometry/store.h"
#include "core/world/values/world.h"

// A world as text that goes line by line into version control: the same world gives the same text, and the text gives
// the same world, by its content hash. It is the text form of worldwright.v1.PatchWorld (each object followed by its
// entities and frames, objects by id); lines that begin with # are comments to others and hold what that has no words
// for: fields of newer programs, and geometry.
namespace ww::difference {

inline constexpr int kTextVersion = 1;

struct TextOptions {
  bool with_geometry = true;  // else only the names of geometry: for reading, not for making a world of it
};

// NOT_FOUND when geometry is not in the store. Costs the size of the world and of its geometry.
Result<std::string> toText(const world::World& world, const geometry::GeometryStore& store,
                           const TextOptions& options = {});

// Hostile input. INVALID_ARGUMENT with the line, DATA_LOSS for parts that do not make a world, FAILED_PRECONDITION for
// a text of a newer version or without geometry that the store has not.
Result<world::World> fromText(std::string_view text, geometry::GeometryStore& store);

}  // namespace ww::difference
