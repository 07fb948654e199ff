// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <vector>

#include "core/io/file_asks.h"
#include "core/io/file_zone.h"

namespace worldwright::v1 {
class ToWorker;
}

namespace ww::io {

// Opens files for a worker that cannot do so itself: it asks over a socket, and gets descriptors for what lies in its
// zone. What it sends is not trusted.
class FileBroker {
 public:
  FileBroker(FileZone zone, std::filesystem::path scratch) : zone_(std::move(zone)), scratch_(std::move(scratch)) {}
  // The zone that a request needs.
  static FileBroker forRequest(const worldwright::v1::ToWorker& request, const std::filesystem::path& scratch);

  // Answers what waits at the socket `fd`, at most some dozens of questions. False when nobody asks any more, or what
  // comes is no question.
  bool serve(int fd);

 private:
  // The answer; `out` is the descriptor that goes along, or -1.
  FileAnswer answer(const FileAsk& ask, int& out);
  int open(const std::filesystem::path& path, int flags, int& out);
  int openScratch(const std::filesystem::path& path, int flags, int& out);
  int status(const std::filesystem::path& path, bool follow, struct stat& out);
  int access(const std::filesystem::path& path, int mode);
  int readLink(const std::filesystem::path& path, FileAnswer& out);
  int makeFolder(const std::filesystem::path& path);

  FileZone zone_;
  std::filesystem::path scratch_;  // what relative paths begin at
};

}  // namespace ww::io
