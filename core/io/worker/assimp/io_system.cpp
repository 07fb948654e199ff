// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/io_system.h"

#include <algorithm>
#include <assimp/IOStream.hpp>
#include <cstring>

#include "core/io/worker/context.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxBytes = 2ull << 30;

class MemoryStream : public Assimp::IOStream {
 public:
  explicit MemoryStream(std::shared_ptr<const std::string> bytes) : bytes_(std::move(bytes)) {}

  size_t Read(void* buffer, size_t size, size_t count) override {
    if (size == 0) return 0;
    const std::size_t n = std::min(count, (bytes_->size() - at_) / size);
    std::memcpy(buffer, bytes_->data() + at_, n * size);
    at_ += n * size;
    return n;
  }
  size_t Write(const void*, size_t, size_t) override { return 0; }
  aiReturn Seek(size_t offset, aiOrigin origin) override {
    const std::size_t base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : bytes_->size();
    const std::size_t to = base + offset;  // wraps for negative offsets from the end, as it should
    if (to > bytes_->size()) return aiReturn_FAILURE;
    at_ = to;
    return aiReturn_SUCCESS;
  }
  size_t Tell() const override { return at_; }
  size_t FileSize() const override { return bytes_->size(); }
  void Flush() override {}

 private:
  std::shared_ptr<const std::string> bytes_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::filesystem::path> GuardedIoSystem::find(const char* file) const {
  if (main_ == file) return main_;
  return files_.resolve(file, main_.parent_path());
}

// Those that were put; null for others.
std::shared_ptr<const std::string> GuardedIoSystem::bytesOf(const char* file) const {
  const std::filesystem::path path(file);
  const auto found = put_.find(path == main_ ? path : path.filename());
  return found == put_.end() ? nullptr : found->second;
}

bool GuardedIoSystem::Exists(const char* file) const {
  if (bytesOf(file)) return true;
  const auto path = find(file);
  return path.ok() && std::filesystem::is_regular_file(*path);
}

Assimp::IOStream* GuardedIoSystem::Open(const char* file, const char* mode) {
  if (std::strpbrk(mode, "wa+") != nullptr) return nullptr;
  if (auto bytes = bytesOf(file)) return new MemoryStream(std::move(bytes));
  const auto path = find(file);
  if (!path.ok() || !std::filesystem::is_regular_file(*path)) return nullptr;
  auto bytes = readWhole(*path, kMaxBytes);
  return bytes.ok() ? new MemoryStream(std::make_shared<const std::string>(std::move(bytes).value())) : nullptr;
}

void GuardedIoSystem::Close(Assimp::IOStream* stream) { delete stream; }

}  // namespace ww::io::worker
