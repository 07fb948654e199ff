// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <stop_token>
#include <string>

#include "app/editor/world_picture.h"
#include "core/project/project.h"

namespace ww::editor {

// What a window knows of a file that it has read or saved.
struct FileState {
  std::string mark;       // core/project/file_turn.h
  std::string rows_hash;  // project::FileInfo
};

// One save, off the Qt thread. In turn with other programs; what it may not replace it leaves alone.
struct SaveJob {
  std::string file;
  world::WorldPtr world;
  std::shared_ptr<geometry::GeometryStore> store;
  project::SaveOptions options;
  std::shared_ptr<WorldPicture> picture;  // may be null
  std::string waiting;                    // what to show while it waits for its turn
  std::string may_replace;                // the state of the file that may go; empty: there must be none

  FileState after;    // what the file is afterwards, also when it failed
  std::string found;  // the state that stood in the way: nothing was written
  bool had_turn = false;
  bool kept_old = false;  // as `file~`

  Result<project::FileInfo> run(const std::stop_token& stop, const Progress& progress);
};

}  // namespace ww::editor
