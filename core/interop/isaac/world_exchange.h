// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/interop/isaac/message.h"
#include "core/interop/isaac/spatial.h"
#include "core/session/session.h"

namespace ww::isaac {

// The channels of the simulator bridge. Messages are known by their type and not by these names, where only one channel
// carries that type.
struct ChannelNames {
  std::string actors = "scenario_actors", actor_status = "scenario_actors_status";
  std::string teleport = "teleport", joint_position = "joint_position";
  std::string bodies = "bodies", pose = "pose", joint_state = "joint_state";
};

// The clock of what is published, for what is kept beside it.
std::int64_t publishingClockNs();

// Where things are shown in place of where the world has them: while a motion is played, or something is dragged.
struct ShownPlaces {
  std::map<ObjectId, Pose> root_t_object;          // of all that stands elsewhere, also of what rides along
  std::map<ObjectId, std::vector<double>> joints;  // of an object all of them, radians or metres

  bool operator==(const ShownPlaces&) const = default;
};

// A world as the simulator of an application. What comes is done by commits, which can be undone, each message wholly
// or not at all; what is told are poses in the world's frame and positions of joints. Used by one thread at a time.
class WorldExchange {
 public:
  explicit WorldExchange(session::WorldSession& session, ChannelNames names = {});

  // Does what a message asks for. Actors are spawned as copies of an object (or as a primitive: box, cylinder, sphere)
  // and destroyed; bodies are teleported, joints set. Spawned ones keep the name that was asked for in later requests,
  // though the world may give them another. kNoPrefab, kNoActor, kNoJoint, kActorName, those of reading the message and
  // of commits; nothing is changed then. False: it is none that a world does anything about. It may fail.
  Result<bool> receive(const Message& message);

  // What is to be published: everything the first time, afterwards what has changed since the last time, and the answer
  // to requests for actors. `time_ns`: of the simulation.
  std::vector<Message> publish(std::int64_t time_ns, const ShownPlaces& shown = {});
  // As for a new receiver: the next publish() tells everything.
  void tellAll() { told_ = nullptr; }

 private:
  // Fails as said above.
  Result<bool> takeActors(const Message& message);
  // Fails as said above.
  Result<bool> takeBodies(const Message& message);
  // Fails as said above.
  Result<bool> takeJoints(const Message& message);
  // Fails as said above.
  Result<std::vector<ObjectId>> actorsNamed(const world::World& world, const std::string& name) const;
  std::vector<ObjectId> moved(const world::World& now, const ShownPlaces& shown, bool all) const;
  void addPoses(const world::World& now, const ShownPlaces& shown, const std::vector<ObjectId>& changed,
                std::vector<Message>& out) const;
  void addJoints(const world::World& now, const ShownPlaces& shown, std::vector<Message>& out) const;
  void addAnswer(const world::World& now, std::vector<Message>& out);

  session::WorldSession& session_;
  ChannelNames names_;
  std::map<std::string, std::vector<ObjectId>> spawned_;  // by the names that were asked for
  world::WorldPtr told_;
  ShownPlaces told_places_;
  bool answers_ = false;
  std::vector<std::string> new_actors_, gone_actors_;
};

}  // namespace ww::isaac
