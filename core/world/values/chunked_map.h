// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "core/world/values/persistent_map.h"

namespace ww::world {

// A PersistentMap for what is made of many values at once: a Builder makes each leaf in one piece, where one set()
// after the other copies it each time. The leaves (64 values) are those of a trie of one level less.
template <typename V>
class ChunkedMap {
  static constexpr TrieShape kLeafShape{}, kShape{6, kLeafShape.min_levels - 1, kLeafShape.max_levels - 1};
  using Node = TrieNode<V, kLeafShape>;

  // A share in a leaf, null or with at least one value; with what copies of a node of them fetch before.
  class Leaf {
   public:
    Leaf() = default;
    explicit Leaf(Node* node) : node_(node) {}  // takes over the caller's hold
    Leaf(const Leaf& o) : node_(Node::share(o.node_)) {}
    Leaf(Leaf&& o) noexcept : node_(std::exchange(o.node_, nullptr)) {}
    Leaf& operator=(Leaf o) noexcept {
      std::swap(node_, o.node_);
      return *this;
    }
    ~Leaf() { Node::release(node_, 0); }
    const Node* get() const { return node_; }
    Node* take() { return std::exchange(node_, nullptr); }
    long use_count() const { return node_->holders.load(std::memory_order_relaxed); }  // NOLINT(*-naming)
    bool operator==(const Leaf& o) const { return node_ == o.node_; }

   private:
    Node* node_ = nullptr;
  };
  using Leaves = PersistentMap<Leaf, kShape>;

 public:
  using Key = std::uint64_t;
  static constexpr int kBits = kShape.bits;
  static constexpr std::size_t kInLeaf = std::size_t{1} << kBits;

  class Builder {
   public:
    // Keys come in ascending order, each once.
    void add(Key key, V value) {
      WW_CHECK(key >= next_);
      next_ = key + 1;
      if (key >> kBits != at_) close();
      at_ = key >> kBits;
      bits_ |= std::uint64_t{1} << (key & (kInLeaf - 1));
      values_[count_++] = std::move(value);
    }
    ChunkedMap finish() {
      close();
      return std::exchange(map_, {});
    }

   private:
    void close() {
      if (count_ == 0) return;
      Node* node = Node::make(bits_, 0);
      std::uninitialized_move_n(values_.begin(), count_, Node::values(node));
      map_.leaves_.set(at_, Leaf(node));
      map_.size_ += count_;
      bits_ = 0;
      count_ = 0;
    }

    ChunkedMap map_;
    std::array<V, kInLeaf> values_{};
    std::size_t count_ = 0;
    std::uint64_t bits_ = 0;
    Key at_ = 0, next_ = 0;
  };

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // Null when there is no such key. Valid while this map is neither changed nor gone.
  const V* find(Key key) const {
    const Leaf* leaf = leaves_.find(key >> kBits);
    const int slot = Node::slotOf(key, 0);
    if (!leaf || !leaf->get()->has(slot)) return nullptr;
    ++nodesVisited();
    return Node::values(leaf->get()) + leaf->get()->rank(slot);
  }

  void set(Key key, V value) {
    Leaf* own = leaves_.own(key >> kBits);
    const Leaf* shared = own ? nullptr : leaves_.find(key >> kBits);
    Leaf leaf = own ? std::move(*own) : shared ? *shared : Leaf();
    bool added = false;
    leaf = Leaf(Node::withSet(leaf.take(), key, std::move(value), 0, added));
    size_ += added ? 1 : 0;
    put(own, key >> kBits, std::move(leaf));
  }

  // Does nothing when there is no such key.
  void erase(Key key) {
    if (!find(key)) return;
    --size_;
    Leaf* own = leaves_.own(key >> kBits);
    Leaf leaf = own ? std::move(*own) : *leaves_.find(key >> kBits);
    leaf = Leaf(Node::withErased(leaf.take(), key, 0));
    if (leaf.get()) return put(own, key >> kBits, std::move(leaf));
    leaves_.erase(key >> kBits);
  }

  // fn(key, value) in the order of the keys.
  template <typename Fn>
  void forEach(Fn&& fn) const {
    leaves_.forEach([&fn](Key at, const Leaf& leaf) { Node::walk(leaf.get(), at, 0, fn); });
  }

  // fn(key, const V* before, const V* after) for every key whose values are not the same; parts
  // that both share are not visited. Values are compared by ==.
  template <typename Fn>
  static void diff(const ChunkedMap& before, const ChunkedMap& after, Fn&& fn) {
    Leaves::diff(before.leaves_, after.leaves_, [&fn](Key at, const Leaf* a, const Leaf* b) {
      Node::diff(a ? a->get() : nullptr, b ? b->get() : nullptr, at, 0, fn);
    });
  }

 private:
  void put(Leaf* own, Key at, Leaf leaf) {
    if (own) *own = std::move(leaf);
    else leaves_.set(at, std::move(leaf));
  }

  Leaves leaves_;
  std::size_t size_ = 0;
};

using ChunkedSet = ChunkedMap<Present>;

}  // namespace ww::world
