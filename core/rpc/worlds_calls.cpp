// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/empty.pb.h>

#include "core/rpc/failures.h"
#include "core/rpc/wire_help.h"
#include "core/session/world_sync.h"
#include "core/world/compare/footprints.h"
#include "intrinsic/world/proto/object_world_service.pb.h"

namespace ww::rpc {

Status getWorld(const WorldCall& call, const pb::GetWorldRequest& request, pb::WorldMetadata& out) {
  WW_TRY(findSession(call, request.world_id()).status());
  WW_ASSIGN(const session::WorldMetadata metadata, call.worlds.metadata(request.world_id()));
  fill(metadata, out);
  return okStatus();
}

Status cloneWorld(const WorldCall& call, const pb::CloneWorldRequest& request, pb::WorldMetadata& out) {
  WW_TRY(findSession(call, request.world_id()).status());
  session::CloneRequest clone{
      request.world_id(), request.cloned_world_id(), request.allow_overwrite(), {}, call.call.client};
  if (request.has_user_tag()) clone.user_tag = request.user_tag();
  WW_ASSIGN(const session::WorldMetadata metadata, call.worlds.clone(clone));
  fill(metadata, out);
  return okStatus();
}

Status swapWorld(const WorldCall& call, const pb::SwapWorldRequest& request, google::protobuf::Empty&) {
  WW_TRY(findSession(call, request.world_id()).status());
  WW_TRY(findSession(call, request.target_world_id(), "target_world_id").status());
  return call.worlds.swap(request.world_id(), request.target_world_id(), call.call.client);
}

Status deleteWorld(const WorldCall& call, const pb::DeleteWorldRequest& request, google::protobuf::Empty&) {
  WW_TRY(findSession(call, request.world_id()).status());
  if (call.kept_worlds.contains(request.world_id())) {
    return fail(failures::kWorldKept, {{"id", arg::Name{request.world_id()}}});
  }
  WW_TRY(call.worlds.remove(request.world_id()));
  // What only that world used: the store would hold it for ever.
  call.worlds.store().dropUnused();
  return okStatus();
}

Status listWorlds(const WorldCall& call, const pb::ListWorldsRequest&, pb::ListWorldsResponse& out) {
  for (const session::WorldMetadata& metadata : call.worlds.list()) fill(metadata, *out.add_world_metadatas());
  return okStatus();
}

Status areFootprintsCompatible(const WorldCall& call, const pb::AreFootprintsCompatibleRequest& request,
                               pb::AreFootprintsCompatibleResponse& out) {
  WW_ASSIGN(const auto session, findSession(call, request.world_id()));
  auto answer = world::compareFootprints(*session->snapshot().world, session->store(), request, call.call.stop);
  if (call.call.stop.stop_requested()) return fail(failures::kCallCancelled);
  out = std::move(answer);
  return okStatus();
}

Status compareWorlds(const WorldCall& call, const pb::CompareWorldsRequest& request, pb::CompareWorldsResponse& out) {
  WW_TRY(findSession(call, request.base_world_id(), "base_world_id").status());
  WW_TRY(findSession(call, request.changed_world_id(), "changed_world_id").status());
  WW_ASSIGN(out, session::compareWorlds(call.worlds, request));
  return okStatus();
}

Status syncObject(const WorldCall& call, const pb::SyncObjectRequest& request, pb::SyncObjectResponse&) {
  WW_TRY(findSession(call, request.from_world_id(), "from_world_id").status());
  WW_TRY(findSession(call, request.to_world_id(), "to_world_id").status());
  return session::syncObject(call.worlds, request, call.call.client);
}

}  // namespace ww::rpc
