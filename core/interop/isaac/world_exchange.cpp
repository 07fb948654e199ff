// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/world_exchange.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/types.h"
#include "core/io/text_scan.h"
#include "core/session/edit_builders.h"
#include "core/session/failures.h"
#include "core/session/pose_builders.h"
#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::isaac {
namespace {

using session::EditsPtr;
using world::kRootObject;

constexpr const char* kAuthor = "Isaac";
constexpr std::size_t kMostName = 255;
constexpr double kSameSize = 1e-6;  // relative: senders in single precision

std::uint64_t idOf(const char* type) { return findType(std::string_view(type))->id; }

std::optional<geometry::Primitive> primitiveNamed(const std::string& name) {
  if (name == "box") return geometry::Box{};
  if (name == "cylinder") return geometry::Cylinder{};
  if (name == "sphere") return geometry::Sphere{};
  return std::nullopt;
}

// Poses are told in the frame "world".
bool isActorName(const std::string& name) {
  return name != "world" && !name.empty() && name.size() <= kMostName && name.find('/') == std::string::npos &&
         io::isUtf8(name);
}

Status badActorName(const std::string& name) {
  constexpr std::size_t kLongestShown = 40;
  std::string like = nameInWorld(name);
  if (like.size() > kLongestShown) like = "actor";
  if (!isActorName(like)) like = "actor_" + like;
  return fail(failures::kActorName,
              {{"name", arg::Name{io::cleanUtf8(name, kMostName)}}, {"free", arg::Name{std::move(like)}}});
}

session::CommitRequest commitOf(Phrase label, const std::vector<EditsPtr>& edits) {
  session::CommitRequest out;
  out.label = std::move(label);
  out.edits = session::join(edits);
  out.author = kAuthor;
  return out;
}

// As clients know them.
std::vector<std::string> objectNames(const world::World& world, const ActorNames& actors) {
  std::vector<std::string> out;
  world.forEachObject([&](const world::Object& object) {
    if (object.id != kRootObject) out.push_back(actors.of(world, object.id));
  });
  return out;
}

Status noActor(const world::World& world, const ActorNames& actors, const std::string& name) {
  if (name.empty()) return fail(failures::kActorUnnamed);
  return withNearest(fail(failures::kNoActor, {{"name", arg::Name{io::cleanUtf8(name, kMostName)}}}), name,
                     objectNames(world, actors));
}

// Of several things in one message, which one it is about.
Status ofItem(const std::string& name, Status why) { return std::move(why).in(io::cleanUtf8(name, kMostName)); }

// What makes the actor, as it is named in the world.
Result<EditsPtr> spawnEdits(const world::World& world, const ActorNames& actors, const SpawnRequest& wish,
                            const std::string& name) {
  const Result<Pose> sound = checkedPose(wish.world_t_actor);
  if (!sound.ok()) return ofItem(wish.name, sound.status());
  const Pose& pose = *sound;
  if (const ObjectId source = actors.find(world, wish.prefab)) {
    const EditsPtr copy =
        session::copyObjectTo(source, true, world.aTB({world.object(source)->parent}, {kRootObject}) * pose);
    auto named = std::make_shared<worldwright::v1::Edits>(*copy);
    named->mutable_edits(0)->mutable_copy_object()->set_name(name);
    named->mutable_edits(0)->mutable_copy_object()->set_name_is_global_alias(true);
    return EditsPtr(std::move(named));
  }
  if (const auto primitive = primitiveNamed(wish.prefab))
    return session::createPrimitive(kRootObject, {}, name, *primitive, geometry::Color{}, pose);
  std::vector<std::string> known = objectNames(world, actors);
  known.insert(known.end(), {"box", "cylinder", "sphere"});
  return ofItem(wish.name,
                withNearest(fail(failures::kNoPrefab, {{"name", arg::Name{io::cleanUtf8(wish.prefab, kMostName)}}}),
                            wish.prefab, known));
}

}  // namespace

std::int64_t publishingClockNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

WorldExchange::WorldExchange(session::WorldSession& session, ExchangeOptions options)
    : session_(session), options_(std::move(options)), base_(session, options_.base) {
  watch_ = session_.observe([replaced = is_replaced_](const session::Change& change) {
    if (change.kind == session::Change::Kind::kReplace) *replaced = true;
  });
  beginAnew();
}

// Things of another world may have the same ids.
void WorldExchange::beginAnew() {
  const bool follows = options_.role == Role::kApplication;
  ++worlds_;
  actors_ = {};
  // A simulator is not told at first where all is that it has itself.
  told_ = follows ? session_.snapshot().world : nullptr;
  told_places_ = {};
  seen_ = follows ? nullptr : session_.snapshot().world;
  speeds_ = {};
  answers_ = false;
  tree_asked_ = true;
  for (auto* actors : {&new_actors_, &gone_actors_}) actors->clear();
  base_.stop();
  heard_ = {};
  heard_names_.clear();
  lacking_ = {};
}

