// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "core/project/vfs.h"

namespace ww::project {

// Files in memory: for worlds within other files, and for tests. Knows which bytes and names were synced, so that it
// can say what a disk might hold after a loss of power. There is one level of folders, made by use. Thread-safe.
class MemoryVfs final : public Vfs {
 public:
  // Fail as those of systemVfs() do, but never for want of space or permission.
  Result<std::unique_ptr<VfsFile>> open(const std::string& path, Mode mode) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status remove(const std::string& path) override;
  Result<bool> exists(const std::string& path) override;
  Status syncFolder(const std::string& folder) override;
  Status backup(const std::string& from, const std::string& to) override;
  Result<std::vector<std::string>> list(const std::string& folder) override;
  Status makePrivateFolder(const std::string& /*folder*/) override { return okStatus(); }
  Status removeFolder(const std::string& /*folder*/) override { return okStatus(); }

  // Bytes of a file; empty when there is none.
  std::string contents(const std::string& path) const;
  void put(const std::string& path, std::string bytes);
  std::vector<std::string> paths() const;

  // What a disk may hold when the power fails now: all that was synced; of later changes to names a
  // prefix; of later writes any subset, each perhaps cut at a sector of 512 bytes.
  std::unique_ptr<MemoryVfs> afterPowerLoss(std::mt19937& random) const;
  // A copy of all files as they are, synced: what is left when the program is killed.
  std::unique_ptr<MemoryVfs> afterKill() const;

 private:
  struct Write {
    std::uint64_t offset = 0;
    std::string bytes;
    bool truncate = false;  // to `offset`
  };
  struct Inode {
    std::string data, synced;
    std::vector<Write> pending;
    int readers = 0;
    bool writer = false;
  };
  using InodePtr = std::shared_ptr<Inode>;
  using Names = std::map<std::string, InodePtr>;
  struct NameChange {
    std::string path;
    InodePtr inode;            // null: removed
    std::string also_removed;  // by a rename, at once
  };
  class File;

  static void apply(std::string& data, const Write& write);
  static std::string torn(const Inode& inode, std::mt19937& random);
  void change(NameChange change);
  static void apply(Names& names, const NameChange& change);

  mutable std::mutex mutex_;
  Names names_, synced_names_;
  std::vector<NameChange> pending_;
};

}  // namespace ww::project
