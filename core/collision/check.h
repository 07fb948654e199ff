// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "core/collision/checker.h"

namespace ww::collision {

// Collisions of a world as it stands, under its own rules, deepest first; at most `limit`. Every pair of
// entities is looked at, standing ones too.
std::vector<Contact> checkWorld(const Scene& scene, std::size_t limit = 1000);
std::vector<Contact> checkWorld(const world::World& world, std::size_t limit = 1000);

// Pairs that rules of the world exclude and that overlap by more than so much (metres) where they stand.
std::vector<Contact> excludedOverlaps(const Scene& scene, double deeper_than, std::size_t limit = 1000);

// The collisions of a world that is edited, kept: after an edit only what it moved is looked at again, unless it
// changed the rules. One thread at a time.
class WorldContacts {
 public:
  explicit WorldContacts(std::size_t limit = 1000) : limit_(limit) {}
  // As checkWorld() finds them. Costs the difference to the scene of the last call, where that is small.
  const std::vector<Contact>& of(const Scene& scene);

 private:
  bool follow(const Scene& scene);

  std::size_t limit_;
  std::optional<Scene> last_;
  std::vector<Contact> contacts_;
};

// Smallest distance of two objects or entities, rules aside (rule and margin are those of the nearest
// pair). NOT_FOUND for unknown nodes, FAILED_PRECONDITION when one has no collision geometry,
// INVALID_ARGUMENT for a frame or twice the same node.
Result<Contact> distance(const world::World& world, world::NodeRef a, world::NodeRef b);

// What a pair does, as a failure: "'robot:link_3' and 'table:top' overlap by 0.012 m", or "... are only 0.004 m apart,
// 0.01 m are asked for"; "touch" where there is no distance to tell.
Status contactFailure(const world::World& world, const Contact& contact);
// Its sentence.
std::string describe(const world::World& world, const Contact& contact);

}  // namespace ww::collision
