// SPDX-License-Identifier: Apache-2.0
#include "core/project/sqlite_pages.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace ww::project {
namespace {

constexpr std::size_t kFileHeader = 100, kLeafHeader = 8, kReserved = 20, kFirstFree = 32;
constexpr char kTableLeaf = 0x0d, kIndexLeaf = 0x0a;
constexpr std::uint64_t kMostPayload = std::uint64_t{1} << 30;

// A number of 1 to 9 bytes, most significant first; moves `at` behind it.
std::optional<std::uint64_t> variable(std::string_view bytes, std::size_t& at) {
  std::uint64_t out = 0;
  for (int i = 0; i < 9; ++i) {
    if (at >= bytes.size()) return std::nullopt;
    const auto byte = static_cast<std::uint8_t>(bytes[at++]);
    if (i == 8) return out << 8 | byte;
    out = out << 7 | (byte & 0x7f);
    if ((byte & 0x80) == 0) return out;
  }
  return std::nullopt;
}

std::int64_t signedBig(std::string_view bytes) {
  std::uint64_t out = !bytes.empty() && (bytes[0] & 0x80) != 0 ? ~std::uint64_t{0} : 0;
  for (const char byte : bytes) out = out << 8 | static_cast<std::uint8_t>(byte);
  return static_cast<std::int64_t>(out);
}

using Value = SqlitePages::Value;

std::size_t sizeOfType(std::uint64_t type) {
  constexpr std::size_t kSizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
  return type < 10 ? kSizes[type] : static_cast<std::size_t>((type - 12) / 2);
}

Value valueOf(std::uint64_t type, std::string_view bytes) {
  using enum Value::Kind;
  if (type == 0) return {};
  if (type == 7) return {kReal, 0, bytes};
  if (type == 8 || type == 9) return {kInteger, static_cast<std::int64_t>(type - 8), {}};
  if (type < 7) return {kInteger, signedBig(bytes), {}};
  return {type % 2 == 0 ? kBlob : kText, 0, bytes};
}

// Empty when it is none, or has more columns than any table here.
std::vector<Value> valuesOf(std::string_view record) {
  constexpr std::size_t kMostColumns = 16;
  std::size_t at = 0;
  const auto header = variable(record, at);
  if (!header || *header > record.size() || *header < at) return {};
  const std::string_view types = record.substr(0, static_cast<std::size_t>(*header));
  std::size_t body = types.size();
  std::vector<Value> out;
  while (at < types.size()) {
    const auto type = variable(types, at);
    if (!type || *type == 10 || *type == 11 || *type > 2 * kMostPayload || out.size() == kMostColumns) return {};
    const std::size_t size = sizeOfType(*type);
    if (size > record.size() - body) return {};
    out.push_back(valueOf(*type, record.substr(body, size)));
    body += size;
  }
  return out;
}

}  // namespace

SqlitePages::SqlitePages(std::string_view bytes) : bytes_(bytes) {
  if (bytes.size() < kFileHeader || !bytes.starts_with(std::string_view("SQLite format 3\0", 16))) return;
  const std::uint32_t said = big(16, 2), page = said == 1 ? 65536 : said;
  if (page < 512 || !std::has_single_bit(page)) return;
  page_ = page;
  usable_ = page_ - std::min<std::size_t>(static_cast<std::uint8_t>(bytes[kReserved]), page_ - 480);
  readFreePages();
}

std::uint32_t SqlitePages::big(std::size_t at, int bytes) const {
  std::uint32_t out = 0;
  for (int i = 0; i < bytes; ++i) out = out << 8 | static_cast<std::uint8_t>(bytes_[at + static_cast<std::size_t>(i)]);
  return out;
}

// A list of pages, each with the numbers of others.
void SqlitePages::readFreePages() {
  std::uint32_t trunk = big(kFirstFree, 4);
  while (trunk != 0 && free_.insert(trunk).second) {
    const std::size_t at = (trunk - 1) * page_;
    if (at + page_ > bytes_.size()) return;
    const std::uint32_t count = std::min<std::uint32_t>(big(at + 4, 4), static_cast<std::uint32_t>(page_ / 4 - 2));
    for (std::uint32_t i = 0; i < count; ++i) free_.insert(big(at + 8 + 4 * std::size_t{i}, 4));
    trunk = big(at, 4);
  }
}

