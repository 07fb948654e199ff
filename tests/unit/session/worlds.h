// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/session/world_registry.h"
#include "tests/unit/world/arm.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::test {

inline bool commit(session::WorldSession& session, const session::EditsPtr& edits, std::string label = "edit",
                   std::string author = {}) {
  session::CommitRequest request;
  request.label = std::move(label);
  request.edits = edits;
  request.author = std::move(author);
  return session.commit(request).ok();
}

// Boxes b0, b1... below the root.
inline world::World boxes(int count, geometry::GeometryStore& store) {
  const session::EditsPtr first = box(world::kRootObject, "b0");
  worldwright::v1::Edits edits;
  for (int i = 0; i < count; ++i) {
    *edits.add_edits() = first->edits(0);
    edits.mutable_edits(i)->mutable_create_object()->set_name(fmt::format("b{}", i));
    edits.mutable_edits(i)->mutable_create_object()->set_name_is_global_alias(true);
  }
  return world::apply(world::World(), edits, store).value();
}

// The hash that the written history leads to, from the world before its first entry.
inline std::string replayed(const session::WorldSession& session) {
  const auto history = session.history();
  world::World world = history.entries.empty() ? *session.snapshot().world : *history.entries.front().before;
  for (std::size_t i = 0; i < history.position; ++i) {
    worldwright::v1::Edits edits;
    if (!edits.ParseFromString(history.entries[i].edits->SerializeAsString())) return "cannot be read";
    auto next = world::apply(world, edits, session.store());
    if (!next.ok()) return next.status().line();
    world = std::move(next).value();
    if (const Status sound = world::checkInvariants(world); !sound.ok()) return sound.line();
  }
  return world::contentHash(world);
}

inline std::string hashOf(const session::WorldSession& session) {
  return world::contentHash(*session.snapshot().world);
}

}  // namespace ww::test
