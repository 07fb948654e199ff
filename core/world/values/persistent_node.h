// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "core/world/values/digest.h"

namespace ww::world {

// Nodes of persistent maps touched by this thread: proof that the cost of an edit is the size of
// the edit, not of the world.
inline std::uint64_t& nodesVisited() {
  thread_local std::uint64_t count = 0;
  return count;
}

// How many bits are set. Processors of the baseline have no instruction for it, and std::popcount becomes a call there.
constexpr std::size_t countBits(std::uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F;
  return static_cast<std::size_t>(bits * 0x0101010101010101 >> 56);
}

// What a trie is shaped like: 2^bits children a node, of a depth between the two that its largest key needs.
struct TrieShape {
  int bits = 6;
  int min_levels = 4;
  int max_levels = 6;
  bool hashed = false;  // nodes keep the hash of what is below them
};

// A counted node of a PersistentMap, followed in memory by its children, or at level 0 by its values,
// in the order of their slots. It is not changed once another holder can see it. A child stands there with the slots
// that it has taken, so that where one of its items is can be told before its own memory has come.
template <typename V, TrieShape kShape>
struct alignas(16) TrieNode {
  static_assert(alignof(V) <= 16);

  mutable std::atomic<std::uint32_t> holders{1};
  [[no_unique_address]] std::conditional_t<kShape.hashed, CachedDigest, NoDigest> digest;
  std::uint64_t bits = 0;  // the slots that are taken

  struct Kid {
    TrieNode* node = nullptr;
    std::uint64_t bits = 0;  // of the node
  };
  static Kid kidOf(TrieNode* n) { return {n, n->bits}; }
  static Kid* kids(TrieNode* n) { return reinterpret_cast<Kid*>(n + 1); }
  static const Kid* kids(const TrieNode* n) { return reinterpret_cast<const Kid*>(n + 1); }
  static V* values(TrieNode* n) { return reinterpret_cast<V*>(n + 1); }
  static const V* values(const TrieNode* n) { return reinterpret_cast<const V*>(n + 1); }

  using Key = std::uint64_t;
  static int slotOf(Key key, int level) {
    return static_cast<int>(key >> (kShape.bits * level) & ((Key{1} << kShape.bits) - 1));
  }

  bool has(int slot) const { return bits >> slot & 1; }
  std::size_t rank(int slot) const { return rankIn(bits, slot); }
  static std::size_t rankIn(std::uint64_t bits, int slot) { return countBits(bits & ((std::uint64_t{1} << slot) - 1)); }
  std::size_t count() const { return countBits(bits); }
  bool isShared() const { return holders.load(std::memory_order_acquire) != 1; }

