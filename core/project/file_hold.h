// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/status.h"

namespace ww::project {

// A program that has a world file open, as it tells of itself. What it could not write down, or may not be read, is
// empty; then the owner is that of what it has written.
struct FileHolder {
  std::string owner;    // the name of its user
  std::string program;  // "Worldwright"
  std::string machine;
  std::int64_t process = 0;
  std::string since;    // local time there: "2026-11-23 08:00"
  std::string service;  // where clients can change the world instead; empty: nowhere
};

// The login name of who runs this program; a number where the system knows none.
const std::string& userName();

class InodeMark;

// Says that a program has a world file open for as long as this value lives. A hidden file beside it (".NAME.open",
// text that its user can read) tells who; an advisory lock of that tells that it is so, and one of the file itself
// tells it to other users, and by its other names, hard links in other folders. What a program has left that was ended
// is known by its process, when that began, and the machine, and is taken over; what a living one has never is, nor
// that of another machine, of which this one cannot know. Thread-safe.
class FileHold {
 public:
  // UNAVAILABLE when another has it (it tells who). Null where no such file can be made, as in a folder that may only
  // be read: nobody can save there either.
  static Result<std::shared_ptr<FileHold>> take(const std::string& file, const std::string& program);
  ~FileHold();
  FileHold(const FileHold&) = delete;
  FileHold& operator=(const FileHold&) = delete;

  // False when the hidden file is gone, with its folder perhaps: nobody knows any more. To be asked after a save, too,
  // which may have put another file there.
  bool isTold() const;
  // Tells it again where that is so, or could not be written, unless the file is gone or another program has it by now;
  // whether others know. It writes to the disk.
  bool tellAgain();
  // Where clients can change the world; empty: nowhere. Is told as well as the disk allows.
  void setService(const std::string& address);

 private:
  FileHold(int fd, std::string file, std::string mark, std::string program);
  void tell();

  mutable std::mutex mutex_;  // guards what follows
  int fd_;
  std::string file_;
  std::unique_ptr<InodeMark> of_file_;
  std::string mark_, program_, since_, service_;
  bool is_written_ = false;
};

// Who has the file open, by this name or by a hard link to it; none: nobody. By a link in another folder, of a program
// that may not be looked at, nothing is known but that it has.
std::optional<FileHolder> holderOf(const std::string& file);
// UNAVAILABLE: that one has it open, and what to do.
Status heldBy(const std::string& file, const FileHolder& holder);
// Whether a status says that.
bool saysHeld(const Status& status);

}  // namespace ww::project
