// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/interop/isaac/spatial.h"
#include "core/world/values/world.h"

namespace ww::isaac {

// What a simulator has said to a world that follows it, so that it is not said back as an order. Poses in the root
// frame; joints by "object/joint", radians or metres.
struct Heard {
  std::map<ObjectId, Pose> poses;                          // said, or ordered since
  std::map<ObjectId, Pose> said_poses;                     // without what was ordered since
  std::map<std::string, double> joints, said_joints;       // likewise
  std::map<std::string, std::string> bare_joints;          // those that are told without their object, and how
  std::set<ObjectId> told_as_bodies;                       // in groups
  std::uint64_t messages = 0;                              // so far
  std::map<ObjectId, std::uint64_t> placed_at, joined_at;  // by which its pose was told, by which its joints were

  // What hangs on things that are moved; true where it stays, as it was told of since they were.
  using Riders = std::map<ObjectId, bool>;
  // Adds what hangs on `mover`, at any depth, and was not moved here since `told` (null: nothing was told). `said`: by
  // the message at hand; `told_at`: when the mover was told of last.
  void addRiders(const world::World& now, const world::World* told, ObjectId mover, std::uint64_t told_at,
                 const std::map<ObjectId, Pose>& said, Riders& out) const;
  // Those of the joints, by "object/joint", that were moved here; they count as told from now on, by the names that the
  // simulator has for them.
  std::vector<Quantity> orders(std::vector<Quantity> shown, const world::World* told);
};

}  // namespace ww::isaac
