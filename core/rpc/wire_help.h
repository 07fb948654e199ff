// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "core/rpc/world_calls.h"
#include "core/world/views/views.h"

namespace worldwright::v1 {
class Edit;
class Edits;
}  // namespace worldwright::v1

namespace ww::rpc {

// OBJECT_VIEW_UNSPECIFIED is BASIC. Takes the number of an intrinsic_proto.world.ObjectView.
world::View viewOf(int view);

// The session of the world that a field of the request names. INVALID_ARGUMENT for an empty id, NOT_FOUND for an
// unknown one.
Result<std::shared_ptr<session::WorldSession>> findSession(const WorldCall& call, const std::string& world_id,
                                                           const char* field = "world_id");
Result<world::WorldPtr> findWorld(const WorldCall& call, const std::string& world_id);

void fill(const session::WorldMetadata& metadata, pb::WorldMetadata& out);

// Commits on behalf of the client, with a label from the edits themselves. Fails as findSession() and
// WorldSession::commit().
Result<session::Committed> commit(const WorldCall& call, const std::string& world_id,
                                  std::shared_ptr<worldwright::v1::Edits> edits);

}  // namespace ww::rpc
