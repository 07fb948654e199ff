// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/simulation/moment.h"

namespace ww::usecase {

// An object that moves by itself and is held between parts of one mechanism, or fast.
struct GripState {
  ObjectId object, holder;
  bool is_fast = false;   // by a lock: nothing can slip
  double slip = 0.0;      // m/s, the fastest of its contacts with the holder
  double force = 0.0;     // N, with which it is pressed: half of what pushes along the normals
  double friction = 0.0;  // without unit, the least of its contacts with the holder
  double needed = 0.0;    // N, likewise, with which that friction carries its weight; 0 where nobody says its mass
  bool slips() const;
  bool isWeak() const { return !is_fast && force < needed; }
};
// Who holds what at a moment: pressed from two sides that face each other by parts that joints of one object carry. In
// the order of the objects.
std::vector<GripState> gripsAt(const world::World& world, const simulation::Moment& moment);

}  // namespace ww::usecase
