// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sqlite3.h>

#include <string>

#include "core/project/vfs.h"

namespace ww::project {

// A sqlite3_vfs over a Vfs, for one connection: main file and rollback journal, no shared memory, no
// mapping, no temporary files. Must outlive the connection. A write transaction has the file to
// itself from its first statement, since the lock of a Vfs is of the whole file.
class SqliteShim {
 public:
  SqliteShim(Vfs& vfs, Vfs::Mode main_mode);
  SqliteShim(const SqliteShim&) = delete;
  SqliteShim& operator=(const SqliteShim&) = delete;

  // As sqlite3_open_v2.
  int open(const std::string& path, sqlite3** db);

  // Why the last failed call failed; ok when none did since forget().
  const Status& lastError() const { return last_error_; }
  void forget() {
    if (!last_error_.ok()) last_error_ = {};
  }

  // For the callbacks.
  Vfs& vfs() { return vfs_; }
  Vfs::Mode mainMode() const { return main_mode_; }
  int failed(Status status, int sqlite_code);

 private:
  Vfs& vfs_;
  Vfs::Mode main_mode_;
  Status last_error_;
  std::string name_;
  sqlite3_vfs table_{};
};

}  // namespace ww::project
