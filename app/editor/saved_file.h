// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <cstdint>

#include "app/editor/save_job.h"

namespace ww::editor {

// The file of a document, as its window knows it: which state of it was read or saved, what world it had then, and
// whether it still has that.
class SavedFile : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  // As it was read or saved last.
  const FileState& state() const { return state_; }
  // What it has, or what was new; null when neither is known, or the file has it no more.
  world::WorldPtr world() const { return is_lost_ ? nullptr : world_; }
  // The same, whatever has become of the file since.
  world::WorldPtr lastWorld() const { return world_; }
  // It is gone, damaged, or has another world since it was read or saved: what it had is in this program alone.
  bool isLost() const { return is_lost_; }
  // It has what states of the history are called up to this change of that (history::Tree::changes()).
  std::uint64_t names() const { return names_; }

  void setState(FileState state) { state_ = std::move(state); }
  // It was read, or saved, just now. `is_lost`: it had that once, and has it no more.
  void setWorld(world::WorldPtr world, bool is_lost = false);
  void setLost(bool is_lost);
  void setNames(std::uint64_t names) { names_ = names; }
  // Others have put that world there, in that state, and it was decided what of it comes here: a save replaces it.
  void settle(world::WorldPtr theirs, FileState state);

 Q_SIGNALS:
  void written();  // by a save of this document, also one that nobody is told of
  void lostChanged();
  void settled();

 private:
  FileState state_;
  world::WorldPtr world_;
  bool is_lost_ = false;
  std::uint64_t names_ = 0;
};

}  // namespace ww::editor