void WorldExchange::tellAll() {
  tree_asked_ = true;
  if (options_.role == Role::kSimulator) told_ = nullptr;
}

// An order is not lost because somebody else changed the world just then: it is done on what that has become.
Result<bool> WorldExchange::receive(const Message& message) {
  if (is_replaced_->exchange(false)) beginAnew();
  constexpr int kMostTimes = 100;
  for (int times = 1;; ++times) {
    Result<bool> done = receiveOnce(message);
    const Failure* failure = done.ok() ? nullptr : done.status().failure.get();
    if (!failure || failure->row != &session::failures::kWorldChanged || times == kMostTimes) return done;
  }
}

Result<bool> WorldExchange::receiveOnce(const Message& message) {
  if (options_.role == Role::kApplication) return follow(message);
  if (message.type_id == idOf("ActorGroupProto")) return takeActors(message);
  if (message.type_id == idOf("RigidBody3GroupProto")) return takeBodies(message);
  // Other composites (commands of a base) go over other channels.
  if (message.type_id == idOf("CompositeProto") && message.channel == names_.joint_position) return takeJoints(message);
  if (message.channel == names_.base_command) {
    WW_TRY(base_.take(message));
    return true;
  }
  if (message.type_id == idOf("JsonProto") && message.channel == names_.control) return takeControl(message);
  WW_TRY(checkCarried(message));
  return false;
}

// An order of another type than its channel carries would be lost without a word.
Status WorldExchange::checkCarried(const Message& message) const {
  const std::pair<const std::string&, const char*> carried[] = {{names_.actors, "ActorGroupProto"},
                                                                {names_.teleport, "RigidBody3GroupProto"},
                                                                {names_.joint_position, "CompositeProto"},
                                                                {names_.control, "JsonProto"}};
  for (const auto& [channel, type] : carried) {
    if (message.channel == channel)
      return fail(failures::kWrongType,
                  {{"type", arg::Words{typeName(message.type_id)}}, {"wanted", arg::Words{std::string(type)}}});
  }
  return okStatus();
}

Result<std::vector<ObjectId>> WorldExchange::actorsNamed(const world::World& world, const std::string& name) const {
  std::vector<ObjectId> out = actors_.named(world, name);
  if (out.empty()) return noActor(world, actors_, name);
  return out;
}

Result<bool> WorldExchange::takeActors(const Message& message) {
  WW_ASSIGN(const ActorRequests requests, actorRequestsOf(message));
  const session::Snapshot now = session_.snapshot();
  std::vector<EditsPtr> edits;
  std::vector<ObjectId> gone;
  for (const std::string& name : requests.destroy) {
    WW_ASSIGN(const std::vector<ObjectId> actors, actorsNamed(*now.world, name));
    for (const ObjectId id : actors) {
      if (std::ranges::find(gone, id) == gone.end()) gone.push_back(id);
    }
  }
  if (!gone.empty()) edits.push_back(session::deleteObjects(gone, true));
  std::vector<std::string> given;
  std::set<std::string> taken;
  std::map<std::string, int> next;  // number of each name
  for (const SpawnRequest& wish : requests.spawn) {
    if (!isActorName(wish.name)) return badActorName(wish.name);
    const std::string like = nameInWorld(wish.name);
    // The name of one that goes by the same message is free.
    const bool is_freed = std::ranges::find(gone, now.world->find(like)) != gone.end();
    std::string name = is_freed ? like : world::freeName(*now.world, kRootObject, like, true);
    for (int& n = next.try_emplace(like, 2).first->second; !taken.insert(name).second; ++n)
      name = world::freeName(*now.world, kRootObject, like + "_" + std::to_string(n), true);
    given.push_back(name);
    WW_ASSIGN(edits.emplace_back(), spawnEdits(*now.world, actors_, wish, name));
  }
  answers_ = true;
  if (edits.empty()) return true;
  session::CommitRequest commit = commitOf(phrase(WW_TEXT("Core", "Actors of Isaac")), edits);
  commit.base_revision = now.revision;
  WW_ASSIGN(const session::Committed done, session_.commitAndSee(commit));
  std::vector<ActorNames::Actor> spawned;
  for (std::size_t i = 0; i < given.size(); ++i)
    spawned.push_back({done.after.world->find(given[i]), requests.spawn[i].name});
  actors_.add(*done.after.world, spawned);
  // What comes and goes between two publish() is told, too.
  seeActors(done.before.world);
  seeActors(done.after.world);
  return true;
}

