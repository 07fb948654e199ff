// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "core/model/mechanism.h"

namespace ww::model {

// Where a model is: positions of its joints (radians or metres), poses of its free bodies, and by forward()
// the poses of all bodies in the root frame. It starts as the world is. Costs a pose for each body.
class State {
 public:
  explicit State(const Model& model);
  const Model& model() const { return model_; }

  // Of followers by their leader; 0 for bodies without a joint.
  double position(BodyIndex i) const;
  // NOT_FOUND for an entity that is no moving joint, FAILED_PRECONDITION for a follower (the hint names its
  // leader), INVALID_ARGUMENT for a position that is no number. Limits are not checked.
  Status set(EntityId joint, double position);
  // `q` has mechanism.size() values; the mechanism must be of this model.
  void set(const Mechanism& mechanism, const JointVector& q);
  // NOT_FOUND for an object that is not free.
  Status setFree(ObjectId object, const Pose& root_t_object);

  // Works out the poses of all bodies, or of those only that a mechanism moves. Poses are those of the last time.
  void forward();
  void forward(const Mechanism& mechanism);
  Pose parentT(BodyIndex i) const;  // at the positions set
  const Pose& rootT(BodyIndex i) const { return root_t_body_[static_cast<std::size_t>(i)]; }
  Pose rootT(const Ride& ride) const { return rootT(ride.body) * ride.body_t_node; }
  Pose rootT(world::NodeRef node) const { return rootT(model_.ride(node)); }

 private:
  void forward(BodyIndex i, const Body& body);

  Model model_;
  std::vector<double> positions_;  // by number; those of followers are not read
  std::vector<Pose> root_t_body_;  // by number; of free bodies what was set
};

}  // namespace ww::model
