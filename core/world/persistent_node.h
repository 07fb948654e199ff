// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace ww::world {

// A counted node of a PersistentMap, followed in memory by its children, or at level 0 by its values,
// in the order of their slots. It is not changed once another holder can see it.
template <typename V>
struct TrieNode {
  static_assert(alignof(V) <= 16);

  mutable std::atomic<std::uint32_t> holders{1};
  std::uint64_t bits = 0;  // the slots that are taken

  static TrieNode** kids(TrieNode* n) { return reinterpret_cast<TrieNode**>(n + 1); }
  static TrieNode* const* kids(const TrieNode* n) { return reinterpret_cast<TrieNode* const*>(n + 1); }
  static V* values(TrieNode* n) { return reinterpret_cast<V*>(n + 1); }
  static const V* values(const TrieNode* n) { return reinterpret_cast<const V*>(n + 1); }

  bool has(int slot) const { return bits >> slot & 1; }
  std::size_t rank(int slot) const { return rankIn(bits, slot); }
  std::size_t count() const { return static_cast<std::size_t>(std::popcount(bits)); }
  bool isShared() const { return holders.load(std::memory_order_acquire) != 1; }

  static TrieNode* share(TrieNode* n) {
    if (n) n->holders.fetch_add(1, std::memory_order_relaxed);
    return n;
  }
  static void release(TrieNode* n, int level) {
    if (!n || n->holders.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    if (level == 0) std::destroy_n(values(n), n->count());
    else for (std::size_t i = 0; i < n->count(); ++i) release(kids(n)[i], level - 1);
    n->~TrieNode();
    ::operator delete(n);
  }
  // Its items are not made yet.
  static TrieNode* make(std::uint64_t slots, int level) {
    const std::size_t item = level == 0 ? sizeof(V) : sizeof(TrieNode*);
    auto* n = new (::operator new(sizeof(TrieNode) + item * static_cast<std::size_t>(std::popcount(slots)))) TrieNode;
    n->bits = slots;
    return n;
  }
  // The items of `old` (none when null) but that of `slot`; with room for it, not made yet, when `room`.
  static TrieNode* copied(const TrieNode* old, int slot, int level, bool room) {
    const std::uint64_t bit = std::uint64_t{1} << slot, rest = old ? old->bits & ~bit : 0;
    TrieNode* n = make(room ? rest | bit : rest, level);
    const std::size_t at = rankIn(rest, slot), total = static_cast<std::size_t>(std::popcount(rest));
    const std::size_t skip = old && (old->bits & bit) ? 1 : 0, leave = room ? 1 : 0;
    for (std::size_t i = 0; i < total; ++i) {
      const std::size_t from = i + (i >= at ? skip : 0), to = i + (i >= at ? leave : 0);
      if (level == 0) new (values(n) + to) V(values(old)[from]);
      else kids(n)[to] = share(kids(old)[from]);
    }
    return n;
  }

 private:
  static std::size_t rankIn(std::uint64_t bits, int slot) {
    return static_cast<std::size_t>(std::popcount(bits & ((std::uint64_t{1} << slot) - 1)));
  }
};

}  // namespace ww::world
