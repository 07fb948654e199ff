// SPDX-License-Identifier: Apache-2.0
#include "core/project/imprint.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <vector>

#include "core/project/failures.h"
#include "core/project/page_use.h"

namespace ww::project {
namespace {

constexpr std::size_t kHeaderSize = 100, kMostPagesNamed = 8;
constexpr std::size_t kPageSizeAt = 16, kChangesAt = 24, kFreeAt = 32, kSchemaAt = 40, kVersionAt = 60,
                      kValidForAt = 92, kLibraryAt = 96;

std::uint32_t wordAt(std::string_view bytes, std::size_t at) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < 4; ++i) out = out << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return out;
}

// Of an empty file that is just made, all zero.
Result<std::string> headerOf(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(auto file, vfs.open(path, Vfs::Mode::kRead));
  std::string header(kHeaderSize, '\0');
  WW_ASSIGN(const std::size_t size, file->read(0, header));
  std::fill(header.begin() + static_cast<std::ptrdiff_t>(size), header.end(), '\0');
  return header;
}

// Bytes that are the same in every file.
struct Fixed {
  std::size_t at;
  std::string_view bytes;
};
constexpr std::array kFixed = {Fixed{18, {"\1\1\0\x40\x20\x20", 6}},  // by a rollback journal, on whole pages
                               Fixed{44, {"\0\0\0\4\0\0\0\0\0\0\0\0\0\0\0\1", 16}},  // layout 4, no vacuum, UTF-8
                               Fixed{64, {"\0\0\0\0", 4}},                           // the same
                               Fixed{72, {"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20}}};  // not used

Status headerDamaged(const std::string& bytes) {
  return fail(failures::kHeaderDamaged, {{"bytes", arg::Words{bytes}}});
}
Status headerWordDamaged(std::size_t at) { return headerDamaged(fmt::format("{} to {}", at, at + 3)); }

// That of this state of the file; none: it has none, or another program has written since.
std::optional<Imprint> imprintIn(const Stored& stored, std::string_view header) {
  Imprint out;
  std::uint32_t clear = 0;
  std::istringstream entry(stored.metaOr(meta::kImprint, ""));
  if (!(entry >> out.changes >> out.schema >> out.version >> out.library >> clear)) return std::nullopt;
  out.is_clear = clear == 1;
  return wordAt(header, kChangesAt) == out.changes ? std::optional(out) : std::nullopt;
}

// ---- What no row needs

class UnusedBytes {
 public:
  UnusedBytes(VfsFile& file, std::uint64_t size, std::string_view header) : file_(file) {
    const std::uint32_t said = wordAt(header, kPageSizeAt) >> 16;
    page_ = said == 1 ? 65536 : said;
    pages_ = page_ >= 512 ? size / page_ : 0;
    seen_.resize(static_cast<std::size_t>(pages_) + 1);
  }

  Status read(const std::vector<std::uint32_t>& roots, std::uint32_t first_free) {
    std::vector<std::uint32_t> open = roots;
    while (!open.empty()) {
      const std::uint32_t number = open.back();
      open.pop_back();
      WW_ASSIGN(const bool is_new, fetch(number));
      const auto use = is_new ? pageUse(bytes_, number == 1) : std::nullopt;
      if (!use) continue;
      if (!isClear(bytes_, *use)) found_.push_back(number);
      open.insert(open.end(), use->children.begin(), use->children.end());
      for (const PageUse::Overflow& overflow : use->overflows) WW_TRY(readOverflow(overflow));
    }
    return readFree(first_free);
  }

  // Ascending.
  std::vector<std::uint32_t> take() {
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  // False: there is no such page, or it was looked at.
  Result<bool> fetch(std::uint32_t number) {
    if (number == 0 || number > pages_ || seen_[number]) return false;
    seen_[number] = true;
    bytes_.resize(page_);
    WW_ASSIGN(const std::size_t size, file_.read(std::uint64_t{number - 1} * page_, bytes_));
    return size == page_;
  }
  bool isZeroFrom(std::size_t at) const { return bytes_.find_first_not_of('\0', at) == std::string::npos; }

  // SQLite does not clear a page that was a list of free pages when it becomes part of a long row: behind the row
  // stand numbers of pages, the first of them cut, and then nothing.
  bool isOldListFrom(std::size_t at, std::uint32_t page) const {
    std::string list(at % 4, '\0');
    list.append(bytes_, at);
    bool ended = false;
    for (std::size_t i = 0; i + 4 <= list.size(); i += 4) {
      const std::uint32_t number = wordAt(list, i);
      const bool is_cut = i == 0 && at % 4 != 0;
      if (!is_cut) ended = ended || number == 0;
      if (ended ? number != 0 : number > pages_) return false;
      if (!ended && !is_cut && (number == 1 || number == page)) return false;
    }
    return true;
  }

  Status readOverflow(PageUse::Overflow rest) {
    while (rest.bytes > 0) {
      WW_ASSIGN(const bool is_there, fetch(rest.page));
      if (!is_there) return okStatus();
      const std::uint64_t here = std::min<std::uint64_t>(rest.bytes, page_ - 4);
      const std::size_t end = 4 + static_cast<std::size_t>(here);
      if (!isZeroFrom(end) && !isOldListFrom(end, rest.page)) found_.push_back(rest.page);
      rest = {wordAt(bytes_, 0), rest.bytes - here};
    }
    return okStatus();
  }

  // Lists of free pages: behind their end stand numbers of pages that are no longer free, and then nothing.
  Status readFree(std::uint32_t trunk) {
    for (;;) {
      WW_ASSIGN(const bool is_there, fetch(trunk));
      if (!is_there) return okStatus();
      const std::size_t most = page_ / 4 - 2, count = std::min<std::size_t>(wordAt(bytes_, 4), most);
      const std::uint32_t next = wordAt(bytes_, 0);
      std::vector<std::uint32_t> leaves;
      bool clear = true, ended = false;
      for (std::size_t i = 0; i < most; ++i) {
        const std::uint32_t number = wordAt(bytes_, 8 + 4 * i);
        if (i < count) leaves.push_back(number);
        else clear = clear && number <= (ended ? 0 : pages_);
        ended = ended || (i >= count && number == 0);
      }
      if (!clear) found_.push_back(trunk);
      for (const std::uint32_t leaf : leaves) {
        WW_ASSIGN(const bool is_free, fetch(leaf));
        if (is_free && !isZeroFrom(0)) found_.push_back(leaf);
      }
      trunk = next;
    }
  }

  VfsFile& file_;
  std::size_t page_ = 0;
  std::uint64_t pages_ = 0;
  std::string bytes_;  // of the page that was fetched last
  std::vector<bool> seen_;
  std::vector<std::uint32_t> found_;
};

Result<std::vector<std::uint32_t>> rootsOf(Database& db) {
  std::vector<std::uint32_t> out{1};
  WW_ASSIGN(Statement rows, db.prepare("SELECT rootpage FROM sqlite_schema"));
  for (;;) {
    WW_ASSIGN(const bool row, rows.step());
    if (!row) return out;
    out.push_back(static_cast<std::uint32_t>(rows.integer(0)));
  }
}

Result<std::uint32_t> pragmaOf(Database& db, const char* sql) {
  WW_ASSIGN(Statement row, db.prepare(sql));
  WW_TRY(row.step().status());
  return static_cast<std::uint32_t>(row.integer(0));
}

}  // namespace

std::string entryOf(const Imprint& imprint) {
  return fmt::format("{} {} {} {} {}", imprint.changes, imprint.schema, imprint.version, imprint.library,
                     imprint.is_clear ? 1 : 0);
}

// SQLite counts one with each transaction that writes.
Result<Imprint> comingImprint(Vfs& vfs, Database& db, bool cleared) {
  WW_ASSIGN(const std::string header, headerOf(vfs, db.path()));
  WW_ASSIGN(const std::uint32_t schema, pragmaOf(db, "PRAGMA schema_version"));
  WW_ASSIGN(const std::uint32_t version, pragmaOf(db, "PRAGMA user_version"));
  return Imprint{wordAt(header, kChangesAt) + 1, schema, version,
                 static_cast<std::uint32_t>(sqlite3_libversion_number()), cleared};
}

Result<bool> isCleared(Vfs& vfs, const std::string& path, const Stored& stored) {
  WW_ASSIGN(const std::string header, headerOf(vfs, path));
  const auto imprint = imprintIn(stored, header);
  return imprint && imprint->is_clear;
}

Status checkFixedHeader(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const std::string header, headerOf(vfs, path));
  for (const Fixed& fixed : kFixed) {
    for (std::size_t i = 0; i < fixed.bytes.size(); ++i)
      if (header[fixed.at + i] != fixed.bytes[i]) return headerDamaged(std::to_string(fixed.at + i));
  }
  // SQLite writes both with each change.
  if (wordAt(header, kChangesAt) != wordAt(header, kValidForAt)) return headerWordDamaged(kChangesAt);
  return okStatus();
}

Status checkOwnHeader(Vfs& vfs, const std::string& path, const Stored& stored) {
  WW_ASSIGN(const std::string header, headerOf(vfs, path));
  const auto imprint = imprintIn(stored, header);
  if (!imprint) return okStatus();
  if (wordAt(header, kVersionAt) != imprint->version) return headerWordDamaged(kVersionAt);
  if (wordAt(header, kSchemaAt) != imprint->schema) return headerWordDamaged(kSchemaAt);
  if (wordAt(header, kLibraryAt) != imprint->library) return headerWordDamaged(kLibraryAt);
  return okStatus();
}

Status checkUnused(Vfs& vfs, Database& db, const Stored& stored) {
  WW_ASSIGN(const bool cleared, isCleared(vfs, db.path(), stored));
  if (!cleared) return okStatus();
  WW_ASSIGN(const auto roots, rootsOf(db));
  WW_ASSIGN(auto file, vfs.open(db.path(), Vfs::Mode::kRead));
  WW_ASSIGN(const std::uint64_t size, file->size());
  WW_ASSIGN(const std::string header, headerOf(vfs, db.path()));
  UnusedBytes unused(*file, size, header);
  WW_TRY(unused.read(roots, wordAt(header, kFreeAt)));
  const std::vector<std::uint32_t> pages = unused.take();
  if (pages.empty()) return okStatus();
  std::string list;
  for (std::size_t i = 0; i < std::min(pages.size(), kMostPagesNamed); ++i)
    list += (i ? ", " : "") + std::to_string(pages[i]);
  if (pages.size() > kMostPagesNamed) list += ", ...";
  return fail(failures::kUnusedDamaged, {{"pages", arg::Words{std::move(list)}}});
}

}  // namespace ww::project
