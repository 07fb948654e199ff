// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ww::project {

// What of a page of a SQLite file something is read of (format: sqlite.org/fileformat2.html): of a node of a tree. All
// else in it is left over from rows that were there before.
struct PageUse {
  using Range = std::pair<std::size_t, std::size_t>;  // bytes in the page: from, to
  struct Overflow {
    std::uint32_t page = 0;   // the first that holds what the node has no room for
    std::uint64_t bytes = 0;  // of it
  };
  std::vector<Range> used;  // ascending, none touching the next
  std::vector<std::uint32_t> children;
  std::vector<Overflow> overflows;
};
// None: it is no node, or not a sound one. Page 1 begins behind the header of the file. Nothing in it is trusted.
std::optional<PageUse> pageUse(std::string_view page, bool is_first);

// Makes what is left over zero, in a page that is about to be written.
void clearUnused(std::span<char> page, bool is_first);
// Whether that is so.
bool isClear(std::string_view page, const PageUse& use);

}  // namespace ww::project
