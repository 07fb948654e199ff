// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ww::project {

// The bytes of a SQLite file, page by page, without a table that leads to them (format: sqlite.org/fileformat2.html).
// Nothing in them is trusted.
class SqlitePages {
 public:
  // `bytes` must outlive it.
  explicit SqlitePages(std::string_view bytes);

  // A value of a record: a number, or text or a blob.
  struct Value {
    enum class Kind { kNull, kInteger, kReal, kText, kBlob } kind = Kind::kNull;
    std::int64_t integer = 0;
    std::string_view bytes;
  };
  struct Record {
    bool has_rowid = false;  // of an ordinary table; else of one without
    std::int64_t rowid = 0;
    std::vector<Value> values;
  };
  // False: it is not what was looked for, and may be read another way.
  using Take = std::function<bool(const Record& record)>;
  // Every record of every page that looks like a leaf, those in their place first. Long ones lie on further pages:
  // where bytes are missing or too many it is tried by how far the page has moved.
  void forEachRecord(const Take& take) const;

 private:
  struct Page {
    std::size_t at = 0, header = 0;
  };
  bool isLeaf(const Page& page) const;
  void readLeaf(const Page& page, const Take& take) const;
  void readCell(const Page& page, std::size_t at, const Take& take) const;
  std::uint64_t mostHere(bool table) const;
  bool gather(std::size_t at, std::uint64_t size, bool table, std::int64_t shift, std::string& out) const;
  std::uint32_t big(std::size_t at, int bytes) const;
  void readFreePages();

  std::string_view bytes_;
  std::size_t page_ = 4096, usable_ = 4096;
  std::set<std::uint32_t> free_;
};

}  // namespace ww::project
