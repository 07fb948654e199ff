// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "core/world/values/parts.h"

namespace ww::model {

// The rigid pieces of one object: that of the root entity, and one for
// each moving joint with what hangs on it up to the next. Poses do not depend on joint positions.
struct Layout {
  struct Seat {
    int joint = -1;       // the piece: an index into `joints`; -1: that of the root entity
    Pose piece_t_entity;  // the piece is named by its joint's entity, or the root entity
    bool operator==(const Seat&) const = default;
  };
  struct JointRow {
    Seat inboard;            // the frame that it turns in
    std::size_t entity = 0;  // index into Object::entities
    bool moves = true;       // false: a joint that is the root entity, which the world leaves where it is
    int leader = -1;         // the joint here that it follows, which follows none
    double multiplier = 1.0, offset = 0.0;
    bool operator==(const JointRow&) const = default;
  };
  std::vector<std::pair<EntityId, int>> by_id;  // sorted; the index into seats
  std::vector<Seat> seats;                      // in the order of the entities
  std::vector<JointRow> joints;                 // that move, followers too, in the order of the entities

  // The entity must be the object's.
  const Seat& seat(EntityId entity) const;
  bool operator==(const Layout&) const = default;

  // One entity, which does not move.
  static bool isSinglePiece(const world::Object& object) {
    return object.entities.size() == 1 && object.moving_joints.empty();
  }
  // Null for such a one.
  static std::shared_ptr<const Layout> of(const world::Object& object);
};

// Whether the same pieces move in the same way, positions and limits aside.
bool sameLayout(const world::Object& a, const world::Object& b);

}  // namespace ww::model
