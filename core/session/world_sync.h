// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/session/world_registry.h"

namespace intrinsic_proto::world {
class CompareWorldsRequest;
class CompareWorldsResponse;
class SyncObjectRequest;
}  // namespace intrinsic_proto::world

namespace ww::session {

// Makes one object or frame of a world like that of another, as one entry of the history; see
// core/world/compare/sync.h for what that is and when it fails. Unknown worlds are NOT_FOUND; the same world twice
// and a request without object and frame are INVALID_ARGUMENT.
Status syncObject(WorldRegistry& worlds, const intrinsic_proto::world::SyncObjectRequest& request,
                  const std::string& author);

// What differs between two worlds as they are at one moment. Unknown worlds are NOT_FOUND.
Result<intrinsic_proto::world::CompareWorldsResponse> compareWorlds(
    const WorldRegistry& worlds, const intrinsic_proto::world::CompareWorldsRequest& request);

}  // namespace ww::session
