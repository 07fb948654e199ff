// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "app/cli/verb_bench.h"
#include "core/geometry/store.h"
#include "core/session/session.h"
#include "core/world/values/world.h"

// What the parts of `bench world` share.
namespace ww::cli {

// How many objects hang below each other.
constexpr int kForestDepth = 12;

// Boxes in chains of twelve, each below the one before; named part_0, part_1 and so on. A furnished one has every kind
// of node: the tops of its chains are chains of links too, each third object has a frame and that another one, and all
// hang on one object more.
struct Forest {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  world::WorldPtr world;
  std::vector<ObjectId> all;
  std::vector<ObjectId> leaves;
  std::vector<ObjectId> tops;  // of the chains
  ObjectId hall;               // of a furnished one: what all others hang on
};
Result<Forest> makeForest(int objects, bool furnished = false);
session::CommitRequest moveOf(const Forest& forest, ObjectId id, double x);

// What questions about worlds of a size cost. The nodes asked are any objects, entities (of the root and inner ones)
// and frames; nothing was asked or hashed before the first clone.
struct SizeFigures {
  int objects = 0;
  double first_clone_us = 0.0;
  double first_hash_us = 0.0;
  Times by_handle, by_name, after_commit;       // a transform between two nodes
  Times large_move, after_large_move;           // a commit that moves every object, and a transform after it
  Times hash_after_move;                        // content hash
  std::uint64_t edit = 0, undo = 0, clone = 0;  // nodes of the tries that are visited
};
Result<std::vector<SizeFigures>> measureSizes();
std::string textOf(const std::vector<SizeFigures>& all);
Json jsonOf(const std::vector<SizeFigures>& all);

// Saves of one moved object, and loads.
struct FileFigures {
  int objects = 0;
  double first_save_us = 0.0;
  Times save, load;
  std::size_t rows_written = 0;
};
Result<FileFigures> measureFile(int objects);
std::string textOf(const FileFigures& figures);
Json jsonOf(const FileFigures& figures);

// What keeping each commit in a journal costs the thread that commits, and how far behind it is.
struct JournalFigures {
  int objects = 0;
  double first_ms = 0.0;  // until the world that it begins with is synced
  Times commit, behind;
};
Result<JournalFigures> measureJournal(int objects);
std::string textOf(const JournalFigures& figures);
Json jsonOf(const JournalFigures& figures);

// Edits of an object with many entities, and the pose of one of them.
struct EntityFigures {
  int entities = 0;
  Times move, rename, root_t;
};
Result<std::vector<EntityFigures>> measureEntities();
std::string textOf(const std::vector<EntityFigures>& all);
Json jsonOf(const std::vector<EntityFigures>& all);

}  // namespace ww::cli
