// SPDX-License-Identifier: Apache-2.0
// What an exchange tells of its world as a simulator.
#include <algorithm>
#include <utility>

#include "core/interop/isaac/shown_world.h"
#include "core/world/values/diff.h"

namespace ww::isaac {
namespace {

using world::kRootObject;

// A group tells of all bodies where there are no more than this; else of what has changed, and of all again after so
// long.
constexpr std::size_t kMostWhole = 1000;
constexpr std::int64_t kWholeAgain = 1'000'000'000;  // ns

Message stamped(Message message, const std::string& channel, std::int64_t time_ns) {
  message.uuid = newUuid();
  message.channel = channel;
  message.acqtime_ns = time_ns;
  message.pubtime_ns = publishingClockNs();
  return message;
}

void stampAll(std::vector<Message>& messages, std::int64_t time_ns) {
  for (Message& message : messages) {
    const std::string channel = message.channel;
    message = stamped(std::move(message), channel, time_ns);
  }
}

std::vector<ObjectId> allObjects(const world::World& world) {
  std::vector<ObjectId> out;
  world.forEachObject([&](const world::Object& object) {
    if (object.id != kRootObject) out.push_back(object.id);
  });
  return out;
}

BodyGroup groupOf(const ShownWorld& now, const std::vector<ObjectId>& bodies, const Speeds& speeds,
                  const auto& name_of) {
  BodyGroup group{"world", {}};
  for (const ObjectId id : bodies) {
    const Speeds::Velocity speed = speeds.of(id);
    group.bodies.push_back({name_of(id), now.places.rootT(now.world, id), speed.linear, speed.angular});
  }
  return group;
}

}  // namespace

std::vector<ObjectId> moved(const world::World* told, const ShownPlaces& told_places, const ShownWorld& now, bool all) {
  std::vector<ObjectId> out;
  const auto look = [&](ObjectId id) {
    if (id == kRootObject || !now.world.peek(id)) return;
    const bool same = told && told->peek(id) && told_places.rootT(*told, id) == now.places.rootT(now.world, id);
    if (!same) out.push_back(id);
  };
  if (all) {
    now.world.forEachObject([&](const world::Object& object) { look(object.id); });
    return out;
  }
  for (const auto& [id, pose] : now.places.root_t_object) look(id);
  for (const auto& [id, pose] : told_places.root_t_object)
    if (!now.places.root_t_object.contains(id)) look(id);
  return out;
}

std::vector<Quantity> jointsShown(const ShownWorld& now, const std::function<std::string(ObjectId)>& name_of) {
  std::vector<Quantity> quantities;
  now.world.forEachObject([&](const world::Object& object) {
    if (object.moving_joints.empty()) return;
    JointVector positions = object.jointPositions();
    const auto at = now.places.joints.find(object.id);
    const std::size_t put = at == now.places.joints.end() ? 0 : at->second.size();
    for (std::size_t i = 0; i < put && i < object.moving_joints.size(); ++i)
      positions[static_cast<Eigen::Index>(i)] = at->second[i];
    for (std::size_t i = 0; i < object.moving_joints.size(); ++i)
      quantities.push_back(
          {name_of(object.id) + "/" + object.movingJointName(i), "position", positions[static_cast<Eigen::Index>(i)]});
  });
  return quantities;
}

Pose ShownPlaces::rootT(const world::World& world, ObjectId id) const {
  const auto at = root_t_object.find(id);
  return at == root_t_object.end() ? world.rootT({id}) : at->second;
}

// Whoever changed it: a client, the window, undo.
void WorldExchange::seeActors(const world::WorldPtr& now) {
  if (now == seen_) return;
  for (const auto& [before, after] : world::diff(*seen_, *now).objects) {
    if (!before) {
      new_actors_.push_back(nameOf(*now, after->id));
    } else if (!after) {
      gone_actors_.push_back(nameOf(*seen_, before->id));
      speeds_.forget(before->id);
    } else if ((world::whatChanged(*before, *after) & (world::kNameChanged | world::kParentChanged)) == 0) {
      continue;
    }
    answers_ = true;
    bodies_whole_ = bodies_whole_ || before;  // a group without it says that it has gone, or bears another name
  }
  seen_ = now;
}

void WorldExchange::addEdges(const world::World& now, const ShownPlaces& shown, const std::vector<ObjectId>& changed,
                             std::int64_t time_ns, std::vector<Message>& out) {
  for (const ObjectId id : changed) {
    const Pose world_t_object = shown.rootT(now, id);
    speeds_.see(id, world_t_object, time_ns);
    out.push_back(messageOf(PoseEdge{"world", nameOf(now, id), world_t_object}));
    out.back().channel = names_.pose;
  }
}

// Receivers take a group for all that there is.
void WorldExchange::addBodies(const world::World& now, const ShownPlaces& shown, std::vector<ObjectId> changed,
                              std::int64_t time_ns, std::vector<Message>& out) {
  for (const ObjectId id : speeds_.stopped(time_ns))
    if (now.peek(id)) changed.push_back(id);
  if (changed.empty() && !bodies_whole_) return;
  const bool is_due = time_ns - whole_ns_ >= kWholeAgain || time_ns < whole_ns_;
  if (std::exchange(bodies_whole_, false) || !told_ || is_due || now.objectCount() <= kMostWhole + 1) {
    changed = allObjects(now);
    whole_ns_ = time_ns;
  }
  out.push_back(messageOf(groupOf({now, shown}, changed, speeds_, [&](ObjectId id) { return nameOf(now, id); })));
  out.back().channel = names_.bodies;
}

void WorldExchange::addJoints(const world::World& now, const ShownPlaces& shown, std::int64_t time_ns,
                              std::vector<Message>& out) {
  std::vector<Quantity> quantities = jointsShown({now, shown}, [&](ObjectId id) { return nameOf(now, id); });
  if (quantities.empty()) return;
  const std::size_t joints = quantities.size();
  for (std::size_t i = 0; i < joints; ++i) {
    const std::string name = quantities[i].entity;
    quantities.push_back({name, "speed", speeds_.of(name, quantities[i].value, time_ns)});
  }
  out.push_back(messageOf(quantities));
  out.back().channel = names_.joint_state;
}

void WorldExchange::addAnswer(const world::World& now, std::vector<Message>& out) {
  std::vector<std::string> alive;
  for (const ObjectId id : allObjects(now)) alive.push_back(nameOf(now, id));
  out.push_back(messageOf(ActorStatus{alive, new_actors_, gone_actors_}));
  out.back().channel = names_.actor_status;
  answers_ = false;
  new_actors_.clear();
  gone_actors_.clear();
}

std::vector<Message> WorldExchange::publishChanges(const world::WorldPtr& now, const ShownPlaces& shown,
                                                   std::int64_t time_ns) {
  seeActors(now);
  std::vector<Message> out;
  bool joints = false;
  const bool another = now != told_;
  std::vector<ObjectId> changed;
  if (another || shown != told_places_) {
    changed = moved(told_.get(), told_places_, {*now, shown}, another);
    joints = another || shown.joints != told_places_.joints;
  }
  // Before the bodies: a receiver may let what hangs on the joints ride, and puts it where it is told to be behind
  // that.
  if (speeds_.someJointStopped(time_ns) || joints) addJoints(*now, shown, time_ns, out);
  addEdges(*now, shown, changed, time_ns, out);
  addBodies(*now, shown, std::move(changed), time_ns, out);
  if (answers_) addAnswer(*now, out);
  if (std::exchange(tree_asked_, false) && now->objectCount() > 1) out.push_back(treeOf(*now, shown));
  return out;
}

Message WorldExchange::tree(std::int64_t time_ns, const ShownPlaces& shown) const {
  return stamped(treeOf(*session_.snapshot().world, shown), names_.pose_tree, time_ns);
}

std::vector<Message> WorldExchange::publish(std::int64_t time_ns, const ShownPlaces& shown) {
  if (is_replaced_->exchange(false)) beginAnew();
  std::vector<Message> out = std::exchange(replies_, {});
  if (auto told = base_.drive(time_ns)) {
    told->channel = names_.base_state;
    out.push_back(std::move(*told));
  }
  const world::WorldPtr now = session_.snapshot().world;
  std::ranges::move(
      options_.role == Role::kApplication ? publishOrders(now, shown) : publishChanges(now, shown, time_ns),
      std::back_inserter(out));
  told_ = now;
  told_places_ = shown;
  stampAll(out, time_ns);
  return out;
}

}  // namespace ww::isaac
