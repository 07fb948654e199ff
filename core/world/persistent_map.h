// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/check.h"
#include "core/world/persistent_node.h"

namespace ww::world {

// Nodes of persistent maps touched by this thread: proof that the cost of an edit is the size of
// the edit, not of the world.
inline std::uint64_t& nodesVisited() {
  thread_local std::uint64_t count = 0;
  return count;
}

// An immutable ordered map from 36-bit keys to values whose versions share all they have in common:
// a trie with up to 64 children a node, of depth 4 while all keys are below 2^24 and up to 6 else.
// Every operation touches as many nodes as the trie is deep, whatever the size. Copies are pointer
// copies; reading needs no lock. A version that nobody shares is changed in place.
template <typename V>
class PersistentMap {
 public:
  using Key = std::uint64_t;
  static constexpr int kBits = 6;
  static constexpr int kMinLevels = 4;
  static constexpr int kMaxLevels = 6;
  static constexpr Key kKeyMask = (Key{1} << (kBits * kMaxLevels)) - 1;

  PersistentMap() = default;
  PersistentMap(const PersistentMap& o) : root_(Node::share(o.root_)), size_(o.size_), levels_(o.levels_) {}
  PersistentMap(PersistentMap&& o) noexcept
      : root_(std::exchange(o.root_, nullptr)), size_(std::exchange(o.size_, 0)), levels_(std::exchange(o.levels_, kMinLevels)) {}
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
  const V* find(Key key) const {
    if (!root_ || key >> (kBits * levels_)) return nullptr;
    const Node* node = root_;
    nodesVisited() += static_cast<std::uint64_t>(levels_);
    for (int level = levels_ - 1; level > 0; --level) {
      const int slot = slotOf(key, level);
      if (!node->has(slot)) return nullptr;
      node = kids(node)[node->rank(slot)];
    }
    const int slot = slotOf(key, 0);
    return node->has(slot) ? values(node) + node->rank(slot) : nullptr;
  }

  void set(Key key, V value) {
    WW_CHECK(key <= kKeyMask);
    while (key >> (kBits * levels_)) deepen();
    bool added = false;
    root_ = withSet(root_, key, std::move(value), levels_ - 1, added);
    size_ += added ? 1 : 0;
  }

  // Does nothing when there is no such key.
  void erase(Key key) {
    if (!find(key)) return;
    Node* less = withErased(root_, key, levels_ - 1);
    Node::release(std::exchange(root_, less), levels_ - 1);
    --size_;
  }

  // fn(key, value) in the order of the keys.
  template <typename Fn>
  void forEach(Fn&& fn) const {
    if (root_) walk(root_, 0, levels_ - 1, fn);
  }

  // fn(key, const V* before, const V* after) for every key whose values are not the same; parts
  // that both share are not visited. Values are compared by ==.
  template <typename Fn>
  static void diff(PersistentMap before, PersistentMap after, Fn&& fn) {
    while (before.levels_ < after.levels_) before.deepen();
    while (after.levels_ < before.levels_) after.deepen();
    diffNodes(before.root_, after.root_, 0, before.levels_ - 1, fn);
  }

 private:
  using Node = TrieNode<V>;

  static int slotOf(Key key, int level) { return static_cast<int>(key >> (kBits * level) & 63); }
  static V* values(Node* n) { return Node::values(n); }
  static const V* values(const Node* n) { return Node::values(n); }
  static Node** kids(Node* n) { return Node::kids(n); }
  static Node* const* kids(const Node* n) { return Node::kids(n); }

  // Takes over the caller's hold of `node` (may be null) and gives one of the result.
  static Node* withSet(Node* node, Key key, V&& value, int level, bool& added) {
    ++nodesVisited();
    const int slot = slotOf(key, level);
    const bool present = node && node->has(slot);
    const std::size_t i = node ? node->rank(slot) : 0;
    if (present && !node->isShared()) {
      if (level == 0) values(node)[i] = std::move(value);
      else kids(node)[i] = withSet(kids(node)[i], key, std::move(value), level - 1, added);
      return node;
    }
    Node* n = Node::copied(node, slot, level, true);
    if (level == 0) {
      added = !present;
      new (values(n) + i) V(std::move(value));
    } else {
      kids(n)[i] = withSet(present ? Node::share(kids(node)[i]) : nullptr, key, std::move(value), level - 1, added);
    }
    Node::release(node, level);
    return n;
  }

  // The key is there. Null when nothing is left.
  static Node* withErased(const Node* node, Key key, int level) {
    ++nodesVisited();
    const int slot = slotOf(key, level);
    Node* kid = level > 0 ? withErased(kids(node)[node->rank(slot)], key, level - 1) : nullptr;
    if (!kid && node->bits == std::uint64_t{1} << slot) return nullptr;
    Node* n = Node::copied(node, slot, level, kid != nullptr);
    if (kid) kids(n)[n->rank(slot)] = kid;
    return n;
  }

  void deepen() {
    if (root_) {
      Node* top = Node::make(1, levels_);
      kids(top)[0] = root_;
      root_ = top;
    }
    ++levels_;
  }

  template <typename Fn>
  static void walk(const Node* node, Key prefix, int level, Fn& fn) {
    std::size_t i = 0;
    for (std::uint64_t bits = node->bits; bits; bits &= bits - 1, ++i) {
      const Key key = prefix << kBits | static_cast<Key>(std::countr_zero(bits));
      if (level == 0) fn(key, values(node)[i]);
      else walk(kids(node)[i], key, level - 1, fn);
    }
  }

  template <typename Fn>
  static void diffNodes(const Node* a, const Node* b, Key prefix, int level, Fn& fn) {
    if (a == b) return;
    ++nodesVisited();
    for (std::uint64_t bits = (a ? a->bits : 0) | (b ? b->bits : 0); bits; bits &= bits - 1) {
      const int slot = std::countr_zero(bits);
      const Key key = prefix << kBits | static_cast<Key>(slot);
      const bool in_a = a && a->has(slot), in_b = b && b->has(slot);
      if (level > 0) {
        diffNodes(in_a ? kids(a)[a->rank(slot)] : nullptr, in_b ? kids(b)[b->rank(slot)] : nullptr, key, level - 1, fn);
        continue;
      }
      const V* va = in_a ? values(a) + a->rank(slot) : nullptr;
      const V* vb = in_b ? values(b) + b->rank(slot) : nullptr;
      if (!va || !vb || !(*va == *vb)) fn(key, va, vb);
    }
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
