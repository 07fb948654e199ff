// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/interop/isaac/actor_names.h"
#include "core/interop/isaac/base_driver.h"
#include "core/interop/isaac/heard.h"
#include "core/interop/isaac/message.h"
#include "core/interop/isaac/motion_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/speeds.h"
#include "core/session/session.h"

namespace ww::isaac {

// The channels of the simulator bridge. Messages are known by their type and not by these names, where only one channel
// carries that type.
struct ChannelNames {
  std::string actors = "scenario_actors", actor_status = "scenario_actors_status";
  std::string teleport = "teleport", joint_position = "joint_position", base_command = "base_command";
  std::string bodies = "bodies", pose = "pose", joint_state = "joint_state", base_state = "base_state";
  std::string control = "scenario_control", reply = "scenario_reply", pose_tree = "pose_tree";
};

// Which side of the bridge a world is. As an application it follows what a simulator tells of things that it has, by
// their names, and tells it where things were moved to here.
enum class Role { kSimulator, kApplication };

struct ExchangeOptions {
  Role role = Role::kSimulator;
  std::string base = {};  // the object that base commands move; none if empty
  ChannelNames names = {};
};

// The clock of what is published, for what is kept beside it.
std::int64_t publishingClockNs();

// Where things are shown in place of where the world has them: while a motion is played, or something is dragged.
struct ShownPlaces {
  std::map<ObjectId, Pose> root_t_object;          // of all that stands elsewhere, also of what rides along
  std::map<ObjectId, std::vector<double>> joints;  // of an object all of them, radians or metres

  // In the root frame; the world's own where it is not shown elsewhere.
  Pose rootT(const world::World& world, ObjectId id) const;

  bool operator==(const ShownPlaces&) const = default;
};

// A world as the simulator of an application. What comes is done by commits, which can be undone, each message wholly
// or not at all; what is told are poses in the world's frame and positions of joints. In another world that is put in
// its place all begins anew. Used by one thread at a time.
class WorldExchange {
 public:
  explicit WorldExchange(session::WorldSession& session, ExchangeOptions options = {});

  // Does what a message asks for. Actors are spawned as copies of an object (or as a primitive: box, cylinder, sphere)
  // and destroyed; bodies are teleported, joints set. Spawned ones keep the name that was asked for in later requests,
  // though the world may give them another; whose name no object can bear is told by it, too. A base moves from then
  // on, with each publish(). {"request": "pose_tree"} on the channel of control is answered with the whole tree.
  // kNoPrefab, kNoActor, kNoJoint, kActorName, kNoBase, kBadBase, those of reading the message and of commits; nothing
  // is changed then. False: it is none that a world does anything about. It may fail.
  Result<bool> receive(const Message& message);

  // Tells who sent a message that receive() refused which one, and why, by the next publish(): on the channel of
  // replies {"refused": its channel, "message": its id, "code": .., "error": .., "done": "nothing"}, and the status of
  // actors where it asked for some. Of many at once the first 100. Nothing as an application.
  void answerRefused(const Message& message, const Status& why);

  // What is to be published: everything the first time, afterwards what has changed since the last time. A group of
  // bodies has all of them, those at rest, too; in a world of more than 1000 only what has changed, and all of them
  // each second, and when one has gone. The status of actors comes when a request was done and when objects came, went
  // or were renamed, whoever did it. `time_ns`: of the simulation.
  std::vector<Message> publish(std::int64_t time_ns, const ShownPlaces& shown = {});
  // Why the base was stopped where it was driven to, once; the errors of commits.
  Status takeBaseTrouble() { return base_.takeTrouble(); }
  // As for a new receiver: the next publish() tells everything.
  void tellAll();
  // The next publish() has the whole tree of poses: all objects, each in its parent and in the world.
  void askForTree() { tree_asked_ = true; }
  // That tree as it is now, also of an application, for what is kept beside messages.
  Message tree(std::int64_t time_ns, const ShownPlaces& shown = {}) const;

  // As clients know them, which is not as the world has them.
  const std::shared_ptr<const ToldNames>& toldNames() const { return actors_.told(); }
  const Lacking& lacking() const { return lacking_.told(); }
  // How many worlds it has begun with, one in the place of the other.
  std::size_t worlds() const { return worlds_; }

 private:
  // On the world as it is then. Fails as said above; ABORTED (session.world-changed) where somebody else was quicker.
  Result<bool> receiveOnce(const Message& message);
  // Fails as said above.
  Result<bool> takeActors(const Message& message);
  // Fails as said above.
  Result<bool> takeBodies(const Message& message);
  // Fails as said above.
  Result<bool> takeJoints(const Message& message);
  // Fails as said above.
  Result<bool> takeControl(const Message& message);
  Status checkCarried(const Message& message) const;
  // Fails as said above.
  Result<bool> follow(const Message& message);
  // Fails as said above.
  Result<bool> followEdge(const PoseEdge& edge);
  Result<bool> followBodies(const BodyGroup& group);
  // Fails as said above.
  Result<bool> followJoints(const Message& message);
  ObjectId followed(const world::World& world, const std::string& name);
  std::vector<Message> publishChanges(const world::WorldPtr& now, const ShownPlaces& shown, std::int64_t time_ns);
  std::vector<Message> publishOrders(const world::WorldPtr& now, const ShownPlaces& shown);
  void beginAnew();
  // Which objects came and went since the last call.
  void seeActors(const world::WorldPtr& now);
  Message treeOf(const world::World& now, const ShownPlaces& shown) const;
  // Fails as said above.
  Result<std::vector<ObjectId>> actorsNamed(const world::World& world, const std::string& name) const;
  // As the other side knows it.
  std::string nameOf(const world::World& world, ObjectId id) const {
    return heard_names_.contains(id) ? heard_names_.at(id) : actors_.of(world, id);
  }
  void addEdges(const world::World& now, const ShownPlaces& shown, const std::vector<ObjectId>& changed,
                std::int64_t time_ns, std::vector<Message>& out);
  // Of what changed, or moved and stands now; in most worlds of all then.
  void addBodies(const world::World& now, const ShownPlaces& shown, std::vector<ObjectId> changed, std::int64_t time_ns,
                 std::vector<Message>& out);
  void addJoints(const world::World& now, const ShownPlaces& shown, std::int64_t time_ns, std::vector<Message>& out);
  void addAnswer(const world::World& now, std::vector<Message>& out);

  session::WorldSession& session_;
  const ExchangeOptions options_;
  const ChannelNames& names_ = options_.names;
  ActorNames actors_;
  world::WorldPtr told_;
  ShownPlaces told_places_;
  Speeds speeds_;
  world::WorldPtr seen_;                               // whose actors are told, or wait in the next line
  std::vector<std::string> new_actors_, gone_actors_;  // since the last status
  bool answers_ = false, bodies_whole_ = false;        // by the next publish()
  std::int64_t whole_ns_ = 0;                          // when all bodies were told
  bool tree_asked_ = true;
  std::vector<Message> replies_;
  BaseDriver base_;
  Heard heard_;  // as an application
  std::map<ObjectId, std::string> heard_names_;
  LackingNames lacking_;
  std::size_t worlds_ = 0;
  std::shared_ptr<std::atomic<bool>> is_replaced_ = std::make_shared<std::atomic<bool>>(false);  // set by any thread
  session::WorldSession::Subscription watch_;
};

}  // namespace ww::isaac
