// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "core/geometry/store.h"
#include "core/history/rows.h"
#include "core/session/session.h"

namespace ww::history {

// A state in memory. Its world may have to be made first: from that of its parent or of a child, by the steps.
struct State {
  NodePtr node;
  world::WorldPtr world;                        // null: not made yet
  StepPtr step;                                 // null: none was made, or it is out of date
  std::uint64_t visited = 0;                    // the higher, the later the world was there
  std::uint64_t entry = 0;                      // of the session's history, while more may be joined to it
  std::vector<geometry::GeometryPtr> geometry;  // what its step needs, kept in memory
  std::uint64_t revision = 0;                   // of the session that made it so; 0: it was read
};

// A tree of states, as a value: copies share what is large.
struct States {
  std::map<NodeId, State> all;
  NodeId current = 0, next = 1;

  const State* find(NodeId id) const;
  // The one whose world is this very value; 0: none.
  NodeId at(const world::World* world) const;
  // From the state up to the oldest.
  std::vector<NodeId> lineTo(NodeId id) const;
  // The children, the one that was visited last in front.
  std::vector<NodeId> childrenOf(NodeId id) const;
  // From there on, always the child that was visited last; without `id` itself.
  std::vector<NodeId> linePast(NodeId id) const;
};

// Makes the world of a state, and of those between it and one that is known. NOT_FOUND; DATA_LOSS when a step does not
// lead where it should.
Status makeWorld(States& states, NodeId id, geometry::GeometryStore& store);
// Makes the worlds of all states, and takes those away that cannot be made, with what leads on from them; how many
// these were. Costs all steps once.
std::size_t dropOutOfReach(States& states, geometry::GeometryStore& store);
// As a file is to have it, with `current` as its world. Makes the steps that are missing: not for the Qt thread.
Record toRecord(States& states);

// The names of states that a file with these rows does not have.
std::vector<std::string> namesLost(const States& states, const project::HistoryRows& rows);

// A history that was read with its world.
struct Opened {
  States states;
  world::WorldPtr world;
  session::Past past;  // as far as it was made; more is in `states`
};
// The history in these rows, when it is that of this world; else null. `most`: so many states of its line are made at
// once, for undo and redo.
std::shared_ptr<Opened> opened(const project::HistoryRows& rows, const world::World& world,
                               geometry::GeometryStore& store, std::size_t most = 300);
// One edit more, after which the world is `after`; for programs that do not watch a session. None when the history is
// not that of `before`. A history that is larger than the bounds already grows no further.
struct Edit {
  Phrase label;
  std::string author;
  std::chrono::system_clock::time_point time{};
};
// What a command of the command line is called there.
Phrase labelOfCommand(const std::string& verb);
std::optional<project::HistoryRows> continued(const project::HistoryRows& rows, const world::World& before,
                                              const world::World& after, const Edit& edit, const Bounds& bounds = {});
// A history that begins with this world.
std::shared_ptr<Opened> begun(world::WorldPtr world);
// Undoes until the world is that of this content hash; false, and nothing has changed, where that was no state on the
// line, or one too long ago to be made at once.
bool goBackTo(Opened& to, const std::string& hash);
// An edit more on what was opened, such as one that was recovered.
void add(Opened& to, const Edit& edit, const world::World& after);
// The same at the cost of the edit, where `before` is known to be of the same content as the world that was opened.
void extend(Opened& to, const Edit& edit, const world::World& before, const world::World& after);
// What can be undone and redone, after the states were changed; as much is made as opened() does.
void lineUp(Opened& to, geometry::GeometryStore& store, std::size_t most = 300);

}  // namespace ww::history
