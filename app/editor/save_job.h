// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/editor/file_holds.h"
#include "app/editor/world_picture.h"
#include "core/history/tree.h"
#include "core/project/project.h"

namespace ww::editor {

// What a window knows of a file that it has read or saved.
struct FileState {
  std::string mark;                                           // core/project/file_turn.h
  std::string rows_hash;                                      // project::FileInfo
  std::shared_ptr<const project::Carried> foreign = nullptr;  // the same
  FileHolds::Hold hold = nullptr;
  bool read_only = false;          // another program has it open: it is looked at, and not saved to
  bool is_of_others = false;       // what it has was never here alone: a save keeps it as a backup
  Status damage = {};              // that a save found in the file which it replaced
  std::vector<Status> notes = {};  // what a person should know of it
};

// Where the files of a document are, and what is kept in them beside the world. Used by jobs that may outlast it.
struct Keeping {
  project::Vfs* vfs = &project::systemVfs();
  std::shared_ptr<FileHolds> holds = std::make_shared<FileHolds>();
  std::shared_ptr<history::Tree> history;
  // What another program made of a file, which is in this state (project::fileMark), was decided about item by item: a
  // save replaces it. That of the document itself: SavedFile::settle().
  std::string settled = {};
};

// One save, off the Qt thread. In turn with other programs; what it may not replace it leaves alone.
struct SaveJob {
  Keeping keeping;
  std::string file;
  world::WorldPtr world;
  std::shared_ptr<geometry::GeometryStore> store;
  project::SaveOptions options;
  std::shared_ptr<WorldPicture> picture;          // may be null
  std::string waiting;                            // what to show while it waits for its turn
  std::string may_replace;                        // the state of the file that may go; empty: there must be none
  std::shared_ptr<history::States> past;          // null: what the file has of it stays
  std::shared_ptr<const history::States> unkept;  // the past, where none is kept: names in it are told
  history::Bounds bounds;                         // of the past in the file

  // Of the file that is replaced, as it was known; then what it is afterwards, also when the save failed.
  FileState after;
  std::string found;                   // the state that stood in the way: nothing was written
  std::atomic<bool> had_turn = false;  // else other programs are at the file
  bool kept_old = false;               // as `file~`

  Result<project::FileInfo> run(const std::stop_token& stop, const Progress& progress);

 private:
  Status hold();
  bool isChanged(const std::string& now) const;
  void addPast();
  void learn(const std::string& before, const Result<project::FileInfo>& info);
};

}  // namespace ww::editor
