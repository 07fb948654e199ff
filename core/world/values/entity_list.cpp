// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/entity_list.h"

#include "core/world/values/names.h"
#include "core/world/values/parts.h"

namespace ww::world {
namespace {

// As many are looked through one by one.
constexpr std::size_t kFewEntities = 16;

std::uint64_t keyOf(std::string_view name) { return nameKey(0, name) & 0xffff; }

}  // namespace

void EntityList::Index::addName(std::uint64_t key, std::uint64_t id) {
  const NameIds* ids = named.find(key);
  if (world::firstId(ids, [&](std::uint64_t known) { return known == id; }) == 0) named.set(key, withId(ids, id));
}

void EntityList::Index::addLater(const Entity& entity) {
  if (renamed_count == renamed.size()) {
    for (const Renamed& r : renamed) addName(r.key, r.id);
    renamed_count = 0;
  }
  renamed[renamed_count++] = {keyOf(entity.name), entity.id.value};
}

std::shared_ptr<const EntityList::Index> EntityList::indexOfAll() const {
  auto index = std::make_shared<Index>();
  std::size_t i = 0;
  for (const EntityPtr& e : *this) {
    index->at.set(e->id.value, i++);
    index->addName(keyOf(e->name), e->id.value);
  }
  return index;
}

std::size_t EntityList::indexOf(EntityId id) const {
  if (index_) {
    const std::size_t* at = index_->at.find(id.value);
    return at ? *at : size();
  }
  std::size_t i = 0;
  for (Iterator e = begin(); e != end() && (*e)->id != id; ++e) ++i;
  return i;
}

const EntityPtr* EntityList::find(EntityId id) const { return items_.find(indexOf(id)); }

const EntityPtr* EntityList::named(std::string_view name) const {
  if (index_) {
    const auto is = [&](std::uint64_t id) {
      const EntityPtr* e = find(EntityId{id});
      return e && (*e)->name == name;
    };
    const std::uint64_t key = keyOf(name);
    for (std::size_t i = 0; i < index_->renamed_count; ++i) {
      if (index_->renamed[i].key == key && is(index_->renamed[i].id)) return find(EntityId{index_->renamed[i].id});
    }
    return find(EntityId{world::firstId(index_->named.find(key), is)});
  }
  for (const EntityPtr& e : *this) {
    if (e->name == name) return &e;
  }
  return nullptr;
}

void EntityList::push_back(EntityPtr entity) {
  const std::size_t i = size();
  if (i == 0) first_ = entity->id;
  items_.set(i, std::move(entity));
  if (!index_) {
    if (size() > kFewEntities) index_ = indexOfAll();
    return;
  }
  // Nobody else has it while a list is made: then it is changed in place.
  auto index = index_.use_count() == 1 ? std::const_pointer_cast<Index>(index_) : std::make_shared<Index>(*index_);
  index->at.set(back()->id.value, i);
  index->addName(keyOf(back()->name), back()->id.value);
  index_ = std::move(index);
}

void EntityList::pop_back() {
  const EntityId gone = back()->id;
  items_.erase(size() - 1);
  if (empty()) first_ = {};
  if (!index_) return;
  auto index = std::make_shared<Index>(*index_);
  index->at.erase(gone.value);
  ++index->stale;
  index_ = std::move(index);
}

void EntityList::set(std::size_t i, EntityPtr entity) {
  const EntityPtr old = (*this)[i];
  if (i == 0) first_ = entity->id;
  items_.set(i, entity);
  if (!index_ || (old->id == entity->id && old->name == entity->name)) return;
  if (index_->stale >= size() || old->id != entity->id) {
    index_ = indexOfAll();
    return;
  }
  auto index = std::make_shared<Index>(*index_);
  index->addLater(*entity);
  ++index->stale;
  index_ = std::move(index);
}

}  // namespace ww::world