namespace {

// Those of a channel are one step of the history.
void stream(session::CommitRequest& commit, const session::Snapshot& now, const Message& message) {
  commit.base_revision = now.revision;
  commit.is_stream = true;
  commit.coalesce_key = "isaac/" + message.channel;
  commit.stream_label = commit.label;
}

}  // namespace

Result<bool> WorldExchange::takeBodies(const Message& message) {
  WW_ASSIGN(const BodyGroup group, bodyGroupOf(message));
  const session::Snapshot now = session_.snapshot();
  ObjectId frame = kRootObject;
  if (!group.frame.empty() && group.frame != "world") {
    frame = actors_.find(*now.world, group.frame);
    if (!frame) return noActor(*now.world, actors_, group.frame);
  }
  std::vector<session::PosedNode> nodes;
  for (const RigidBody& body : group.bodies) {
    const Result<Pose> pose = checkedPose(body.frame_t_body);
    if (!pose.ok()) return ofItem(body.name, pose.status());
    if (!body.scales.isApprox(Vec3::Ones(), kSameSize))
      return fail(failures::kBodyScale, {{"name", arg::Name{io::cleanUtf8(body.name, kMostName)}}});
    WW_ASSIGN(const std::vector<ObjectId> actors, actorsNamed(*now.world, body.name));
    for (const ObjectId id : actors) nodes.push_back({{id}, {frame}, *pose});
  }
  if (nodes.empty()) return true;
  session::CommitRequest commit =
      commitOf(phrase(WW_TEXT("Core", "Teleport by Isaac")), {session::setPoses(*now.world, std::move(nodes))});
  stream(commit, now, message);
  WW_TRY(session_.commit(commit).status());
  return true;
}

namespace {

using MovingJoint = std::pair<ObjectId, std::string>;

// Those of an object that moves by itself, by their names.
std::vector<MovingJoint> movingJoints(const world::Object& object) {
  std::vector<MovingJoint> out;
  for (std::size_t i = 0; i < object.moving_joints.size(); ++i) out.emplace_back(object.id, object.movingJointName(i));
  return out;
}

// By OBJECT/JOINT, or by a name that one joint alone has.
Result<MovingJoint> movingJointNamed(const world::World& world, const ActorNames& actors, const std::string& name) {
  const std::size_t slash = name.rfind('/');
  std::vector<MovingJoint> known;
  if (slash != std::string::npos) {
    const ObjectId id = actors.find(world, name.substr(0, slash));
    if (id) known = movingJoints(*world.peek(id));
  } else {
    world.forEachObject(
        [&](const world::Object& object) { std::ranges::move(movingJoints(object), std::back_inserter(known)); });
  }
  const std::string joint = slash == std::string::npos ? name : name.substr(slash + 1);
  std::vector<std::string> there;
  for (const auto& [id, own] : known) there.push_back(actors.of(world, id) + "/" + own);
  std::erase_if(known, [&](const MovingJoint& one) { return one.second != joint; });
  if (known.size() == 1) return known.front();
  const auto shown = arg::Name{io::cleanUtf8(name, kMostName)};
  if (known.empty()) return withNearest(fail(failures::kNoJoint, {{"name", shown}}), name, there);
  std::vector<std::string> candidates;
  candidates.reserve(known.size());
  for (const auto& [id, own] : known) candidates.push_back(actors.of(world, id) + "/" + own);
  return fail(failures::kSeveralJoints, {{"name", shown}, {"candidates", arg::Names{std::move(candidates)}}});
}

}  // namespace

Result<bool> WorldExchange::takeJoints(const Message& message) {
  WW_ASSIGN(const std::vector<Quantity> quantities, quantitiesOf(message));
  const session::Snapshot now = session_.snapshot();
  std::vector<EditsPtr> edits;
  for (const Quantity& q : quantities) {
    if (q.measure != "position" && q.measure != "rotation" && q.measure != "none") continue;
    WW_ASSIGN(const MovingJoint joint, movingJointNamed(*now.world, actors_, q.entity));
    edits.push_back(session::setJoint(joint.first, joint.second, q.value));
  }
  if (edits.empty() && !quantities.empty())
    return fail(failures::kNoPositions, {{"channel", arg::Name{io::cleanUtf8(message.channel, kMostName)}}});
  if (edits.empty()) return true;
  session::CommitRequest commit = commitOf(phrase(WW_TEXT("Core", "Joints by Isaac")), edits);
  stream(commit, now, message);
  WW_TRY(session_.commit(commit).status());
  return true;
}

}  // namespace ww::isaac
