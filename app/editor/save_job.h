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
  std::vector<Status> notes = {};  // what a person should know of it
};

// Where the files of a document are, and what is kept in them beside the world. Used by jobs that may outlast it.
struct Keeping {
  project::Vfs* vfs = &project::systemVfs();
  std::shared_ptr<FileHolds> holds = std::make_shared<FileHolds>();
  std::shared_ptr<history::Tree> history;
  // What another program made of a file, which is in this state (project::fileMark), was decided about item by item: a
  // save replaces it.
  std::string settled = {};
  // The file is gone, is no world any more or has another one since it was read or saved: what it had is in this
  // program alone.
  bool file_lost = false;
};

// One save, off the Qt thread. In turn with other programs; what it may not replace it leaves alone.
struct SaveJob {
  Keeping keeping;
  std::string file;
  world::WorldPtr world;
  std::shared_ptr<geometry::GeometryStore> store;
  project::SaveOptions options;
  std::shared_ptr<WorldPicture> picture;  // may be null
  std::string waiting;                    // what to show while it waits for its turn
  std::string may_replace;                // the state of the file that may go; empty: there must be none
  std::shared_ptr<history::States> past;  // null: what the file has of it stays
  history::Bounds bounds;                 // of the past in the file

  FileState after;                     // what the file is afterwards, also when it failed; with the hold that there was
  std::string found;                   // the state that stood in the way: nothing was written
  std::atomic<bool> had_turn = false;  // else other programs are at the file
  bool kept_old = false;               // as `file~`

  Result<project::FileInfo> run(const std::stop_token& stop, const Progress& progress);

 private:
  Status hold();
  bool isChanged(const std::string& now) const;
  void addPast();
};

}  // namespace ww::editor
