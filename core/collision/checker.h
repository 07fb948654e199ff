// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/collision/body_shape.h"
#include "core/collision/contact.h"
#include "core/collision/rules.h"
#include "core/model/model.h"

namespace ww::collision {

// Collision checks of one snapshot of a world in which some joints move. Holds solver state: one thread
// at a time. Building it costs a few microseconds per entity; shapes come prepared from the cache.
//
// Only entities with collision geometry count. With movers, a pair is checked when at least one side
// moves with them; a pair that rides on the same mover is measured once. Without movers every pair is.
class CollisionChecker {
 public:
  virtual ~CollisionChecker() = default;
  // Poses of the movers in the root frame, in the order given when the checker was made.
  virtual void setMovers(std::span<const Pose> root_t_mover) = 0;
  // Grows all margins by this, for plans that keep off obstacles (metres); exemptions are forgotten.
  virtual void setPadding(double metres) = 0;
  // Pairs that are within the padding at the present poses keep only half of what is left there, so that
  // a motion may start or end close to things.
  virtual void exemptFromPadding() = 0;
  // The pairs that collide and ride on the same mover, which no motion of the movers can change, as parts of
  // a gripper that overlap each other. They are given once and left out from then on.
  virtual std::vector<Contact> forgetConstant() = 0;
  // A pair that is nearer than its margin; for margin 0 one that overlaps by more than kTouchDepth. The
  // first found, its depth not measured to the end.
  virtual std::optional<Contact> first() = 0;
  // All such pairs, measured in full, deepest first; at most `limit`.
  virtual std::vector<Contact> all(std::size_t limit) = 0;
  // The pair with the smallest distance among those that are checked and can move against each other, if
  // it is below `beyond` (metres).
  virtual std::optional<Contact> nearest(double beyond) = 0;
  // Signed distance of one pair at the current poses, rules aside. Nothing when one has no geometry.
  virtual std::optional<Contact> between(EntityId a, EntityId b) = 0;
  virtual std::size_t bodyCount() const = 0;
  // Pairs of bodies measured so far.
  virtual std::uint64_t pairsMeasured() const = 0;
};

// What a checker is made from. `movers` are joints (of a robot), or root entities of free objects, of the model.
struct CheckerSetup {
  model::Model model;
  RuleSet rules;
  std::vector<EntityId> movers;
  std::shared_ptr<ShapeCache> cache;  // null: an own one
};

// Boxes in a Bullet tree, distances by our own functions (see README).
std::unique_ptr<CollisionChecker> makeBulletChecker(CheckerSetup setup);

}  // namespace ww::collision
