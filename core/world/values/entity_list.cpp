// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/entity_list.h"

#include <algorithm>

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

EntityList::Seat EntityList::seatOf(const Entity& entity, std::size_t place) {
  return {place, entity.parent, entity.parent_t_this};
}

std::shared_ptr<const EntityList::Index> EntityList::indexOfAll() const {
  auto index = std::make_shared<Index>();
  std::size_t i = 0;
  for (const EntityPtr& e : *this) {
    index->at.set(e->id.value, seatOf(*e, i++));
    index->addName(keyOf(e->name), e->id.value);
  }
  return index;
}

// The index to be changed: in place when nobody else has it, as while a list is made.
std::shared_ptr<EntityList::Index> EntityList::ownIndex() const {
  return index_.use_count() == 1 ? std::const_pointer_cast<Index>(index_) : std::make_shared<Index>(*index_);
}

std::shared_ptr<const EntityList::Step[]> EntityList::stepsOfAll() const {
  if (size() < 2 || index_) return nullptr;
  auto steps = std::make_shared<Step[]>(size());
  std::size_t i = 0;
  for (const EntityPtr& e : *this) steps[i++] = {e->id, e->parent, e->parent_t_this};
  return steps;
}

// Ids follow each other, as a rule.
const EntityList::Step* EntityList::step(EntityId id) const {
  const std::uint64_t likely = id.value - first_.value;
  if (likely < size() && steps_[static_cast<std::ptrdiff_t>(likely)].id == id)
    return &steps_[static_cast<std::ptrdiff_t>(likely)];
  const Step* end = steps_.get() + size();
  const Step* found = std::find_if(steps_.get(), end, [id](const Step& s) { return s.id == id; });
  return found == end ? nullptr : found;
}

std::size_t EntityList::indexOf(EntityId id) const {
  if (index_) {
    const Seat* seat = index_->at.find(id.value);
    return seat ? seat->place : size();
  }
  if (!steps_) return id == first_ ? 0 : size();
  const Step* found = step(id);
  return found ? static_cast<std::size_t>(found - steps_.get()) : size();
}

std::optional<Pose> EntityList::firstT(EntityId id) const {
  const auto seatAt = [this](EntityId of) -> std::optional<std::pair<EntityId, const Pose*>> {
    if (index_) {
      const Seat* seat = index_->at.find(of.value);
      return seat ? std::optional(std::pair(seat->parent, &seat->parent_t_this)) : std::nullopt;
    }
    const Step* s = steps_ ? step(of) : nullptr;
    return s ? std::optional(std::pair(s->parent, &s->parent_t_this)) : std::nullopt;
  };
  if (id == first_) return Pose();
  auto at = seatAt(id);
  if (!at) return std::nullopt;
  Pose pose = *at->second;
  while (at->first != first_ && (at = seatAt(at->first))) pose = *at->second * pose;
  return pose;
}

void EntityList::prefetch() const {
  if (!steps_) return;
  for (std::size_t at = 0; at < size() * sizeof(Step); at += 64)
    __builtin_prefetch(reinterpret_cast<const char*>(steps_.get()) + at);
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
    steps_ = stepsOfAll();
    return;
  }
  auto index = ownIndex();
  index->at.set(back()->id.value, seatOf(*back(), i));
  index->addName(keyOf(back()->name), back()->id.value);
  index_ = std::move(index);
}

void EntityList::pop_back() {
  const EntityId gone = back()->id;
  items_.erase(size() - 1);
  if (empty()) first_ = {};
  steps_ = stepsOfAll();
  if (!index_) return;
  auto index = ownIndex();
  index->at.erase(gone.value);
  ++index->stale;
  index_ = std::move(index);
}

void EntityList::set(std::size_t i, EntityPtr entity) {
  const EntityPtr old = (*this)[i];
  if (i == 0) first_ = entity->id;
  items_.set(i, entity);
  const bool renamed = old->name != entity->name;
  const bool moved = old->parent != entity->parent || !(old->parent_t_this == entity->parent_t_this);
  if (!index_ && (old->id != entity->id || moved)) steps_ = stepsOfAll();
  if (!index_ || (old->id == entity->id && !renamed && !moved)) return;
  if (old->id != entity->id || (renamed && index_->stale >= size())) {
    index_ = indexOfAll();
    return;
  }
  auto index = ownIndex();
  if (moved) index->at.set(entity->id.value, seatOf(*entity, i));
  if (renamed) {
    index->addLater(*entity);
    ++index->stale;
  }
  index_ = std::move(index);
}

}  // namespace ww::world
