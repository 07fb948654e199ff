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
      if (const ObjectId id = objectLike(*now, body.name)) heard_.told_as_bodies.insert(id);
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
  if (heard_.told_as_bodies.contains(objectLike(*session_.snapshot().world, to_world ? edge.lhs : edge.rhs)))
    return true;
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

namespace {

// One commit of it all; what is heard is no order of ours, and neither is riding.
Status followAll(session::WorldSession& session, const session::Snapshot& now, const char* key,
                 std::vector<session::EditsPtr> edits, std::vector<session::PosedNode> nodes,
                 const Heard::Riders& riders, Heard& heard) {
  if (edits.empty() && nodes.empty()) return okStatus();
  std::vector<ObjectId> ids;
  for (const session::PosedNode& node : nodes) ids.push_back(std::get<ObjectId>(node.node));
  for (const auto& [id, stays] : riders) {
    if (stays) nodes.push_back({{id}, {kRootObject}, now.world->rootT({id})});
    ids.push_back(id);
  }
  if (!nodes.empty()) edits.push_back(session::setPoses(*now.world, std::move(nodes)));
  session::CommitRequest commit = streamOf(phrase(WW_TEXT("Core", "Simulator followed")), key, edits);
  commit.base_revision = now.revision;
  WW_ASSIGN(const session::Committed done, session.commitAndSee(commit));
  for (const ObjectId id : ids) heard.poses[id] = done.after.world->rootT({id});
  return okStatus();
}

}  // namespace

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
    if (const auto last = heard_.said_poses.find(id); last != heard_.said_poses.end() && last->second == pose) continue;
    if (now.world->rootT({id}) == pose) {
      heard_.poses[id] = pose;
      continue;
    }
    nodes.push_back({{id}, {kRootObject}, pose});
  }
  Heard::Riders riders;
  for (const session::PosedNode& node : nodes) {
    const ObjectId id = std::get<ObjectId>(node.node);
    heard_.addRiders(*now.world, told_.get(), id, heard_.placed_at[id], said, riders);
  }
  for (const session::PosedNode& node : nodes) riders.erase(std::get<ObjectId>(node.node));
  WW_TRY(followAll(session_, now, "isaac/followed", {}, std::move(nodes), riders, heard_));
  ++heard_.messages;
  for (const auto& [id, pose] : said) {
    heard_.said_poses.insert_or_assign(id, pose);
    heard_.placed_at[id] = heard_.messages;
  }
  return true;
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
    if (is_bare) heard_.bare_joints[name] = own;
    else heard_.bare_joints.erase(name);
    told.insert(joint->object);
    // As bodies: what is told again does not put back what was ordered meanwhile.
    if (const auto last = heard_.said_joints.find(name); last != heard_.said_joints.end() && last->second == q.value)
      continue;
    heard[name] = q.value;
    if (positionOf(*now.world, *joint) == q.value) continue;
    movers.insert(joint->object);
    edits.push_back(session::setJoint(joint->object, own, q.value));
  }
  Heard::Riders riders;
  for (const ObjectId id : movers) heard_.addRiders(*now.world, told_.get(), id, heard_.joined_at[id], {}, riders);
  WW_TRY(followAll(session_, now, "isaac/followed joints", std::move(edits), {}, riders, heard_));
  ++heard_.messages;
  for (const ObjectId id : told) heard_.joined_at[id] = heard_.messages;
  for (const auto& [name, value] : heard) heard_.joints[name] = heard_.said_joints[name] = value;
  return true;
}

// Where things were moved to here, and not by what the simulator has said. Joints come first: what rides on them is put
// where it belongs behind that.
std::vector<Message> WorldExchange::publishOrders(const world::WorldPtr& now, const ShownPlaces& shown) {
  std::vector<Message> out;
  const bool another = now != told_;
  if (!another && shown == told_places_) return out;
  const std::vector<Quantity> orders =
      heard_.orders(jointsShown({*now, shown}, [&](ObjectId id) { return nameOf(*now, id); }), told_.get());
  if (!orders.empty()) out.push_back(onChannel(messageOf(orders), names_.joint_position));
  BodyGroup group{"world", {}};
  for (const ObjectId id : moved(told_.get(), told_places_, {*now, shown}, another)) {
    const Pose pose = shown.rootT(*now, id);
    if (const auto at = heard_.poses.find(id); at != heard_.poses.end() && at->second == pose) continue;
    heard_.poses[id] = pose;
    group.bodies.push_back({nameOf(*now, id), pose});
  }
  if (!group.bodies.empty()) out.push_back(onChannel(messageOf(group), names_.teleport));
  return out;
}

}  // namespace ww::isaac
