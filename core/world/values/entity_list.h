// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

#include "core/base/ids.h"
#include "core/math/pose.h"
#include "core/world/values/name_ids.h"
#include "core/world/values/persistent_map.h"

namespace ww::world {

struct Entity;
using EntityPtr = std::shared_ptr<const Entity>;

// The entities of an object. It reads like a vector of pointers; copies share what they have in common, so
// that an edit of one entity costs the same in objects of any size, as does looking for one. Names are
// unique in it.
class EntityList {
  // Small leaves: what stands beside an entity that is exchanged is copied.
  static constexpr TrieShape kShape{4, 1, 9, true};
  using Items = PersistentMap<EntityPtr, kShape>;

 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = EntityPtr;
    using difference_type = std::ptrdiff_t;
    using pointer = const EntityPtr*;
    using reference = const EntityPtr&;

    Iterator() = default;
    reference operator*() const { return block_[at_ & kInBlock]; }
    pointer operator->() const { return block_ + (at_ & kInBlock); }
    Iterator& operator++() {
      if ((++at_ & kInBlock) == 0) block_ = items_->block(at_);
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& o) const { return at_ == o.at_; }

   private:
    friend class EntityList;
    static constexpr std::size_t kInBlock = (std::size_t{1} << kShape.bits) - 1;
    Iterator(const Items& items, std::size_t at) : items_(&items), block_(items.block(at)), at_(at) {}

    const Items* items_ = nullptr;
    const EntityPtr* block_ = nullptr;
    std::size_t at_ = 0;
  };
  using value_type = EntityPtr;
  using const_iterator = Iterator;

  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  const EntityPtr& operator[](std::size_t i) const { return *items_.find(i); }
  const EntityPtr& front() const { return (*this)[0]; }
  const EntityPtr& back() const { return (*this)[size() - 1]; }
  Iterator begin() const { return {items_, 0}; }
  Iterator end() const { return {items_, size()}; }

  // Null when there is none. The names are those that the entities had when they were put in.
  const EntityPtr* find(EntityId id) const;
  const EntityPtr* named(std::string_view name) const;
  std::size_t indexOf(EntityId id) const;      // size() when there is none
  EntityId firstId() const { return first_; }  // of front(), without looking at it
  // Pose of an entity in the first one; none when it is not here.
  std::optional<Pose> firstT(EntityId id) const;

  // Has what firstT() reads fetched to the caches.
  void prefetch() const;

  void push_back(EntityPtr entity);
  void pop_back();
  void set(std::size_t i, EntityPtr entity);

  // Hash over the order and the entities, each by of(entity), which gives a Sha256.
  template <typename Of>
  Sha256 digest(Of&& of) const {
    return items_.digest([&](const EntityPtr& e) { return of(*e); });
  }

  bool sharesAllWith(const EntityList& o) const { return items_.sharesAllWith(o.items_); }
  // fn(index, const EntityPtr* before, const EntityPtr* after) for each that is not the same in both, null
  // where one list has none; at the cost of the difference.
  template <typename Fn>
  static void diff(const EntityList& before, const EntityList& after, Fn&& fn) {
    if (!before.sharesAllWith(after)) Items::diff(before.items_, after.items_, fn);
  }

 private:
  // What poses are made of stands close together: of thousands of entities themselves most are in no cache.
  struct Seat {
    std::size_t place = 0;
    EntityId parent;
    Pose parent_t_this;
  };
  struct Index {
    PersistentMap<Seat, TrieShape{5, 1, 8}> at;        // by id
    PersistentMap<NameIds, TrieShape{4, 4, 4}> named;  // ids, by 16 bits of the hash of a name
    // Names that came lately and are not in `named` yet: a few of them are copied sooner than a path of a trie.
    struct Renamed {
      std::uint64_t key = 0, id = 0;
    };
    std::array<Renamed, 8> renamed;
    std::size_t renamed_count = 0;
    std::size_t stale = 0;  // ids under names that the entities have no more: cheaper to pass over than to take out
    void addName(std::uint64_t key, std::uint64_t id);
    void addLater(const Entity& entity);
  };
  // The same of a few, one after the other.
  struct Step {
    EntityId id, parent;
    Pose parent_t_this;
  };
  std::shared_ptr<const Step[]> stepsOfAll() const;
  const Step* step(EntityId id) const;
  std::shared_ptr<const Index> indexOfAll() const;
  std::shared_ptr<Index> ownIndex() const;
  static Seat seatOf(const Entity& entity, std::size_t place);

  Items items_;
  EntityId first_;
  std::shared_ptr<const Step[]> steps_;  // null of one alone, and where there is an index
  std::shared_ptr<const Index> index_;   // null while there are few
};

}  // namespace ww::world
