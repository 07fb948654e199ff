// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <limits>

#include "core/project/memory_vfs.h"

namespace ww::project {

// Makes calls of another Vfs fail, for tests. Calls are counted from 0: reads, writes, truncates,
// syncs, sizes, opens, renames, removes, folder syncs and backups (with `changes_only`, only
// those that change something). Locks are neither counted nor made to fail.
class FaultVfs final : public Vfs {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  struct Plan {
    std::uint64_t fail_at = kNever;
    bool persistent = false;   // all calls from there on, too
    bool crash = false;        // the program ends there: from then on nothing is read or written
    bool short_write = false;  // a failing write leaves half of its bytes
    bool changes_only = false;
    Code code = Code::kUnavailable;
  };

  explicit FaultVfs(Vfs& base) : base_(base) {}
  void start(const Plan& plan) {
    plan_ = plan;
    calls_ = 0;
  }
  // Since start().
  std::uint64_t calls() const { return calls_; }

  // Fail as those of the base, or when the plan says so.
  Result<std::unique_ptr<VfsFile>> open(const std::string& path, Mode mode) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status remove(const std::string& path) override;
  Result<bool> exists(const std::string& path) override;
  Status syncFolder(const std::string& folder) override;
  Status backup(const std::string& from, const std::string& to) override;
  Result<std::vector<std::string>> list(const std::string& folder) override;
  Status makePrivateFolder(const std::string& folder) override;
  Status removeFolder(const std::string& folder) override;
  Result<std::string> resolve(const std::string& path) override { return base_.resolve(path); }
  Status copyMode(const std::string& from, const std::string& to) override;

 private:
  class File;
  // Counts a call; the failure when it is to fail.
  Status count(bool changes, const char* what);

  Vfs& base_;
  Plan plan_;
  std::atomic<std::uint64_t> calls_{0};
};

}  // namespace ww::project
