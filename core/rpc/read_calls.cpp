// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "core/geometry/wire_convert.h"
#include "core/rpc/failures.h"
#include "core/rpc/wire_help.h"
#include "core/world/updates/transform_nodes.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_service.pb.h"

namespace ww::rpc {
namespace {

using world::World;

// A resource is the object of that name.
Result<ObjectId> byResourceName(const World& w, const std::string& name) {
  if (name.empty()) return fail(failures::kNoResourceNamed);
  if (const ObjectId id = w.aliasNamed(name)) return id;
  if (const ObjectId id = w.childNamed(world::kRootObject, name)) return id;
  std::vector<std::string> known;
  for (const ObjectId id : w.childrenOf(*w.object(world::kRootObject))) known.push_back(w.object(id)->name);
  return withNearest(fail(failures::kNoSuchResource, {{"name", arg::Name{name}}}), name, known);
}

Result<ObjectId> queried(const World& w, const pb::GetObjectRequest& request) {
  switch (request.object_query_case()) {
    case pb::GetObjectRequest::kObject: return world::resolve(w, request.object());
    case pb::GetObjectRequest::kResourceHandleName: return byResourceName(w, request.resource_handle_name());
    case pb::GetObjectRequest::kObjectFullPath: return world::resolve(w, request.object_full_path());
    case pb::GetObjectRequest::OBJECT_QUERY_NOT_SET: break;
  }
  return fail(failures::kNoObjectNamed);
}

// What was computed has rounding in its norm; what is sent must not.
void sendPose(const Pose& pose, intrinsic_proto::Pose* out) { geometry::toWire({pose.p, normalizedOnce(pose.q)}, out); }

}  // namespace

Status getCollisionSettings(const WorldCall& call, const pb::GetCollisionSettingsRequest& request,
                            pb::CollisionSettings& out) {
  WW_ASSIGN(const auto w, findWorld(call, request.world_id()));
  out = w->collisionSettings();
  return okStatus();
}

Status getObject(const WorldCall& call, const pb::GetObjectRequest& request, pb::Object& out) {
  WW_ASSIGN(const auto w, findWorld(call, request.world_id()));
  WW_ASSIGN(const ObjectId id, queried(*w, request));
  out = world::toWireObject(*w, *w->object(id), viewOf(request.view()), request.world_id());
  return okStatus();
}

Status listObjects(const WorldCall& call, const pb::ListObjectsRequest& request, pb::ListObjectsResponse& out) {
  WW_ASSIGN(const auto w, findWorld(call, request.world_id()));
  const world::View view = viewOf(request.view());
  const auto add = [&](const world::Object& o) {
    *out.add_objects() = world::toWireObject(*w, o, view, request.world_id());
  };
  if (request.query_objects().empty()) {
    w->forEachObject(add);
    return okStatus();
  }
  std::vector<ObjectId> wanted;
  std::set<ObjectId> seen;
  for (int i = 0; i < request.query_objects_size(); ++i) {
    auto id = world::resolve(*w, request.query_objects(i));
    if (!id.ok()) return id.status().in(fmt::format("query_objects[{}]", i));
    if (seen.insert(*id).second) wanted.push_back(*id);
  }
  for (const ObjectId id : wanted) add(*w->object(id));
  return okStatus();
}

Status getFrame(const WorldCall& call, const pb::GetFrameRequest& request, pb::Frame& out) {
  WW_ASSIGN(const auto w, findWorld(call, request.world_id()));
  WW_ASSIGN(const FrameId id, world::resolve(*w, request.frame()));
  out = world::toWireFrame(*w, *w->frame(id), true, request.world_id());
  return okStatus();
}

Status listFrames(const WorldCall& call, const pb::ListFramesRequest& request, pb::ListFramesResponse& out) {
  WW_ASSIGN(const auto w, findWorld(call, request.world_id()));
  const auto add = [&](const world::Object& o) {
    for (pb::Frame& frame : world::toWireFrames(*w, o, true, request.world_id())) *out.add_frames() = std::move(frame);
  };
  if (!request.has_object()) {
    w->forEachObject(add);
    return okStatus();
  }
  WW_ASSIGN(const ObjectId object, world::resolve(*w, request.object()));
  add(*w->object(object));
  return okStatus();
}

Status getTransform(const WorldCall& call, const pb::GetTransformRequest& request, pb::GetTransformResponse& out) {
  WW_ASSIGN(const auto w, findWorld(call, request.world_id()));
  const auto *filter_a = request.has_node_a_filter() ? &request.node_a_filter() : nullptr,
             *filter_b = request.has_node_b_filter() ? &request.node_b_filter() : nullptr;
  auto [a, b] = !filter_a && !filter_b ? world::resolveBoth(*w, request.node_a(), request.node_b())
                                       : std::pair(world::resolveNode(*w, request.node_a(), filter_a),
                                                   world::resolveNode(*w, request.node_b(), filter_b));
  if (!a.ok()) return a.status().in("node_a");
  if (!b.ok()) return b.status().in("node_b");
  sendPose(w->aTB(*a, *b), out.mutable_a_t_b());
  return okStatus();
}

}  // namespace ww::rpc
