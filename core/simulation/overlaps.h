// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/simulation/simulation.h"

namespace ww::simulation {

// Links of one mechanism that overlap where it comes: files are full of them, and pushing them apart would throw the
// mechanism about, as its joints do not let them go. They never touch each other.
class Overlaps {
 private:
  friend class Simulation;
  // Of the mechanisms that have come since the last look; those where some were found.
  static std::set<EntityId> find(Simulation::Impl& d);
  // Finds them and takes the mechanisms anew, as the engine is told about pairs when colliders come.
  static void part(Simulation::Impl& d);
  static void forget(Simulation::Impl& d);
  static std::vector<Status> withNotes(const Simulation::Impl& d, std::vector<Status> others);
  static bool apart(const Simulation::Impl& d, EntityId a, EntityId b);
};

}  // namespace ww::simulation
