// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/lmdb_pages.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "core/base/system_words.h"
#include "core/interop/isaac/failures.h"

namespace ww::isaac {
namespace {

constexpr std::uint32_t kMagic = 0xBEEFC0DE;
constexpr std::size_t kPageHeader = 16, kNodeHeader = 8;
constexpr std::uint64_t kNoPage = ~0ull;
constexpr int kDeepest = 32;
constexpr std::size_t kReadAtOnce = 8u << 20;
enum PageFlag : std::uint16_t { kBranch = 0x01, kLeaf = 0x02, kOverflow = 0x04, kMeta = 0x08, kKinds = 0x2f };
enum NodeFlag : std::uint16_t { kBigData = 0x01 };

template <typename T>
T numberAt(std::string_view bytes, std::size_t at) {
  T out{};
  WW_CHECK(at + sizeof out <= bytes.size());
  std::memcpy(&out, bytes.data() + at, sizeof out);
  return out;
}

struct LmdbMeta {
  std::uint64_t page_size = 0, root = kNoPage, entries = 0, transaction = 0;
};

// A node of a page, within its bounds.
struct LmdbNode {
  std::string_view key;
  std::uint64_t child = 0;  // of a branch
  std::uint64_t size = 0;   // of the value of a leaf
  std::string_view data;    // what stands in the leaf
  bool elsewhere = false;   // then data is the number of the first page of it
};

}  // namespace

struct LmdbPages::File {
  int fd = -1;
  std::string path;
  std::uint64_t bytes = 0;
  LmdbMeta meta;

  ~File() {
    if (fd >= 0) ::close(fd);
  }

  Status damaged(Phrase reason) const {
    return fail(failures::kLogDamaged, {{"folder", arg::Name{path}}, {"reason", std::move(reason)}});
  }

  // All of these bytes, which must be in the file.
  Result<std::string> read(std::uint64_t at, std::uint64_t size, const std::stop_token& stop = {}) const {
    if (at > bytes || size > bytes - at) return damaged(phrase(WW_TEXT("Core", "it ends before what it refers to")));
    std::string out(size, '\0');
    std::size_t done = 0;
    while (done < size) {
      if (stop.stop_requested()) return fail(failures::kLogStopped, {{"folder", arg::Name{path}}});
      const std::size_t piece = std::min<std::size_t>(kReadAtOnce, size - done);
      const ssize_t n = ::pread(fd, out.data() + done, piece, static_cast<off_t>(at + done));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return damaged(phrase(WW_TEXT("Core", "it ends before what it refers to")));
      done += static_cast<std::size_t>(n);
    }
    return out;
  }

  Result<std::string> page(std::uint64_t number) const {
    if (number > bytes / meta.page_size) return damaged(phrase(WW_TEXT("Core", "it ends before what it refers to")));
    WW_ASSIGN(std::string out, read(number * meta.page_size, meta.page_size));
    const auto flags = numberAt<std::uint16_t>(out, 10);
    const bool is_node = (flags & kKinds) == kBranch || (flags & kKinds) == kLeaf;
    if (numberAt<std::uint64_t>(out, 0) != number || !is_node)
      return damaged(phrase(WW_TEXT("Core", "page {number} is none of its tree"), {{"number", arg::Count{number}}}));
    return out;
  }

