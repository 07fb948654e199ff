// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/name_index.h"

#include <algorithm>
#include <cstring>

namespace ww::world {

bool NameIndex::Entry::isOf(std::uint64_t of_parent, std::string_view of_name) const {
  return length == of_name.size() && parent == of_parent &&
         std::memcmp(name.data(), of_name.data(), of_name.size()) == 0;
}

std::uint64_t NameIndex::keyOf(std::uint64_t parent, std::string_view name) { return nameKey(parent, name) & 0xfffff; }

void NameIndex::add(std::uint64_t parent, std::string_view name, std::uint64_t id) {
  Entries& entries = entriesOf(parent);
  const std::uint64_t key = keyOf(parent, name);
  const Entry* old = entries.find(key);
  Entry next = old ? *old : Entry();
  next.ids = withId(old ? &old->ids : nullptr, id);
  if (!old) {
    const bool fits = name.size() <= kLetters;
    next.parent = parent;
    next.length = static_cast<std::uint8_t>(fits ? name.size() : kLetters + 1);
    if (fits) std::copy(name.begin(), name.end(), next.name.begin());
  }
  entries.set(key, std::move(next));
}

void NameIndex::drop(std::uint64_t parent, std::string_view name, std::uint64_t id) {
  Entries& entries = entriesOf(parent);
  const std::uint64_t key = keyOf(parent, name);
  const Entry* old = entries.find(key);
  if (!old) return;
  Entry next = *old;
  next.ids = withoutId(old->ids, id);
  if (next.ids.first == 0) return entries.erase(key);
  // Of another first one the name is not known here.
  if (next.ids.first != old->ids.first) next.length = kLetters + 1;
  entries.set(key, std::move(next));
}

const NameIds* NameIndex::idsAt(std::uint64_t parent, std::string_view name) const {
  const Entry* entry = entriesOf(parent).find(keyOf(parent, name));
  return entry ? &entry->ids : nullptr;
}

std::pair<std::uint64_t, std::uint64_t> NameIndex::findBoth(std::uint64_t parent_a, std::string_view a,
                                                            std::uint64_t parent_b, std::string_view b) const {
  const Entries &in_a = entriesOf(parent_a), &in_b = entriesOf(parent_b);
  const std::uint64_t key_a = keyOf(parent_a, a), key_b = keyOf(parent_b, b);
  const auto [at_a, at_b] =
      &in_a == &in_b ? in_a.findBoth(key_a, key_b) : std::pair(in_a.find(key_a), in_b.find(key_b));
  for (const Entry* entry : {at_a, at_b}) {
    if (!entry) continue;
    __builtin_prefetch(entry);
    __builtin_prefetch(&entry->ids);
  }
  return {at_a && at_a->isOf(parent_a, a) ? at_a->ids.first : 0, at_b && at_b->isOf(parent_b, b) ? at_b->ids.first : 0};
}

}  // namespace ww::world
