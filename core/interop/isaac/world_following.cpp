// SPDX-License-Identifier: Apache-2.0
// The other halves of an exchange: the tree of poses, and a world that follows a simulator.
#include <algorithm>
#include <utility>

#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/shown_world.h"
#include "core/interop/isaac/types.h"
#include "core/interop/isaac/world_exchange.h"
#include "core/io/text_scan.h"
#include "core/session/edit_builders.h"
#include "core/session/pose_builders.h"

namespace ww::isaac {
namespace {

using world::kRootObject;

std::uint64_t idNamed(const char* type) { return findType(std::string_view(type))->id; }

session::CommitRequest streamOf(Phrase label, std::string key, const std::vector<session::EditsPtr>& edits) {
  session::CommitRequest out;
  out.label = std::move(label);
  out.edits = session::join(edits);
  out.author = "Isaac";
  out.is_stream = true;
  out.coalesce_key = std::move(key);
  out.stream_label = out.label;
  return out;
}

double positionOf(const world::World& world, const JointPlace& joint) {
  return world.peek(joint.object)->jointPositions()[static_cast<Eigen::Index>(joint.index)];
}

Message onChannel(Message message, const std::string& channel) {
  message.channel = channel;
  return message;
}

Message jsonMessage(const std::string& text) {
  return build("JsonProto", [&](Builder& out) { putText(out, "serialized", text); });
}

}  // namespace

// What cannot be answered is said in the reply: a simulator that knows other requests may be meant.
Result<bool> WorldExchange::takeControl(const Message& message) {
  std::string text;
  WW_TRY(readAs("JsonProto", message, [&](const Reader& in) { text = textIn(in, "serialized"); }));
  const bool known = jsonField(text, "request") == "pose_tree";
  tree_asked_ = tree_asked_ || known;
  replies_.push_back(onChannel(
      jsonMessage(known ? R"({"reply": "pose_tree"})" : R"({"error": "unknown request", "requests": ["pose_tree"]})"),
      names_.reply));
  return true;
}

namespace {

std::string refusal(const Message& message, const Status& why) {
  constexpr std::size_t kMostShown = 255;
  const std::string code(why.failure ? why.failure->row->code : codeName(why.code));
  return R"({"refused": )" + quotedJson(io::cleanUtf8(message.channel, kMostShown)) + R"(, "message": )" +
         quotedJson(uuidText(message.uuid)) + R"(, "code": )" + quotedJson(code) + R"(, "error": )" +
         quotedJson(why.line()) + R"(, "done": "nothing"})";
}

}  // namespace

void WorldExchange::answerRefused(const Message& message, const Status& why) {
  constexpr std::size_t kMostReplies = 100;
  if (options_.role == Role::kApplication) return;
  answers_ = answers_ || message.type_id == idNamed("ActorGroupProto");
  if (replies_.size() >= kMostReplies) return;
  replies_.push_back(onChannel(jsonMessage(refusal(message, why)), names_.reply));
}

namespace {

// Parents come first, whatever the order of ids.
std::vector<TreeNode> treeNodes(const world::World& now, const ShownPlaces& shown, const auto& name_of) {
  std::vector<TreeNode> nodes{{"world", -1, Pose(), Pose()}};
  std::vector<std::pair<ObjectId, int>> open{{kRootObject, 0}};
  while (!open.empty()) {
    const auto [parent, index] = open.back();
    open.pop_back();
    const world::Object* object = now.peek(parent);
    if (!object) continue;
    const Pose world_t_parent = parent == kRootObject ? Pose() : shown.rootT(now, parent);
    for (const ObjectId id : now.childrenOf(*object)) {
      const Pose world_t_node = shown.rootT(now, id);
      open.emplace_back(id, static_cast<int>(nodes.size()));
      nodes.push_back({name_of(id), index, world_t_parent.inverse() * world_t_node, world_t_node});
    }
  }
  return nodes;
}

}  // namespace

Message WorldExchange::treeOf(const world::World& now, const ShownPlaces& shown) const {
  const auto nodes = treeNodes(now, shown, [&](ObjectId id) { return nameOf(now, id); });
  return onChannel(messageOf("world", nodes), names_.pose_tree);
}

Result<bool> WorldExchange::follow(const Message& message) {
  if (message.type_id == idNamed("RigidBody3GroupProto")) {
    WW_ASSIGN(const BodyGroup group, bodyGroupOf(message));
    const world::WorldPtr now = session_.snapshot().world;
    for (const RigidBody& body : group.bodies)
      if (const ObjectId id = objectLike(*now, body.name)) told_as_bodies_.insert(id);
    return followBodies(group);
  }
  if (message.type_id == idNamed("PoseTreeProto")) {
    WW_ASSIGN(const std::vector<TreeNode> nodes, poseTreeOf(message));
    BodyGroup group{"world", {}};
    for (const TreeNode& node : nodes) group.bodies.push_back({node.name, node.world_t_node});
    return followBodies(group);
  }
  if (message.type_id == idNamed("PoseTreeEdgeProto")) {
    WW_ASSIGN(const PoseEdge edge, poseEdgeOf(message));
    return followEdge(edge);
  }
  if (message.type_id == idNamed("CompositeProto") && message.channel == names_.joint_state)
    return followJoints(message);
  return false;
}

// An edge is of what is on its right; one that leads to the world, of what it begins with. What is told among bodies,
// many in a message, is followed there.
Result<bool> WorldExchange::followEdge(const PoseEdge& edge) {
  const bool to_world = edge.rhs == "world";
  if (told_as_bodies_.contains(objectLike(*session_.snapshot().world, to_world ? edge.lhs : edge.rhs))) return true;
  if (!to_world) return followBodies({edge.lhs, {{edge.rhs, edge.lhs_t_rhs}}});
  WW_ASSIGN(const Pose lhs_t_world, checkedPose(edge.lhs_t_rhs));
  return followBodies({"world", {{edge.lhs, lhs_t_world.inverse()}}});
}

// By its name, or one like it that nothing else told of has. It is told of by that name, too.
ObjectId WorldExchange::followed(const world::World& world, const std::string& name) {
  const ObjectId id = objectLike(world, name);
  if (!id) return id;
  const auto [at, is_new] = heard_names_.try_emplace(id, name);
  if (!is_new && at->second != name && world.find(name) == id) at->second = name;
  return at->second == name ? id : ObjectId{};
}

// What this world does not have is passed over, and counted: a simulator tells of more than was asked for.
Result<bool> WorldExchange::followBodies(const BodyGroup& group) {
  const session::Snapshot now = session_.snapshot();
  ObjectId frame = kRootObject;
  if (!group.frame.empty() && group.frame != "world") frame = followed(*now.world, group.frame);
  if (!frame) {
    lacking_.passOver(*now.world, group.frame);
    return false;
  }
  const Pose world_t_frame = frame == kRootObject ? Pose() : now.world->rootT({frame});
  std::vector<session::PosedNode> nodes;
  std::map<ObjectId, Pose> said;
  for (const RigidBody& body : group.bodies) {
    const ObjectId id = followed(*now.world, body.name);
    if (!id) {
      lacking_.passOver(*now.world, body.name);
      continue;
    }
    WW_ASSIGN(const Pose frame_t_body, checkedPose(body.frame_t_body));
    const Pose pose = frame == kRootObject ? frame_t_body : world_t_frame * frame_t_body;
    said.insert_or_assign(id, pose);
    // Groups tell again and again of what is at rest: what was moved here meanwhile is not put back by that.
    if (const auto last = said_poses_.find(id); last != said_poses_.end() && last->second == pose) continue;
    if (now.world->rootT({id}) == pose) {
      heard_poses_[id] = pose;
      continue;
    }
    nodes.push_back({{id}, {kRootObject}, pose});
  }
  Riders riders;
  for (const session::PosedNode& node : nodes) {
    const ObjectId id = std::get<ObjectId>(node.node);
    addRiders(*now.world, id, placed_at_[id], said, riders);
  }
  for (const session::PosedNode& node : nodes) riders.erase(std::get<ObjectId>(node.node));
  std::vector<ObjectId> heard;
  for (const session::PosedNode& node : nodes) heard.push_back(std::get<ObjectId>(node.node));
  WW_TRY(followAll(now, "isaac/followed", {}, std::move(nodes), riders, std::move(heard)));
  ++hearing_;
  for (const auto& [id, pose] : said) {
    said_poses_.insert_or_assign(id, pose);
    placed_at_[id] = hearing_;
  }
  return true;
}

// What hangs on it, at any depth, and was not moved here. It rides along, but for what was told of since that was.
void WorldExchange::addRiders(const world::World& now, ObjectId mover, std::uint64_t told_at,
                              const std::map<ObjectId, Pose>& said, Riders& out) const {
  std::vector<ObjectId> open = now.childrenOf(*now.peek(mover));
  while (!open.empty()) {
    const ObjectId id = open.back();
    open.pop_back();
    for (const ObjectId child : now.childrenOf(*now.peek(id))) open.push_back(child);
    const Pose pose = now.rootT({id});
    const auto heard = heard_poses_.find(id);
    const bool rests =
        heard != heard_poses_.end() ? heard->second == pose : told_ && told_->peek(id) && told_->rootT({id}) == pose;
    if (!rests) continue;
    const auto at = placed_at_.find(id);
    bool& stays = out[id];
    stays = stays || said.contains(id) || (at != placed_at_.end() && at->second > told_at);
  }
}

// One commit of it all; what is heard is no order of ours, and neither is riding.
Status WorldExchange::followAll(const session::Snapshot& now, const char* key, std::vector<session::EditsPtr> edits,
                                std::vector<session::PosedNode> nodes, const Riders& riders,
                                std::vector<ObjectId> heard) {
  if (edits.empty() && nodes.empty()) return okStatus();
  for (const auto& [id, stays] : riders) {
    if (stays) nodes.push_back({{id}, {kRootObject}, now.world->rootT({id})});
    heard.push_back(id);
  }
  if (!nodes.empty()) edits.push_back(session::setPoses(*now.world, std::move(nodes)));
  session::CommitRequest commit = streamOf(phrase(WW_TEXT("Core", "Simulator followed")), key, edits);
  commit.base_revision = now.revision;
  WW_ASSIGN(const session::Committed done, session_.commitAndSee(commit));
  for (const ObjectId id : heard) heard_poses_[id] = done.after.world->rootT({id});
  return okStatus();
}

Result<bool> WorldExchange::followJoints(const Message& message) {
  WW_ASSIGN(const std::vector<Quantity> quantities, quantitiesOf(message));
  const session::Snapshot now = session_.snapshot();
  std::vector<session::EditsPtr> edits;
  std::map<std::string, double> heard;
  std::set<ObjectId> told, movers;
  for (const Quantity& q : quantities) {
    if (q.measure != "position" && q.measure != "rotation") continue;
    const auto joint = jointLike(*now.world, q.entity);
    const std::size_t slash = q.entity.rfind('/');
    const bool is_bare = slash == std::string::npos;
    if (!joint || (!is_bare && !followed(*now.world, q.entity.substr(0, slash)))) {
      lacking_.passOver(*now.world, q.entity);
      continue;
    }
    const std::string& own = now.world->peek(joint->object)->movingJointName(joint->index);
    const std::string name = nameOf(*now.world, joint->object) + "/" + own;
    if (is_bare) bare_joints_[name] = own;
    else bare_joints_.erase(name);
    told.insert(joint->object);
    // As bodies: what is told again does not put back what was ordered meanwhile.
    if (const auto last = said_joints_.find(name); last != said_joints_.end() && last->second == q.value) continue;
    heard[name] = q.value;
    if (positionOf(*now.world, *joint) == q.value) continue;
    movers.insert(joint->object);
    edits.push_back(session::setJoint(joint->object, own, q.value));
  }
  Riders riders;
  for (const ObjectId id : movers) addRiders(*now.world, id, joined_at_[id], {}, riders);
  WW_TRY(followAll(now, "isaac/followed joints", std::move(edits), {}, riders, {}));
  ++hearing_;
  for (const ObjectId id : told) joined_at_[id] = hearing_;
  for (const auto& [name, value] : heard) heard_joints_[name] = said_joints_[name] = value;
  return true;
}

// Where things were moved to here, and not by what the simulator has said. Joints come first: what rides on them is put
// where it belongs behind that.
std::vector<Message> WorldExchange::publishOrders(const world::WorldPtr& now, const ShownPlaces& shown) {
  std::vector<Message> out;
  const bool another = now != told_;
  if (!another && shown == told_places_) return out;
  std::vector<Quantity> orders;
  for (Quantity& q : jointsShown({*now, shown}, [&](ObjectId id) { return nameOf(*now, id); })) {
    const auto at = heard_joints_.find(q.entity);
    const auto before = told_ ? jointLike(*told_, q.entity) : std::nullopt;
    const bool known =
        at != heard_joints_.end() ? at->second == q.value : before && positionOf(*told_, *before) == q.value;
    if (known) continue;
    heard_joints_[q.entity] = q.value;
    if (const auto bare = bare_joints_.find(q.entity); bare != bare_joints_.end()) q.entity = bare->second;
    orders.push_back(std::move(q));
  }
  if (!orders.empty()) out.push_back(onChannel(messageOf(orders), names_.joint_position));
  BodyGroup group{"world", {}};
  for (const ObjectId id : moved(told_.get(), told_places_, {*now, shown}, another)) {
    const Pose pose = shown.rootT(*now, id);
    if (const auto at = heard_poses_.find(id); at != heard_poses_.end() && at->second == pose) continue;
    heard_poses_[id] = pose;
    group.bodies.push_back({nameOf(*now, id), pose});
  }
  if (!group.bodies.empty()) out.push_back(onChannel(messageOf(group), names_.teleport));
  return out;
}

}  // namespace ww::isaac
