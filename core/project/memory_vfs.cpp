// SPDX-License-Identifier: Apache-2.0
#include "core/project/memory_vfs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/project/failures.h"
#include "core/project/system_error.h"

namespace ww::project {
namespace {
constexpr std::size_t kSector = 512;
}

class MemoryVfs::File final : public VfsFile {
 public:
  File(MemoryVfs& vfs, InodePtr inode, std::string path, bool writable)
      : vfs_(vfs), inode_(std::move(inode)), path_(std::move(path)), writable_(writable) {}
  ~File() override { unlock(); }

  Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
    const std::lock_guard guard(vfs_.mutex_);
    if (offset >= inode_->data.size()) return std::size_t{0};
    const std::size_t count = std::min<std::size_t>(into.size(), inode_->data.size() - offset);
    std::memcpy(into.data(), inode_->data.data() + offset, count);
    return count;
  }
  Status write(std::uint64_t offset, std::span<const char> bytes) override {
    return record({offset, std::string(bytes.begin(), bytes.end()), false});
  }
  Status truncate(std::uint64_t size) override { return record({size, {}, true}); }
  Status sync() override {
    const std::lock_guard guard(vfs_.mutex_);
    for (const Write& write : inode_->pending) apply(inode_->synced, write);
    inode_->pending.clear();
    return okStatus();
  }
  Result<std::uint64_t> size() override {
    const std::lock_guard guard(vfs_.mutex_);
    return std::uint64_t{inode_->data.size()};
  }
  Status lock(bool exclusive) override {
    const std::lock_guard guard(vfs_.mutex_);
    const int others = inode_->readers - (shared_ ? 1 : 0);
    if ((inode_->writer && !exclusive_) || (exclusive && others > 0))
      return fail(failures::kInUse, {{"file", arg::Place{path_}}});
    release();
    (exclusive ? exclusive_ : shared_) = true;
    exclusive ? void(inode_->writer = true) : void(++inode_->readers);
    return okStatus();
  }
  void unlock() override {
    const std::lock_guard guard(vfs_.mutex_);
    release();
  }

 private:
  Status record(Write write) {
    if (!writable_) return fail(failures::kOpenForReading, {{"file", arg::Place{path_}}});
    const std::lock_guard guard(vfs_.mutex_);
    apply(inode_->data, write);
    inode_->pending.push_back(std::move(write));
    return okStatus();
  }
  void release() {
    if (shared_) --inode_->readers;
    if (exclusive_) inode_->writer = false;
    shared_ = exclusive_ = false;
  }

  MemoryVfs& vfs_;
  InodePtr inode_;
  std::string path_;
  bool writable_, shared_ = false, exclusive_ = false;
};

void MemoryVfs::apply(std::string& data, const Write& write) {
  if (write.truncate) return data.resize(write.offset);
  if (data.size() < write.offset + write.bytes.size()) data.resize(write.offset + write.bytes.size());
  data.replace(write.offset, write.bytes.size(), write.bytes);
}

void MemoryVfs::apply(Names& names, const NameChange& change) {
  if (!change.also_removed.empty()) names.erase(change.also_removed);
  if (change.inode) names[change.path] = change.inode;
  else names.erase(change.path);
}

void MemoryVfs::change(NameChange change) {
  apply(names_, change);
  pending_.push_back(std::move(change));
}

Result<std::unique_ptr<VfsFile>> MemoryVfs::open(const std::string& path, Mode mode) {
  const std::lock_guard guard(mutex_);
  const bool creates = mode == Mode::kCreate || mode == Mode::kCreateOrOpen || mode == Mode::kCreatePrivate;
  const auto it = names_.find(path);
  if (it == names_.end() && !creates) return systemError(ENOENT, Doing::kOpen, path);
  if (it != names_.end() && creates && mode != Mode::kCreateOrOpen) return systemError(EEXIST, Doing::kCreate, path);
  InodePtr inode = it == names_.end() ? std::make_shared<Inode>() : it->second;
  if (it == names_.end()) change({path, inode, {}});
  return std::unique_ptr<VfsFile>(std::make_unique<File>(*this, std::move(inode), path, mode != Mode::kRead));
}

