// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "core/model/overrides.h"

namespace ww::model {

// Where things are with some poses in place of the world's. It has the poses that a State has, bit for bit, but
// works out what is asked for only: that costs the joints on the way to it, once, whatever the size of the world.
// One thread at a time.
class Overlay {
 public:
  // Of a model in which nothing is free.
  explicit Overlay(Model model) : model_(std::move(model)) {}

  // In place of those before. Costs what is overridden, and what rides on objects that come to float or cease to.
  void set(const Overrides& overrides);
  const world::World& world() const { return model_.world(); }
  // Identity for a node that the world does not have.
  Pose rootT(world::NodeRef node) const;
  Pose aTB(world::NodeRef a, world::NodeRef b) const { return rootT(a).inverse() * rootT(b); }

 private:
  void refloat(const std::vector<std::pair<ObjectId, Pose>>& floating);
  const Pose* known(BodyIndex i) const;  // null: not worked out yet
  const Pose& ofBody(BodyIndex i) const;
  Pose ofFrame(FrameId frame) const;
  Pose at(const Ride& ride) const;
  double position(BodyIndex i) const;

  Model model_;                                           // what floats is free in it
  std::vector<ObjectId> free_;                            // sorted
  std::vector<Pose> root_t_free_;                         // of them
  std::unordered_map<BodyIndex, std::size_t> free_seat_;  // the place of a free body in them
  std::map<FrameId, Pose> frames_;                        // root_t_frame of those overridden
  std::unordered_map<BodyIndex, double> positions_;       // of the joints overridden
  mutable std::unordered_map<BodyIndex, Pose> known_;     // of other bodies
};

}  // namespace ww::model
