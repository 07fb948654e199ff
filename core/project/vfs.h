// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"

namespace ww::project {

// An open file. Offsets in bytes.
class VfsFile {
 public:
  virtual ~VfsFile() = default;
  // Bytes read; fewer than asked for only at the end of the file. Errors, here and below, are those of systemVfs().
  virtual Result<std::size_t> read(std::uint64_t offset, std::span<char> into) = 0;
  virtual Status write(std::uint64_t offset, std::span<const char> bytes) = 0;
  virtual Status truncate(std::uint64_t size) = 0;
  virtual Status sync() = 0;
  virtual Result<std::uint64_t> size() = 0;
  // Advisory lock of the whole file, kept until unlock or close; UNAVAILABLE when another has it.
  virtual Status lock(bool exclusive) = 0;
  virtual void unlock() = 0;
};

// The only way to the disk for world files (SQLite's included), so that tests can make any call fail.
class Vfs {
 public:
  // kCreate: must not exist; kCreatePrivate: so, for the owner's eyes only. Errors below are those of systemVfs().
  enum class Mode { kRead, kReadWrite, kCreate, kCreateOrOpen, kCreatePrivate };
  virtual ~Vfs() = default;
  virtual Result<std::unique_ptr<VfsFile>> open(const std::string& path, Mode mode) = 0;
  virtual Status rename(const std::string& from, const std::string& to) = 0;
  virtual Status remove(const std::string& path) = 0;
  virtual Result<bool> exists(const std::string& path) = 0;
  virtual Status syncFolder(const std::string& folder) = 0;
  // Hard link or copy of `from` at `to`, replacing it. Errors as above.
  virtual Status backup(const std::string& from, const std::string& to) = 0;
  // Names of what is in a folder, sorted; NOT_FOUND when there is none.
  virtual Result<std::vector<std::string>> list(const std::string& folder) = 0;
  // A folder that only its owner can enter, with those above it, each name synced; fine when it is there already. Its
  // errors, and those of the next, are as above.
  virtual Status makePrivateFolder(const std::string& folder) = 0;
  virtual Status removeFolder(const std::string& folder) = 0;  // an empty one
  // The path with symbolic links followed, as far as it exists; absolute. Errors as above.
  virtual Result<std::string> resolve(const std::string& path) { return path; }
  // Gives `to` the permissions, and where allowed the owner, of `from`. Errors as above.
  virtual Status copyMode(const std::string& /*from*/, const std::string& /*to*/) { return okStatus(); }
};

// Everything before the last slash; "." when there is none.
std::string folderOf(const std::string& path);

// The real file system. Errors: NOT_FOUND, PERMISSION_DENIED, ALREADY_EXISTS, RESOURCE_EXHAUSTED (no
// space, quota, file too large), else UNAVAILABLE. Thread-safe.
Vfs& systemVfs();

}  // namespace ww::project
