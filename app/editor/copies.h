// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/session/edit_builders.h"
#include "core/session/session.h"

namespace ww::editor {

// What a copy of several objects made.
struct Copies {
  std::vector<world::NodeRef> nodes;
  Bounds box;  // around them, root frame, metres
};

// Copies the objects, with all that hangs on them, to where they stand free beside the originals: all as far. None of
// them hangs on another one; those that are gone are left out. Null when none is left.
session::EditsPtr copiesBeside(const world::World& world, const std::vector<ObjectId>& objects);

// Of the worlds around a commit of such edits.
Copies copiesOf(const world::World& before, const world::World& after);

// Copies them in the session, as one step called `label`; what somebody else does meanwhile is done first. Any thread.
// CANCELLED when `ended` says so before that or nothing is left to copy, ABORTED when others never leave off, and what
// commits fail with.
Result<Copies> commitCopies(session::WorldSession& session, const std::vector<ObjectId>& objects,
                            const std::string& label, const std::function<bool()>& ended);

// Whether copying them takes longer than somebody should wait for at the keyboard.
bool areMany(const world::World& world, const std::vector<ObjectId>& objects);

}  // namespace ww::editor