  static TrieNode* share(TrieNode* n) {
    if (n) n->holders.fetch_add(1, std::memory_order_relaxed);
    return n;
  }
  static void release(TrieNode* n, int level) {
    if (!n || n->holders.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    if (level == 0) std::destroy_n(values(n), n->count());
    else
      for (std::size_t i = 0; i < n->count(); ++i) release(kids(n)[i].node, level - 1);
    n->~TrieNode();
    ::operator delete(n);
  }
  // Hash over slots and values below, each by of(value); kept in the node.
  template <typename Of>
  static Sha256 digestOf(const TrieNode* n, int level, Of& of) {
    return n->digest.orMade([&] {
      Hasher all;
      all.add(static_cast<std::uint64_t>(level)).add(n->bits);
      for (std::size_t i = 0; i < n->count(); ++i) {
        const Sha256 below = level == 0 ? of(values(n)[i]) : digestOf(kids(n)[i].node, level - 1, of);
        all.add(std::string_view(reinterpret_cast<const char*>(below.data()), below.size()));
      }
      return all.finish();
    });
  }
  // Its items are not made yet.
  static TrieNode* make(std::uint64_t slots, int level) {
    const std::size_t item = level == 0 ? sizeof(V) : sizeof(Kid);
    auto* n = new (::operator new(sizeof(TrieNode) + item * countBits(slots))) TrieNode;
    n->bits = slots;
    return n;
  }
  // The items of `old` (none when null) but that of `slot`; with room for it, not made yet, when `room`.
  static TrieNode* copied(const TrieNode* old, int slot, int level, bool room) {
    const std::uint64_t bit = std::uint64_t{1} << slot, rest = old ? old->bits & ~bit : 0;
    TrieNode* n = make(room ? rest | bit : rest, level);
    const std::size_t at = rankIn(rest, slot), total = countBits(rest);
    const std::size_t skip = old && (old->bits & bit) ? 1 : 0, leave = room ? 1 : 0;
    if (old) prefetchHolders(old, level);
    for (std::size_t i = 0; i < total; ++i) {
      const std::size_t from = i + (i >= at ? skip : 0), to = i + (i >= at ? leave : 0);
      if (level == 0) new (values(n) + to) V(values(old)[from]);
      else {
        kids(n)[to] = kids(old)[from];
        share(kids(n)[to].node);
      }
    }
    return n;
  }

  // Takes over the caller's hold of `node` (may be null) and gives one of the result.
  static TrieNode* withSet(TrieNode* node, Key key, V&& value, int level, bool& added) {
    ++nodesVisited();
    const int slot = slotOf(key, level);
    const bool present = node && node->has(slot);
    const std::size_t i = node ? node->rank(slot) : 0;
    if (present && !node->isShared()) {
      node->digest.clear();
      if (level == 0) values(node)[i] = std::move(value);
      else kids(node)[i] = kidOf(withSet(kids(node)[i].node, key, std::move(value), level - 1, added));
      return node;
    }
    TrieNode* n = copied(node, slot, level, true);
    if (level == 0) {
      added = !present;
      new (values(n) + i) V(std::move(value));
    } else {
      TrieNode* kid = present ? share(kids(node)[i].node) : nullptr;
      kids(n)[i] = kidOf(withSet(kid, key, std::move(value), level - 1, added));
    }
    release(node, level);
    return n;
  }

  // The key is there. Takes over the caller's hold of `node` and gives one of the result, null when nothing is left.
  static TrieNode* withErased(TrieNode* node, Key key, int level) {
    ++nodesVisited();
    const int slot = slotOf(key, level);
    const std::size_t i = node->rank(slot);
    if (!node->isShared()) {
      node->digest.clear();
      TrieNode* left = level > 0 ? withErased(kids(node)[i].node, key, level - 1) : nullptr;
      if (!left) return withoutItem(node, slot, level);
      kids(node)[i] = kidOf(left);
      return node;
    }
    TrieNode* kid = level > 0 ? withErased(share(kids(node)[i].node), key, level - 1) : nullptr;
    TrieNode* n = nullptr;
    if (kid || node->bits != std::uint64_t{1} << slot) {
      n = copied(node, slot, level, kid != nullptr);
      if (kid) kids(n)[i] = kidOf(kid);
    }
    release(node, level);
    return n;
  }

  template <typename Fn>
  static void walk(const TrieNode* node, Key prefix, int level, Fn& fn) {
    std::size_t i = 0;
    for (std::uint64_t left = node->bits; left; left &= left - 1, ++i) {
      const Key key = prefix << kShape.bits | static_cast<Key>(std::countr_zero(left));
      if (level == 0) fn(key, values(node)[i]);
      else walk(kids(node)[i].node, key, level - 1, fn);
    }
  }

  template <typename Fn>
  static void diff(const TrieNode* a, const TrieNode* b, Key prefix, int level, Fn& fn) {
    if (a == b) return;
    ++nodesVisited();
    std::size_t at_a = 0, at_b = 0;
    for (std::uint64_t left = (a ? a->bits : 0) | (b ? b->bits : 0); left; left &= left - 1) {
      const int slot = std::countr_zero(left);
      const bool in_a = a && a->has(slot), in_b = b && b->has(slot);
      const std::size_t i = at_a, k = at_b;
      at_a += in_a ? 1 : 0;
      at_b += in_b ? 1 : 0;
      const Key key = prefix << kShape.bits | static_cast<Key>(slot);
      if (level > 0) {
        const TrieNode *kid_a = in_a ? kids(a)[i].node : nullptr, *kid_b = in_b ? kids(b)[k].node : nullptr;
        if (kid_a != kid_b) diff(kid_a, kid_b, key, level - 1, fn);
        continue;
      }
      const V *va = in_a ? values(a) + i : nullptr, *vb = in_b ? values(b) + k : nullptr;
      if (!va || !vb || !(*va == *vb)) fn(key, va, vb);
    }
  }

 private:
  // In place: nobody else has the node, and a kid at the slot is gone already.
  static TrieNode* withoutItem(TrieNode* n, int slot, int level) {
    const std::size_t i = n->rank(slot), last = n->count() - 1;
    if (level == 0) {
      std::move(values(n) + i + 1, values(n) + last + 1, values(n) + i);
      std::destroy_at(values(n) + last);
    } else {
      std::copy(kids(n) + i + 1, kids(n) + last + 1, kids(n) + i);
    }
    n->bits &= ~(std::uint64_t{1} << slot);
    if (n->bits) return n;
    n->~TrieNode();
    ::operator delete(n);
    return nullptr;
  }

  // Counting up one holder after the other waits for the memory of each; so all are fetched at once before.
  static void prefetchHolders(const TrieNode* n, int level) {
    for (std::size_t i = 0, count = n->count(); i < count; ++i) {
      if (level > 0) __builtin_prefetch(kids(n)[i].node, 1);
      else if constexpr (requires(const V& v) { v.use_count(); }) __builtin_prefetch(values(n)[i].get(), 1);
    }
  }
};

}  // namespace ww::world
