// SPDX-License-Identifier: Apache-2.0
#include "core/session/client_edits.h"

#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::session {
namespace {

namespace pb = intrinsic_proto::world;

// A longer list of targets is one of many things; whose exact names do not matter.
constexpr std::size_t kLongestKey = 4096;

std::string part(char kind, const google::protobuf::MessageLite& target) {
  const std::string bytes = target.SerializeAsString();
  return kind + std::to_string(bytes.size()) + ":" + bytes;
}

std::string keyOf(const pb::UpdateTransformRequest& u) {
  if (u.has_node_to_update()) return part('t', u.node_to_update());
  return part('a', u.node_a()) + part('b', u.node_b());
}

std::string keyOf(const pb::UpdateObjectJointsRequest& u) {
  // Limits are no state.
  const bool moves_only = !u.joint_positions().empty() && !u.has_joint_application_limits() && !u.has_joint_system_limits();
  return moves_only ? part('j', u.object()) : std::string();
}

std::string keyOf(const worldwright::v1::Edit& edit) {
  const pb::ObjectWorldUpdate& update = edit.world_update();
  switch (update.update_case()) {
    case pb::ObjectWorldUpdate::kUpdateTransform: return keyOf(update.update_transform());
    case pb::ObjectWorldUpdate::kUpdateObjectJoints: return keyOf(update.update_object_joints());
    case pb::ObjectWorldUpdate::kUpdateObjectJoint: return part('j', update.update_object_joint().object());
    default: return {};
  }
}

}  // namespace

std::string streamKey(const worldwright::v1::Edits& edits) {
  std::string key;
  for (const auto& edit : edits.edits()) {
    const std::string one = keyOf(edit);
    if (one.empty()) return {};
    if (key.size() < kLongestKey) key += one;
  }
  return key;
}

void asClientEdit(CommitRequest& request) {
  if (!request.edits) return;
  std::string key = streamKey(*request.edits);
  if (key.empty()) return;
  request.coalesce_key = std::move(key);
  request.is_stream = true;
  request.stream_label = "Move several things";
}

}  // namespace ww::session
