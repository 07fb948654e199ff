// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/check.h"
#include "core/world/values/persistent_node.h"

namespace ww::world {

// An immutable ordered map from keys (36 bits) to values whose versions share all they have in common:
// a trie with up to 64 children a node, of depth 4 while all keys are below 2^24 and up to 6 else.
// Every operation touches as many nodes as the trie is deep, whatever the size. Copies are pointer
// copies; reading needs no lock. A version that nobody shares is changed in place.
template <typename V, TrieShape kShape = TrieShape{}>
class PersistentMap {
  using Node = TrieNode<V, kShape>;
  using Kid = typename Node::Kid;

 public:
  using Key = std::uint64_t;
  static constexpr int kBits = kShape.bits;
  static constexpr int kMinLevels = kShape.min_levels;
  static constexpr int kMaxLevels = kShape.max_levels;
  static_assert(kBits <= 6 && kBits * kMaxLevels < 64);
  static constexpr Key kKeyMask = (Key{1} << (kBits * kMaxLevels)) - 1;

  PersistentMap() = default;
  PersistentMap(const PersistentMap& o) : root_(Node::share(o.root_)), size_(o.size_), levels_(o.levels_) {}
  PersistentMap(PersistentMap&& o) noexcept
      : root_(std::exchange(o.root_, nullptr)),
        size_(std::exchange(o.size_, 0)),
        levels_(std::exchange(o.levels_, kMinLevels)) {}
  PersistentMap& operator=(PersistentMap o) noexcept {
    std::swap(root_, o.root_);
    std::swap(size_, o.size_);
    std::swap(levels_, o.levels_);
    return *this;
  }
  ~PersistentMap() { Node::release(root_, levels_ - 1); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool sharesAllWith(const PersistentMap& o) const { return root_ == o.root_; }

  // Null when there is no such key. Valid while this map is neither changed nor gone.
  const V* find(Key key) const { return value(leafOf(key), Node::slotOf(key, 0)); }

  // The same, to be changed in place; null also while another map shares it.
  V* own(Key key) {
    if (!root_ || key >> (kBits * levels_)) return nullptr;
    Node* node = root_;
    for (int level = levels_ - 1; node && !node->isShared(); --level) {
      const int slot = Node::slotOf(key, level);
      if (!node->has(slot)) return nullptr;
      node->digest.clear();
      ++nodesVisited();
      if (level == 0) return values(node) + node->rank(slot);
      node = kids(node)[node->rank(slot)].node;
    }
    return nullptr;
  }

  // find() of two keys, side by side: a processor waits for the memory of both at once.
  std::pair<const V*, const V*> findBoth(Key a, Key b) const {
    if (!root_ || (a | b) >> (kBits * levels_)) return {find(a), find(b)};
    Kid at_a = Node::kidOf(root_), at_b = at_a;
    nodesVisited() += 2 * static_cast<std::uint64_t>(levels_);
    for (int level = levels_ - 1; level > 0; --level) {
      at_a = kid(at_a, Node::slotOf(a, level));
      at_b = kid(at_b, Node::slotOf(b, level));
    }
    return {value(at_a, Node::slotOf(a, 0)), value(at_b, Node::slotOf(b, 0))};
  }

  // The value of the largest key that is not above this one; null when there is none.
  const V* findUpTo(Key key) const {
    if (key >> (kBits * levels_)) key = (Key{1} << (kBits * levels_)) - 1;
    if (!root_) return nullptr;
    Kid at = Node::kidOf(root_), fork;  // fork: the last node with something below the key
    int fork_level = 0;
    std::size_t i = 0;  // its item
    for (int level = levels_ - 1; at.node; --level) {
      ++nodesVisited();
      const int slot = Node::slotOf(key, level);
      const std::size_t before = Node::rankIn(at.bits, slot);
      if (level == 0 && has(at, slot)) return values(at.node) + before;
      if (before > 0) {
        fork = at;
        fork_level = level;
        i = before - 1;
      }
      at = level > 0 ? kid(at, slot) : Kid();
    }
    for (; fork.node && fork_level > 0; --fork_level) {
      fork = kids(fork.node)[i];
      i = countBits(fork.bits) - 1;
    }
    return fork.node ? values(fork.node) + i : nullptr;
  }

  // Has the last value up to this key, among those that differ in the last bits only, fetched to the caches.
  void prefetchUpTo(Key key) const {
    const Kid leaf = leafOf(key);
    if (!leaf.node) return;
    const std::uint64_t up_to = leaf.bits & (~std::uint64_t{0} >> (63 - Node::slotOf(key, 0)));
    const char* v = reinterpret_cast<const char*>(values(leaf.node) + (up_to ? countBits(up_to) - 1 : 0));
    for (std::size_t at = 0; at < sizeof(V); at += 64) __builtin_prefetch(v + at);
  }

  // The values whose keys differ from this one in the last `bits` bits only, in the order of the keys;
  // null when there are none.
  const V* block(Key key) const {
    const Node* node = leafOf(key).node;
    return node ? values(node) : nullptr;
  }

  void set(Key key, V value) {
    WW_CHECK(key <= kKeyMask);
    while (key >> (kBits * levels_)) deepen();
    bool added = false;
    root_ = Node::withSet(root_, key, std::move(value), levels_ - 1, added);
    size_ += added ? 1 : 0;
  }

  // Does nothing when there is no such key.
  void erase(Key key) {
    if (!find(key)) return;
    root_ = Node::withErased(root_, key, levels_ - 1);
    --size_;
  }

  // Hash over keys and values, each value by of(value), which gives a Sha256: equal for equal content, whatever
  // the history. Costs what was not hashed before; safe in several threads.
  template <typename Of>
  Sha256 digest(Of&& of) const {
    static_assert(kShape.hashed);
    if (!root_) return {};
    // Levels above the first fork depend on the history.
    const Node* node = root_;
    int level = levels_ - 1;
    for (; level > 0 && node->bits == 1; --level) node = kids(node)[0].node;
    return Node::digestOf(node, level, of);
  }

  // fn(key, value) in the order of the keys.
  template <typename Fn>
  void forEach(Fn&& fn) const {
    if (root_) Node::walk(root_, 0, levels_ - 1, fn);
  }

  // fn(key, const V* before, const V* after) for every key whose values are not the same; parts
  // that both share are not visited. Values are compared by ==.
  template <typename Fn>
  static void diff(PersistentMap before, PersistentMap after, Fn&& fn) {
    while (before.levels_ < after.levels_) before.deepen();
    while (after.levels_ < before.levels_) after.deepen();
    Node::diff(before.root_, after.root_, 0, before.levels_ - 1, fn);
  }

 private:
  static V* values(Node* n) { return Node::values(n); }
  static const V* values(const Node* n) { return Node::values(n); }
  static Kid* kids(Node* n) { return Node::kids(n); }
  static const Kid* kids(const Node* n) { return Node::kids(n); }

  // None, or null, when there is none; of no node there is none. Nodes themselves are not looked at.
  static bool has(const Kid& at, int slot) { return at.bits >> slot & 1; }
  static Kid kid(const Kid& at, int slot) {
    return has(at, slot) ? kids(static_cast<const Node*>(at.node))[Node::rankIn(at.bits, slot)] : Kid();
  }
  static const V* value(const Kid& at, int slot) {
    return has(at, slot) ? values(static_cast<const Node*>(at.node)) + Node::rankIn(at.bits, slot) : nullptr;
  }

  Kid leafOf(Key key) const {
    if (!root_ || key >> (kBits * levels_)) return {};
    Kid at = Node::kidOf(root_);
    nodesVisited() += static_cast<std::uint64_t>(levels_);
    for (int level = levels_ - 1; level > 0; --level) at = kid(at, Node::slotOf(key, level));
    return at;
  }

  void deepen() {
    if (root_) {
      Node* top = Node::make(1, levels_);
      kids(top)[0] = Node::kidOf(root_);
      root_ = top;
    }
    ++levels_;
  }

  Node* root_ = nullptr;
  std::size_t size_ = 0;
  int levels_ = kMinLevels;
};

// A set of ids with the same properties.
struct Present {
  bool operator==(const Present&) const = default;
};
using PersistentSet = PersistentMap<Present>;

}  // namespace ww::world
