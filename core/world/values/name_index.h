// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/world/values/names.h"

namespace ww::world {

// The objects and frames of a world by their names below a parent object; parent 0 holds the global aliases. Copies
// share what they have in common. Names of some 20 letters stand here themselves: of a hundred thousand objects most
// are in no cache, and who compared the name there would wait for one more.
class NameIndex {
 public:
  void add(std::uint64_t parent, std::string_view name, std::uint64_t id);
  void drop(std::uint64_t parent, std::string_view name, std::uint64_t id);
  // Those that have this name below the parent, and perhaps others; null when there are none.
  const NameIds* idsAt(std::uint64_t parent, std::string_view name) const;

  // The id of the name: the one that stands here itself if `is_kind(id)`, else the first with `is(id)`; 0 when there is
  // none.
  template <typename IsKind, typename Is>
  std::uint64_t find(std::uint64_t parent, std::string_view name, IsKind&& is_kind, Is&& is) const {
    const Entry* entry = entriesOf(parent).find(keyOf(parent, name));
    if (!entry) return 0;
    if (entry->isOf(parent, name) && is_kind(entry->ids.first)) return entry->ids.first;
    return firstId(&entry->ids, is);
  }
  // The ids that stand here themselves, of two names; 0 where that cannot be told.
  std::pair<std::uint64_t, std::uint64_t> findBoth(std::uint64_t parent_a, std::string_view a, std::uint64_t parent_b,
                                                   std::string_view b) const;

 private:
  static constexpr std::size_t kLetters = 23;
  struct Entry {
    std::array<char, kLetters> name{};  // of the first id,
    std::uint8_t length = 0;            // and how long it is; more than kLetters: it does not stand here
    std::uint64_t parent = 0;           // of the first id
    NameIds ids;

    bool isOf(std::uint64_t of_parent, std::string_view of_name) const;
  };
  // 2^20 keys: inner nodes of a hundred thousand names stay in the caches, and few of them share a key.
  using Entries = PersistentMap<Entry, TrieShape{5, 4, 4}>;

  static std::uint64_t keyOf(std::uint64_t parent, std::string_view name);
  Entries& entriesOf(std::uint64_t parent) { return parent == 0 ? global_ : below_; }
  const Entries& entriesOf(std::uint64_t parent) const { return parent == 0 ? global_ : below_; }

  Entries global_, below_;  // the aliases, and the names below objects
};

}  // namespace ww::world
