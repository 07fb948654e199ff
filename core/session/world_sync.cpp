// SPDX-License-Identifier: Apache-2.0
#include "core/session/world_sync.h"

#include "core/session/failures.h"
#include "core/world/compare/compare.h"
#include "core/world/compare/sync.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_service.pb.h"

namespace ww::session {
namespace {

namespace pb = intrinsic_proto::world;

// As the world that has it calls it.
template <typename Ref>
Phrase nameOf(const Ref& ref, const world::World& from, const world::World& to) {
  if (const auto id = world::resolve(from, ref); id.ok()) return from.display(*id);
  if (const auto id = world::resolve(to, ref); id.ok()) return to.display(*id);
  return phrase(WW_TEXT("Core", "an object"));
}

}  // namespace

Status syncObject(WorldRegistry& worlds, const pb::SyncObjectRequest& request, const std::string& author) {
  WW_ASSIGN(const std::shared_ptr<WorldSession> from, worlds.find(request.from_world_id()));
  WW_ASSIGN(const std::shared_ptr<WorldSession> to, worlds.find(request.to_world_id()));
  if (!request.has_object() && !request.has_frame()) return fail(failures::kNothingToSync);
  if (from == to) return fail(failures::kSameWorld, {{"id", arg::Name{request.to_world_id()}}});
  const auto [source, target] = WorldSession::snapshots(*from, *to);
  const Phrase name = request.has_object() ? nameOf(request.object(), *source.world, *target.world)
                                           : nameOf(request.frame(), *source.world, *target.world);
  const world::WorldPtr world = source.world;
  return to
      ->commitWorld({phrase(WW_TEXT("Core", "Sync {name} from {world}"),
                            {{"name", name}, {"world", arg::Words{request.from_world_id()}}}),
                     author,
                     {}},
                    [&](const world::World& now) {
                      return request.has_object() ? world::syncObject(*world, now, request.object())
                                                  : world::syncFrame(*world, now, request.frame());
                    })
      .status();
}

Result<pb::CompareWorldsResponse> compareWorlds(const WorldRegistry& worlds, const pb::CompareWorldsRequest& request) {
  WW_ASSIGN(const std::shared_ptr<WorldSession> base, worlds.find(request.base_world_id()));
  WW_ASSIGN(const std::shared_ptr<WorldSession> changed, worlds.find(request.changed_world_id()));
  world::CompareOptions options;
  if (request.unique_id_mode() == pb::CompareWorldsRequest::BY_NAME) options.by = world::IdentifyBy::kName;
  if (request.view() == pb::FULL) options.view = world::View::kFull;
  if (request.view() == pb::BASIC) options.view = world::View::kBasic;
  options.base_world_id = request.base_world_id();
  options.changed_world_id = request.changed_world_id();
  const auto [before, after] = WorldSession::snapshots(*base, *changed);
  return world::compareWorlds(*before.world, *after.world, options);
}

}  // namespace ww::session
