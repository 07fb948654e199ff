// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/wire_help.h"

#include <algorithm>

#include "core/rpc/failures.h"
#include "core/rpc/import_notes.h"
#include "core/rpc/labels.h"
#include "core/session/client_edits.h"
#include "core/usecase/edit_notes.h"
#include "core/usecase/rules/toggle_notes.h"
#include "core/world/updates/ignored.h"
#include "intrinsic/world/proto/object_world_service.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::rpc {

world::View viewOf(int view) { return view == pb::FULL ? world::View::kFull : world::View::kBasic; }

Result<std::shared_ptr<session::WorldSession>> findSession(const WorldCall& call, const std::string& world_id,
                                                           const char* field) {
  if (world_id.empty()) return fail(failures::kNoWorldNamed, {{"field", arg::Words{field}}});
  return call.worlds.find(world_id);
}

Result<world::WorldPtr> findWorld(const WorldCall& call, const std::string& world_id) {
  WW_ASSIGN(const auto session, findSession(call, world_id));
  return session->snapshot().world;
}

void fill(const session::WorldMetadata& metadata, pb::WorldMetadata& out) {
  out.set_id(metadata.id);
  out.set_world_structure_hash(metadata.structure_hash);
  const auto time = metadata.last_update.time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  out.mutable_last_update()->set_seconds(seconds.count());
  out.mutable_last_update()->set_nanos(static_cast<int>(std::chrono::nanoseconds(time - seconds).count()));
  if (metadata.user_tag) out.set_user_tag(*metadata.user_tag);
}

// Each field that has no effect is named once, beside the answer.
static void noteIgnored(const worldwright::v1::Edits& edits, CallContext& call) {
  constexpr std::size_t kMostNotes = 8;
  for (const auto& edit : edits.edits()) {
    for (std::string& text : world::ignoredFields(edit)) {
      const bool said = std::find(call.notes.begin(), call.notes.end(), text) != call.notes.end();
      if (!said && call.notes.size() < kMostNotes) call.notes.push_back(std::move(text));
    }
  }
}

Result<session::Committed> commit(const WorldCall& call, const std::string& world_id,
                                  std::shared_ptr<worldwright::v1::Edits> edits) {
  WW_ASSIGN(const auto session, findSession(call, world_id));
  noteIgnored(*edits, call.call);
  session::CommitRequest request;
  request.label = labelOf(*session->snapshot().world, *edits);
  request.edits = edits;
  request.author = call.call.client;
  session::asClientEdit(request);
  WW_ASSIGN(session::Committed done, session->commitAndSee(request));
  // Where a base stands in something costs a check of the world, which a client asks for where it wants one.
  for (const Diagnostic& note : usecase::editNotes(*done.before.world, *done.after.world, false))
    call.call.notes.push_back(noteText(note));
  for (const Diagnostic& note : usecase::toggleNotes(*done.after.world, *edits))
    call.call.notes.push_back(noteText(note));
  return done;
}

}  // namespace ww::rpc
