// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "core/project/file_hold.h"

namespace ww::editor {

// The files that a document has open, or is about to. What tells others of it is looked after: somebody who cleans up
// may have removed it. Thread-safe.
class FileHolds {
 public:
  using Hold = std::shared_ptr<project::FileHold>;

  FileHolds();

  // The one that there is, for as long as somebody keeps it, or a new one. As project::FileHold::take().
  Result<Hold> take(const std::string& file);
  // The same, but waits for others to close the file. CANCELLED when stopped.
  Result<Hold> wait(const std::string& file, const std::stop_token& stop);
  // Tells others where they can change what is open here; empty: nowhere.
  void setService(const std::string& address);

 private:
  void keep(const std::stop_token& stop);

  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<project::FileHold>> held_;  // by path
  std::string service_;
  std::jthread keeper_;
};

}  // namespace ww::editor
