// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/failures.h"
#include "core/rpc/wire_help.h"
#include "core/world/updates/transform_nodes.h"
#include "intrinsic/world/proto/object_world_service.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::rpc {
namespace {

using session::Committed;
using Update = pb::ObjectWorldUpdate;

// Whether the update names a world itself, in whatever case it holds.
bool namesWorld(const Update& update) {
  const auto* reflection = update.GetReflection();
  const auto* kind = Update::descriptor()->FindFieldByNumber(static_cast<int>(update.update_case()));
  if (!kind) return false;
  const google::protobuf::Message& request = reflection->GetMessage(update, kind);
  const auto* world_id = request.GetDescriptor()->FindFieldByName("world_id");
  return world_id && !request.GetReflection()->GetString(request, world_id).empty();
}

Result<std::shared_ptr<worldwright::v1::Edits>> editsOf(const pb::ObjectWorldUpdates& updates) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  for (int i = 0; i < updates.updates_size(); ++i) {
    if (namesWorld(updates.updates(i))) {
      return fail(failures::kUpdateNamesWorld,
                  {{"number", arg::Count{static_cast<std::uint64_t>(i) + 1}},
                   {"count", arg::Count{static_cast<std::uint64_t>(updates.updates_size())}}});
    }
    *edits->add_edits()->mutable_world_update() = updates.updates(i);
  }
  return edits;
}

}  // namespace

Status updateTransform(const WorldCall& call, const pb::UpdateTransformRequest& request,
                       pb::UpdateTransformResponse& out) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  pb::UpdateTransformRequest* update = edits->add_edits()->mutable_world_update()->mutable_update_transform();
  *update = request;
  update->clear_world_id();
  WW_ASSIGN(const Committed done, commit(call, request.world_id(), std::move(edits)));
  WW_ASSIGN(const world::NodeRef node, world::nodeToUpdate(*done.before.world, request));
  const world::World& w = *done.after.world;
  if (const auto* frame = std::get_if<FrameId>(&node)) {
    *out.mutable_frame() = world::toWireFrame(w, *w.frame(*frame), true, request.world_id());
  } else {
    *out.mutable_object() =
        world::toWireObject(w, *w.object(std::get<ObjectId>(node)), viewOf(request.view()), request.world_id());
  }
  return okStatus();
}

Status updateWorldResources(const WorldCall& call, const pb::UpdateWorldResourcesRequest& request,
                            pb::UpdateWorldResourcesResponse& out) {
  WW_TRY(findSession(call, request.world_id()).status());
  WW_ASSIGN(auto edits, editsOf(request.world_updates()));
  const bool is_single = edits->edits_size() == 1;
  auto done = commit(call, request.world_id(), std::move(edits));
  if (!done.ok()) {
    // Batches name the update that failed, as those that are empty are named; here one alone is as well.
    Phrase place =
        phrase(WW_TEXT("Core", "edit {number} of {count}"), {{"number", arg::Count{1}}, {"count", arg::Count{1}}});
    const auto& failure = done.status().failure;
    const bool named = failure && !failure->contexts.empty() && failure->contexts.front().text == place.text;
    return is_single && !named ? within(done.status(), std::move(place)) : done.status();
  }
  const world::World& w = *done->after.world;
  w.forEachObject([&](const world::Object& o) {
    *out.add_objects() = world::toWireObject(w, o, viewOf(request.view()), request.world_id());
  });
  *out.mutable_collision_settings() = w.collisionSettings();
  return okStatus();
}

Status updateCollisionSettings(const WorldCall& call, const pb::UpdateCollisionSettingsRequest& request,
                               pb::World& out) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto* update = edits->add_edits()->mutable_world_update()->mutable_update_collision_settings();
  *update = request;
  update->clear_world_id();
  WW_ASSIGN(const Committed done, commit(call, request.world_id(), std::move(edits)));
  const world::World& w = *done.after.world;
  w.forEachObject([&](const world::Object& o) {
    *out.add_objects() = world::toWireObject(w, o, world::View::kFull, request.world_id());
  });
  *out.mutable_collision_settings() = w.collisionSettings();
  // Deleted in the meantime: what it was is told all the same.
  if (const auto metadata = call.worlds.metadata(request.world_id()); metadata.ok())
    fill(*metadata, *out.mutable_world_metadata());
  else out.mutable_world_metadata()->set_id(request.world_id());
  return okStatus();
}

}  // namespace ww::rpc
