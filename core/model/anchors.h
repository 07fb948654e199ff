// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <unordered_map>

#include "core/model/model.h"

namespace ww::model {

// Which of some movers a node rides on, the nearest one; all other joints stand as in the world. Remembers
// what it has found; one thread at a time. Each body on the way is looked at once.
class Anchors {
 public:
  // Movers are joints, or root entities of free objects, of the model.
  Anchors(const Model& model, std::span<const EntityId> movers);

  struct Anchor {
    int mover = -1;     // index of the mover; -1: it stands still
    Pose mover_t_node;  // root_t_node when it stands still
  };
  Anchor of(world::NodeRef node);

 private:
  const Anchor& ofBody(BodyIndex i);

  const Model& model_;
  std::unordered_map<BodyIndex, Anchor> known_;
};

}  // namespace ww::model
