// SPDX-License-Identifier: Apache-2.0
#include "core/project/page_use.h"

#include <algorithm>

namespace ww::project {
namespace {

constexpr std::size_t kBeforeFirstNode = 100, kLeastCell = 4, kLeaf = 8, kInner = 12;
enum NodeKind : std::uint8_t { kInnerIndex = 2, kInnerTable = 5, kLeafIndex = 10, kLeafTable = 13 };

std::uint32_t numberAt(std::string_view page, std::size_t at, std::size_t bytes) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < bytes; ++i) out = out << 8 | static_cast<std::uint8_t>(page[at + i]);
  return out;
}

// Of 1 to 9 bytes; moves `at` behind it. False where the page ends before.
bool readVarint(std::string_view page, std::size_t& at, std::uint64_t& out) {
  out = 0;
  for (int i = 0; i < 9 && at < page.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(page[at++]);
    if (i == 8) return out = out << 8 | byte, true;
    out = out << 7 | (byte & 0x7f);
    if ((byte & 0x80) == 0) return true;
  }
  return false;
}

class NodeReader {
 public:
  NodeReader(std::string_view page, bool is_first) : page_(page), at_(is_first ? kBeforeFirstNode : 0) {}

  bool read() {
    if (page_.size() < 512 || at_ + kInner > page_.size()) return false;
    kind_ = static_cast<std::uint8_t>(page_[at_]);
    if (kind_ != kInnerIndex && kind_ != kInnerTable && kind_ != kLeafIndex && kind_ != kLeafTable) return false;
    const bool inner = kind_ == kInnerIndex || kind_ == kInnerTable;
    const std::size_t header = at_ + (inner ? kInner : kLeaf), cells = numberAt(page_, at_ + 3, 2);
    if (inner) out_.children.push_back(numberAt(page_, at_ + 8, 4));
    if (header + 2 * cells > page_.size()) return false;
    out_.used.emplace_back(0, header + 2 * cells);
    for (std::size_t i = 0; i < cells; ++i)
      if (!readCell(numberAt(page_, header + 2 * i, 2), inner)) return false;
    return readFreeBlocks() && join();
  }
  PageUse take() { return std::move(out_); }

 private:
  bool readCell(std::size_t begin, bool inner) {
    std::size_t at = begin;
    std::uint64_t payload = 0, key = 0;
    if (inner && at + 4 > page_.size()) return false;
    if (inner) out_.children.push_back(numberAt(page_, at, 4));
    if (inner) at += 4;
    if (kind_ == kInnerTable) return readVarint(page_, at, key) && use(begin, at);
    if (!readVarint(page_, at, payload)) return false;
    if (kind_ == kLeafTable && !readVarint(page_, at, key)) return false;
    const std::uint64_t here = payloadHere(payload);
    if (here == payload) return use(begin, at + here);
    if (at + here + 4 > page_.size()) return false;
    out_.overflows.push_back({numberAt(page_, at + here, 4), payload - here});
    return use(begin, at + here + 4);
  }

  // How much of a record stands in the node itself.
  std::uint64_t payloadHere(std::uint64_t payload) const {
    const std::uint64_t usable = page_.size(), most = kind_ == kLeafTable ? usable - 35 : (usable - 12) * 64 / 255 - 23;
    const std::uint64_t least = (usable - 12) * 32 / 255 - 23;
    if (payload <= most) return payload;
    const std::uint64_t fitted = least + (payload - least) % (usable - 4);
    return fitted <= most ? fitted : least;
  }

  bool use(std::size_t from, std::uint64_t to) {
    to = std::max<std::uint64_t>(to, from + kLeastCell);
    if (to > page_.size()) return false;
    out_.used.emplace_back(from, static_cast<std::size_t>(to));
    return true;
  }

  // Each begins with the place of the next one and its own size.
  bool readFreeBlocks() {
    std::size_t block = numberAt(page_, at_ + 1, 2), before = 0;
    while (block != 0) {
      if (block <= before || !use(block, block + 4)) return false;
      before = block;
      block = numberAt(page_, block, 2);
    }
    return true;
  }

  bool join() {
    std::sort(out_.used.begin(), out_.used.end());
    std::vector<PageUse::Range> joined;
    for (const PageUse::Range& range : out_.used) {
      if (!joined.empty() && range.first < joined.back().second) return false;  // one lies over another
      if (!joined.empty() && range.first == joined.back().second) joined.back().second = range.second;
      else joined.push_back(range);
    }
    out_.used = std::move(joined);
    return true;
  }

  std::string_view page_;
  std::size_t at_;
  std::uint8_t kind_ = 0;
  PageUse out_;
};

template <typename Fn>
void forEachGap(std::size_t size, const PageUse& use, Fn&& fn) {
  std::size_t at = 0;
  for (const auto& [from, to] : use.used) {
    fn(at, from);
    at = to;
  }
  fn(at, size);
}

}  // namespace

std::optional<PageUse> pageUse(std::string_view page, bool is_first) {
  NodeReader reader(page, is_first);
  return reader.read() ? std::optional(reader.take()) : std::nullopt;
}

void clearUnused(std::span<char> page, bool is_first) {
  const auto use = pageUse({page.data(), page.size()}, is_first);
  if (!use) return;
  forEachGap(page.size(), *use, [&](std::size_t from, std::size_t to) {
    std::fill(page.begin() + static_cast<std::ptrdiff_t>(from), page.begin() + static_cast<std::ptrdiff_t>(to), '\0');
  });
}

bool isClear(std::string_view page, const PageUse& use) {
  bool clear = true;
  forEachGap(page.size(), use, [&](std::size_t from, std::size_t to) {
    clear = clear && page.substr(from, to - from).find_first_not_of('\0') == std::string_view::npos;
  });
  return clear;
}

}  // namespace ww::project