Status MemoryVfs::rename(const std::string& from, const std::string& to) {
  const std::lock_guard guard(mutex_);
  const auto it = names_.find(from);
  if (it == names_.end()) return systemError(ENOENT, Doing::kRename, from);
  change({to, it->second, from});
  return okStatus();
}

Status MemoryVfs::remove(const std::string& path) {
  const std::lock_guard guard(mutex_);
  if (!names_.contains(path)) return systemError(ENOENT, Doing::kRemove, path);
  change({path, nullptr, {}});
  return okStatus();
}

Result<bool> MemoryVfs::exists(const std::string& path) {
  const std::lock_guard guard(mutex_);
  return names_.contains(path);
}

Status MemoryVfs::syncFolder(const std::string&) {
  const std::lock_guard guard(mutex_);
  synced_names_ = names_;
  pending_.clear();
  return okStatus();
}

Status MemoryVfs::backup(const std::string& from, const std::string& to) {
  const std::lock_guard guard(mutex_);
  const auto it = names_.find(from);
  if (it == names_.end()) return systemError(ENOENT, Doing::kBackUp, from);
  change({to, it->second, {}});
  return okStatus();
}

Result<std::vector<std::string>> MemoryVfs::list(const std::string& folder) {
  const std::lock_guard guard(mutex_);
  const std::string prefix = folder + "/";
  std::vector<std::string> out;
  for (auto it = names_.lower_bound(prefix); it != names_.end() && it->first.starts_with(prefix); ++it) {
    std::string name = it->first.substr(prefix.size());
    name.resize(std::min(name.size(), name.find('/')));
    if (out.empty() || out.back() != name) out.push_back(std::move(name));
  }
  if (out.empty()) return systemError(ENOENT, Doing::kOpenFolder, folder);
  return out;
}

std::string MemoryVfs::contents(const std::string& path) const {
  const std::lock_guard guard(mutex_);
  const auto it = names_.find(path);
  return it == names_.end() ? std::string() : it->second->data;
}

void MemoryVfs::put(const std::string& path, std::string bytes) {
  const std::lock_guard guard(mutex_);
  auto inode = std::make_shared<Inode>();
  inode->data = inode->synced = std::move(bytes);
  names_[path] = synced_names_[path] = std::move(inode);
}

std::vector<std::string> MemoryVfs::paths() const {
  const std::lock_guard guard(mutex_);
  std::vector<std::string> out;
  for (const auto& [path, inode] : names_) out.push_back(path);
  return out;
}

std::string MemoryVfs::torn(const Inode& inode, std::mt19937& random) {
  std::string data = inode.synced;
  for (const Write& write : inode.pending) {
    if (random() % 2 == 0) continue;
    Write part = write;
    if (!part.truncate && random() % 4 == 0) part.bytes.resize(random() % (part.bytes.size() / kSector + 1) * kSector);
    apply(data, part);
  }
  return data;
}

std::unique_ptr<MemoryVfs> MemoryVfs::afterPowerLoss(std::mt19937& random) const {
  const std::lock_guard guard(mutex_);
  Names names = synced_names_;
  const std::size_t kept = random() % (pending_.size() + 1);
  for (std::size_t i = 0; i < kept; ++i) apply(names, pending_[i]);
  std::map<InodePtr, std::string> data;
  for (const auto& [path, inode] : names) {
    if (!data.contains(inode)) data.emplace(inode, torn(*inode, random));
  }
  auto out = std::make_unique<MemoryVfs>();
  for (const auto& [path, inode] : names) out->put(path, data[inode]);
  return out;
}

std::unique_ptr<MemoryVfs> MemoryVfs::afterKill() const {
  const std::lock_guard guard(mutex_);
  auto out = std::make_unique<MemoryVfs>();
  for (const auto& [path, inode] : names_) out->put(path, inode->data);
  return out;
}

}  // namespace ww::project
