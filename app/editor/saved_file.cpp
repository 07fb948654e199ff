// SPDX-License-Identifier: Apache-2.0
#include "app/editor/saved_file.h"

#include <utility>

namespace ww::editor {

void SavedFile::setWorld(world::WorldPtr world, bool is_lost) {
  world_ = std::move(world);
  is_lost_ = is_lost;
}

void SavedFile::setLost(bool is_lost) {
  if (std::exchange(is_lost_, is_lost) != is_lost) Q_EMIT lostChanged();
}

void SavedFile::settle(world::WorldPtr theirs, FileState state) {
  state_ = std::move(state);
  state_.is_of_others = true;
  setWorld(std::move(theirs));
  Q_EMIT settled();
}

}  // namespace ww::editor