  Result<std::vector<LmdbNode>> nodes(const std::string& page) const;
  Result<std::string> value(const LmdbNode& node, std::uint64_t most, const std::stop_token& stop) const;
  Status readMeta();
  Status walk(std::uint64_t number, int depth, std::uint64_t& pages,
              const std::function<bool(std::string_view, std::uint64_t)>& fn, bool& goes_on) const;
};

// The nodes of a page, in the order of their keys.
Result<std::vector<LmdbNode>> LmdbPages::File::nodes(const std::string& page) const {
  const Status bad = damaged(phrase(WW_TEXT("Core", "a page of its tree is damaged")));
  const bool is_branch = (numberAt<std::uint16_t>(page, 10) & kBranch) != 0;
  const auto lower = numberAt<std::uint16_t>(page, 12);
  if (lower < kPageHeader || lower > page.size() || lower % 2 != 0) return bad;
  std::vector<LmdbNode> out;
  for (std::size_t at = kPageHeader; at + 2 <= lower; at += 2) {
    const std::size_t offset = numberAt<std::uint16_t>(page, at);
    if (offset < lower || offset + kNodeHeader > page.size()) return bad;
    const auto low = numberAt<std::uint16_t>(page, offset), high = numberAt<std::uint16_t>(page, offset + 2);
    const auto flags = numberAt<std::uint16_t>(page, offset + 4), key_size = numberAt<std::uint16_t>(page, offset + 6);
    const std::string_view behind = std::string_view(page).substr(offset + kNodeHeader);
    if (key_size > behind.size()) return bad;
    LmdbNode& node = out.emplace_back();
    node.key = behind.substr(0, key_size);
    node.size = low | std::uint64_t{high} << 16;
    if (is_branch) {
      node.child = node.size | std::uint64_t{flags} << 32;
      continue;
    }
    if (flags & ~kBigData) return bad;
    node.elsewhere = flags & kBigData;
    const std::uint64_t here = node.elsewhere ? sizeof(std::uint64_t) : node.size;
    if (here > behind.size() - key_size) return bad;
    node.data = behind.substr(key_size, here);
  }
  if (out.empty()) return bad;
  return out;
}

Result<std::string> LmdbPages::File::value(const LmdbNode& node, std::uint64_t most,
                                           const std::stop_token& stop) const {
  if (node.size > most)
    return fail(failures::kTooLarge, {{"size", arg::Bytes{node.size}}, {"limit", arg::Bytes{most}}});
  if (!node.elsewhere) return std::string(node.data);
  const auto first = numberAt<std::uint64_t>(node.data, 0);
  if (first > bytes / meta.page_size) return damaged(phrase(WW_TEXT("Core", "it ends before what it refers to")));
  const std::uint64_t at = first * meta.page_size;
  WW_ASSIGN(const std::string header, read(at, kPageHeader));
  const bool sound = numberAt<std::uint64_t>(header, 0) == first &&
                     (numberAt<std::uint16_t>(header, 10) & kKinds) == kOverflow &&
                     std::uint64_t{numberAt<std::uint32_t>(header, 12)} * meta.page_size >= node.size + kPageHeader;
  if (!sound)
    return damaged(phrase(WW_TEXT("Core", "page {number} is none of its tree"), {{"number", arg::Count{first}}}));
  return read(at + kPageHeader, node.size, stop);
}

// The newer of the two meta pages that are whole.
Status LmdbPages::File::readMeta() {
  const auto at = [&](std::uint64_t offset) -> LmdbMeta {
    const auto page = read(offset, kPageHeader + 136);
    if (!page.ok() || (numberAt<std::uint16_t>(*page, 10) & kMeta) == 0) return {};
    const std::string_view m = std::string_view(*page).substr(kPageHeader);
    if (numberAt<std::uint32_t>(m, 0) != kMagic || numberAt<std::uint32_t>(m, 4) != 1) return {};
    const auto page_size = numberAt<std::uint32_t>(m, 24);
    if (page_size < 512 || page_size > 65536 || (page_size & (page_size - 1)) != 0) return {};
    // Duplicates and the like are flags of the unnamed database, which logs do not have.
    if (numberAt<std::uint16_t>(m, 72 + 4) != 0) return {};
    return {page_size, numberAt<std::uint64_t>(m, 72 + 40), numberAt<std::uint64_t>(m, 72 + 32),
            numberAt<std::uint64_t>(m, 128)};
  };
  meta = at(0);
  const LmdbMeta other = at(meta.page_size == 0 ? 4096 : meta.page_size);
  if (other.page_size != 0 && (meta.page_size == 0 || other.transaction > meta.transaction)) meta = other;
  if (meta.page_size == 0) return damaged(phrase(WW_TEXT("Core", "kv is no LMDB file")));
  return okStatus();
}

Status LmdbPages::File::walk(std::uint64_t number, int depth, std::uint64_t& pages,
                             const std::function<bool(std::string_view, std::uint64_t)>& fn, bool& goes_on) const {
  if (depth > kDeepest || ++pages > bytes / meta.page_size)
    return damaged(phrase(WW_TEXT("Core", "its tree has no end")));
  WW_ASSIGN(const std::string content, page(number));
  WW_ASSIGN(const std::vector<LmdbNode> all, nodes(content));
  const bool is_branch = (numberAt<std::uint16_t>(content, 10) & kBranch) != 0;
  for (const LmdbNode& node : all) {
    if (!goes_on) return okStatus();
    if (is_branch) WW_TRY(walk(node.child, depth + 1, pages, fn, goes_on));
    else goes_on = fn(node.key, node.size);
  }
  return okStatus();
}

LmdbPages::LmdbPages(std::unique_ptr<File> file) : file_(std::move(file)) {}
LmdbPages::~LmdbPages() = default;
LmdbPages::LmdbPages(LmdbPages&&) noexcept = default;
LmdbPages& LmdbPages::operator=(LmdbPages&&) noexcept = default;

Result<LmdbPages> LmdbPages::open(const std::string& path) {
  auto file = std::make_unique<File>();
  file->path = path;
  file->fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat about {};
  if (file->fd < 0 || ::fstat(file->fd, &about) != 0 || !S_ISREG(about.st_mode))
    return fail(failures::kLogUnreadable,
                {{"folder", arg::Name{path}}, {"reason", systemWords(file->fd < 0 ? errno : EISDIR)}});
  file->bytes = static_cast<std::uint64_t>(about.st_size);
  WW_TRY(file->readMeta());
  return LmdbPages(std::move(file));
}

std::uint64_t LmdbPages::entries() const { return file_->meta.entries; }

Result<std::optional<std::string>> LmdbPages::get(std::string_view key, std::uint64_t most,
                                                  const std::stop_token& stop) const {
  std::uint64_t number = file_->meta.root;
  if (number == kNoPage) return std::optional<std::string>();
  for (int depth = 0; depth < kDeepest; ++depth) {
    WW_ASSIGN(const std::string content, file_->page(number));
    WW_ASSIGN(const std::vector<LmdbNode> all, file_->nodes(content));
    if ((numberAt<std::uint16_t>(content, 10) & kBranch) == 0) {
      for (const LmdbNode& node : all) {
        if (node.key != key) continue;
        WW_ASSIGN(std::string value, file_->value(node, most, stop));
        return std::optional<std::string>(std::move(value));
      }
      return std::optional<std::string>();
    }
    // The first key of a branch stands for all that are less.
    number = all.front().child;
    for (std::size_t i = 1; i < all.size() && all[i].key <= key; ++i) number = all[i].child;
  }
  return file_->damaged(phrase(WW_TEXT("Core", "its tree has no end")));
}

Status LmdbPages::forEachKey(const std::function<bool(std::string_view, std::uint64_t)>& fn) const {
  if (file_->meta.root == kNoPage) return okStatus();
  std::uint64_t pages = 0;
  bool goes_on = true;
  return file_->walk(file_->meta.root, 0, pages, fn, goes_on);
}

}  // namespace ww::isaac
