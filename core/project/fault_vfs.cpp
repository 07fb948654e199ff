// SPDX-License-Identifier: Apache-2.0
#include "core/project/fault_vfs.h"

#include <fmt/format.h>

namespace ww::project {

class FaultVfs::File final : public VfsFile {
 public:
  File(FaultVfs& vfs, std::unique_ptr<VfsFile> base) : vfs_(vfs), base_(std::move(base)) {}

  Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
    WW_TRY(vfs_.count(false, "read"));
    return base_->read(offset, into);
  }
  Status write(std::uint64_t offset, std::span<const char> bytes) override {
    const std::uint64_t call = vfs_.calls_;
    Status status = vfs_.count(true, "write");
    if (status.ok()) return base_->write(offset, bytes);
    // Only the call that fails first gets through in part.
    if (vfs_.plan_.short_write && call == vfs_.plan_.fail_at) {
      static_cast<void>(base_->write(offset, bytes.first(bytes.size() / 2)));
    }
    return status;
  }
  Status truncate(std::uint64_t size) override {
    WW_TRY(vfs_.count(true, "truncate"));
    return base_->truncate(size);
  }
  Status sync() override {
    WW_TRY(vfs_.count(true, "sync"));
    return base_->sync();
  }
  Result<std::uint64_t> size() override {
    WW_TRY(vfs_.count(false, "size"));
    return base_->size();
  }
  Status lock(bool exclusive) override { return base_->lock(exclusive); }
  void unlock() override { base_->unlock(); }

 private:
  FaultVfs& vfs_;
  std::unique_ptr<VfsFile> base_;
};

Status FaultVfs::count(bool changes, const char* what) {
  const bool crashed = plan_.crash && calls_ > plan_.fail_at;
  if (plan_.changes_only && !changes && !crashed) return okStatus();
  const std::uint64_t call = calls_++;
  const bool fails = call == plan_.fail_at || (call > plan_.fail_at && (plan_.persistent || plan_.crash));
  return fails ? fail(plan_.code, fmt::format("injected failure of {} at call {}", what, call)) : okStatus();
}

Result<std::unique_ptr<VfsFile>> FaultVfs::open(const std::string& path, Mode mode) {
  WW_TRY(count(mode != Mode::kRead && mode != Mode::kReadWrite, "open"));
  WW_ASSIGN(auto file, base_.open(path, mode));
  return std::unique_ptr<VfsFile>(std::make_unique<File>(*this, std::move(file)));
}
Status FaultVfs::rename(const std::string& from, const std::string& to) {
  WW_TRY(count(true, "rename"));
  return base_.rename(from, to);
}
Status FaultVfs::remove(const std::string& path) {
  WW_TRY(count(true, "remove"));
  return base_.remove(path);
}
Result<bool> FaultVfs::exists(const std::string& path) {
  WW_TRY(count(false, "exists"));
  return base_.exists(path);
}
Status FaultVfs::syncFolder(const std::string& folder) {
  WW_TRY(count(true, "syncFolder"));
  return base_.syncFolder(folder);
}
Status FaultVfs::backup(const std::string& from, const std::string& to) {
  WW_TRY(count(true, "backup"));
  return base_.backup(from, to);
}
Result<std::vector<std::string>> FaultVfs::list(const std::string& folder) {
  WW_TRY(count(false, "list"));
  return base_.list(folder);
}
Status FaultVfs::makePrivateFolder(const std::string& folder) {
  WW_TRY(count(true, "makePrivateFolder"));
  return base_.makePrivateFolder(folder);
}
Status FaultVfs::removeFolder(const std::string& folder) {
  WW_TRY(count(true, "removeFolder"));
  return base_.removeFolder(folder);
}
Status FaultVfs::copyMode(const std::string& from, const std::string& to) {
  WW_TRY(count(true, "copyMode"));
  return base_.copyMode(from, to);
}

}  // namespace ww::project
