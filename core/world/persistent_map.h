// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/check.h"

namespace ww::world {

// Nodes of persistent maps touched by this thread: proof that the cost of an edit is the size of
// the edit, not of the world.
inline std::uint64_t& nodesVisited() {
  thread_local std::uint64_t count = 0;
  return count;
}

// An immutable ordered map from 36-bit keys to values whose versions share all they have in common:
// a trie of fixed depth 6 with up to 64 children a node. Every operation touches 6 nodes whatever
// the size. Copies are pointer copies; reading needs no lock.
template <typename V>
class PersistentMap {
 public:
  using Key = std::uint64_t;
  static constexpr int kBits = 6;
  static constexpr int kLevels = 6;
  static constexpr Key kKeyMask = (Key{1} << (kBits * kLevels)) - 1;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool sharesAllWith(const PersistentMap& o) const { return root_ == o.root_; }

  const V* find(Key key) const {
    const Node* node = root_.get();
    for (int level = kLevels - 1; node; --level) {
      ++nodesVisited();
      const int slot = slotOf(key, level);
      if (!(node->bits >> slot & 1)) return nullptr;
      const std::size_t i = rank(node->bits, slot);
      if (level == 0) return &node->values[i];
      node = node->kids[i].get();
    }
    return nullptr;
  }

  void set(Key key, V value) {
    WW_CHECK(key <= kKeyMask);
    bool added = false;
    root_ = withSet(root_.get(), key, std::move(value), kLevels - 1, added);
    size_ += added ? 1 : 0;
  }

  // Does nothing when there is no such key.
  void erase(Key key) {
    if (!find(key)) return;
    root_ = withErased(*root_, key, kLevels - 1);
    --size_;
  }

  // fn(key, value) in the order of the keys.
  template <typename Fn>
  void forEach(Fn&& fn) const {
    if (root_) walk(*root_, 0, kLevels - 1, fn);
  }

  // fn(key, const V* before, const V* after) for every key whose values are not the same; parts
  // that both share are not visited. Values are compared by ==.
  template <typename Fn>
  static void diff(const PersistentMap& before, const PersistentMap& after, Fn&& fn) {
    diffNodes(before.root_.get(), after.root_.get(), 0, kLevels - 1, fn);
  }

 private:
  struct Node {
    std::uint64_t bits = 0;
    std::vector<std::shared_ptr<const Node>> kids;
    std::vector<V> values;
  };
  using NodePtr = std::shared_ptr<const Node>;

  static int slotOf(Key key, int level) { return static_cast<int>(key >> (kBits * level) & 63); }
  static std::size_t rank(std::uint64_t bits, int slot) {
    return static_cast<std::size_t>(std::popcount(bits & ((std::uint64_t{1} << slot) - 1)));
  }

  static NodePtr withSet(const Node* node, Key key, V&& value, int level, bool& added) {
    ++nodesVisited();
    auto copy = node ? std::make_shared<Node>(*node) : std::make_shared<Node>();
    const int slot = slotOf(key, level);
    const auto i = static_cast<std::ptrdiff_t>(rank(copy->bits, slot));
    const bool present = copy->bits >> slot & 1;
    copy->bits |= std::uint64_t{1} << slot;
    if (level == 0) {
      added = !present;
      if (present) copy->values[static_cast<std::size_t>(i)] = std::move(value);
      else copy->values.insert(copy->values.begin() + i, std::move(value));
    } else if (present) {
      auto& kid = copy->kids[static_cast<std::size_t>(i)];
      kid = withSet(kid.get(), key, std::move(value), level - 1, added);
    } else {
      copy->kids.insert(copy->kids.begin() + i, withSet(nullptr, key, std::move(value), level - 1, added));
    }
    return copy;
  }

  static NodePtr withErased(const Node& node, Key key, int level) {
    ++nodesVisited();
    auto copy = std::make_shared<Node>(node);
    const int slot = slotOf(key, level);
    const auto i = static_cast<std::ptrdiff_t>(rank(copy->bits, slot));
    NodePtr kid;
    if (level > 0) kid = withErased(*copy->kids[static_cast<std::size_t>(i)], key, level - 1);
    if (kid) {
      copy->kids[static_cast<std::size_t>(i)] = std::move(kid);
      return copy;
    }
    copy->bits &= ~(std::uint64_t{1} << slot);
    if (level == 0) copy->values.erase(copy->values.begin() + i);
    else copy->kids.erase(copy->kids.begin() + i);
    return copy->bits ? copy : nullptr;
  }

  template <typename Fn>
  static void walk(const Node& node, Key prefix, int level, Fn& fn) {
    std::size_t i = 0;
    for (std::uint64_t bits = node.bits; bits; bits &= bits - 1, ++i) {
      const Key key = prefix << kBits | static_cast<Key>(std::countr_zero(bits));
      if (level == 0) fn(key, node.values[i]);
      else walk(*node.kids[i], key, level - 1, fn);
    }
  }

  template <typename Fn>
  static void diffNodes(const Node* a, const Node* b, Key prefix, int level, Fn& fn) {
    if (a == b) return;
    ++nodesVisited();
    for (std::uint64_t bits = (a ? a->bits : 0) | (b ? b->bits : 0); bits; bits &= bits - 1) {
      const int slot = std::countr_zero(bits);
      const Key key = prefix << kBits | static_cast<Key>(slot);
      const bool in_a = a && (a->bits >> slot & 1), in_b = b && (b->bits >> slot & 1);
      if (level > 0) {
        diffNodes(in_a ? a->kids[rank(a->bits, slot)].get() : nullptr,
                  in_b ? b->kids[rank(b->bits, slot)].get() : nullptr, key, level - 1, fn);
        continue;
      }
      const V* va = in_a ? &a->values[rank(a->bits, slot)] : nullptr;
      const V* vb = in_b ? &b->values[rank(b->bits, slot)] : nullptr;
      if (!va || !vb || !(*va == *vb)) fn(key, va, vb);
    }
  }

  NodePtr root_;
  std::size_t size_ = 0;
};

// A set of ids with the same properties.
struct Present {
  bool operator==(const Present&) const = default;
};
using PersistentSet = PersistentMap<Present>;

}  // namespace ww::world
