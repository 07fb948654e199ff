// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/geometry/store.h"
#include "core/journal/reading.h"
#include "core/journal/tally.h"
#include "core/world/values/world.h"

namespace ww::journal {

// The world that a recovery begins with. The reading may begin elsewhere afterwards: at what the file of the document
// has, where its own state is damaged or gone. DATA_LOSS when there is none.
Result<world::World> baseWorld(project::Vfs& vfs, const std::string& id, Reading& reading,
                               geometry::GeometryStore& store);
// Only the head of its state is left, and the file of the document has that world no more.
bool isLost(project::Vfs& vfs, Reading& reading);

// Why nothing of it can be recovered: DATA_LOSS, or FAILED_PRECONDITION when a newer program wrote it.
Status unreadable(const std::string& id, const Reading& reading);
// FAILED_PRECONDITION: edits cannot be had one by one any more; OK where none is of these.
Status swallowedNote(const Tally& tally, bool has_past);
// So many edits follow from that sequence number on.
std::uint64_t editsFrom(const Reading& reading, std::uint64_t sequence);

}  // namespace ww::journal