bool SqlitePages::isLeaf(const Page& page) const {
  const std::size_t at = page.at + page.header;
  if (at + kLeafHeader > bytes_.size()) return false;
  if (bytes_[at] != kTableLeaf && bytes_[at] != kIndexLeaf) return false;
  const std::size_t cells = big(at + 3, 2), said = big(at + 5, 2), content = said == 0 ? 65536 : said;
  return cells > 0 && page.header + kLeafHeader + 2 * cells <= content && content <= usable_;
}

void SqlitePages::forEachRecord(const Take& take) const {
  for (std::size_t number = 1; (number - 1) * page_ < bytes_.size(); ++number) {
    const Page page{(number - 1) * page_, number == 1 ? kFileHeader : 0};
    if (!free_.contains(static_cast<std::uint32_t>(number)) && isLeaf(page)) readLeaf(page, take);
  }
  for (std::size_t at = 0; at < bytes_.size(); ++at) {
    if (at % page_ == 0 || (bytes_[at] != kTableLeaf && bytes_[at] != kIndexLeaf)) continue;
    if (isLeaf({at, 0})) readLeaf({at, 0}, take);
  }
}

void SqlitePages::readLeaf(const Page& page, const Take& take) const {
  const std::size_t at = page.at + page.header, cells = big(at + 3, 2);
  for (std::size_t i = 0; i < cells; ++i) {
    const std::size_t pointer = at + kLeafHeader + 2 * i;
    if (pointer + 2 > bytes_.size()) return;
    const std::size_t cell = big(pointer, 2);
    if (cell >= kLeafHeader && cell < usable_ && page.at + cell < bytes_.size()) readCell(page, page.at + cell, take);
  }
}

void SqlitePages::readCell(const Page& page, std::size_t at, const Take& take) const {
  const bool table = bytes_[page.at + page.header] == kTableLeaf;
  const auto size = variable(bytes_, at);
  const auto rowid = table ? variable(bytes_, at) : std::uint64_t{0};
  if (!size || !rowid || *size > std::min<std::uint64_t>(kMostPayload, bytes_.size())) return;
  // As far as this page has moved, or those at the end of the file.
  const auto moved = static_cast<std::int64_t>(page.at % page_),
             last = static_cast<std::int64_t>(bytes_.size() % page_);
  const auto whole = static_cast<std::int64_t>(page_);
  std::string payload;
  for (const std::int64_t shift : {std::int64_t{0}, moved, moved - whole, last, last - whole}) {
    if (gather(at, *size, table, shift, payload) && take({table, static_cast<std::int64_t>(*rowid), valuesOf(payload)}))
      return;
    if (*size <= mostHere(table)) return;
  }
}

// Bytes of a record that has no further pages.
std::uint64_t SqlitePages::mostHere(bool table) const { return table ? usable_ - 35 : (usable_ - 12) * 64 / 255 - 23; }

// What is on the page itself, and the rest on the pages that it leads to; `shift`: how far those have moved.
bool SqlitePages::gather(std::size_t at, std::uint64_t size, bool table, std::int64_t shift, std::string& out) const {
  const std::uint64_t most = mostHere(table);
  const std::uint64_t least = (usable_ - 12) * 32 / 255 - 23, rest = usable_ - 4;
  std::uint64_t here = size;
  if (size > most) {
    here = least + (size - least) % rest;
    if (here > most) here = least;
  }
  if (at + here > bytes_.size()) return false;
  out.assign(bytes_.substr(at, static_cast<std::size_t>(here)));
  at += static_cast<std::size_t>(here);
  while (out.size() < size) {
    if (at + 4 > bytes_.size()) return false;
    const std::int64_t next = (static_cast<std::int64_t>(big(at, 4)) - 1) * static_cast<std::int64_t>(page_) + shift;
    if (next < 0 || static_cast<std::uint64_t>(next) + 4 > bytes_.size()) return false;
    at = static_cast<std::size_t>(next);
    const auto more = static_cast<std::size_t>(std::min<std::uint64_t>(rest, size - out.size()));
    if (at + 4 + more > bytes_.size()) return false;
    out.append(bytes_.substr(at + 4, more));
  }
  return true;
}

}  // namespace ww::project
