// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "core/interop/isaac/message.h"
#include "core/usecase/exchange/sensor_stream.h"

namespace ww::usecase {

// What collides, as it is shown: a CollisionProto for each pair that has come to collide, by the rules of the world.
// Things are told by the names that their poses have, links of robots as "object:link". Used by one thread.
class ContactTeller {
 public:
  ContactTeller();
  ~ContactTeller();
  // `time_s` never goes back; speeds are those since it last changed, or since the last call where it
  // stood. Costs nothing while nothing has changed.
  std::vector<isaac::Message> tell(const ShownWorld& shown, double time_s);
  // As for a new receiver: all that collides is told again.
  void tellAll();
  std::size_t colliding() const { return told_.size(); }  // pairs, as of the last call
  // Why not all that collides is told, as of the last call: RESOURCE_EXHAUSTED (usecase.contacts-unseen,
  // usecase.contacts-cut).
  const Status& leftOut() const { return left_out_; }

 private:
  struct Looker;
  std::unique_ptr<Looker> looker_;
  std::set<std::pair<EntityId, EntityId>> told_;
  Status left_out_;
};

}  // namespace ww::usecase
