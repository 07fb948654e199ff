// SPDX-License-Identifier: Apache-2.0
#include "core/difference/match.h"

#include <algorithm>
#include <unordered_set>

namespace ww::difference {
namespace {

using Key = std::pair<std::uint64_t, std::string>;  // parent or owner, name

bool sameKind(const EntityRecord& a, const EntityRecord& b) {
  return a.content().entity_type_case() == b.content().entity_type_case();
}

class Matcher {
 public:
  Matcher(const Records& first, const Records& second, const std::function<Trust(std::uint64_t)>& trust,
          std::uint64_t shared)
      : a_(first), b_(second), trust_(trust), shared_(shared) {}

  IdMap run() {
    pair(world::kRootObject.value, world::kRootObject.value);
    objectsById();
    objectsByName();
    objectsOfOld();
    for (const auto& [id, o] : b_.objects)
      if (map_.has(id)) entitiesOf(*a_.objects.at(map_.of(id)), *o);
    framesById();
    framesByName();
    framesRenamed();
    framesOfOld();
    newNumbers();
    return std::move(map_);
  }

 private:
  void pair(std::uint64_t a, std::uint64_t b) {
    map_.set(b, a);
    taken_.insert(a);
  }
  bool isFree(std::uint64_t a) const { return !taken_.contains(a); }

  void objectsById() {
    for (const auto& [id, b] : b_.objects) {
      const auto a = a_.objects.find(id);
      if (a == a_.objects.end() || map_.has(id)) continue;
      const Trust trust = trust_(id);
      if (trust == Trust::kNames) continue;  // names hold below a parent
      const bool same = a->second->name() == b->name() || trust == Trust::kSame;
      if (same || (trust == Trust::kAlike && alike(*a->second, *b))) pair(id, id);
    }
  }

  // It has another name now.
  bool alike(const ObjectRecord& a, const ObjectRecord& b) const {
    const std::unordered_set<std::uint64_t> in_a(a.entities().begin(), a.entities().end());
    int same = 0;
    for (const std::uint64_t id : b.entities()) {
      if (!in_a.contains(id)) continue;
      const EntityRecord &x = *a_.entities.at(id), &y = *b_.entities.at(id);
      same += x.content().name() == y.content().name() && sameKind(x, y);
    }
    return 2 * same >= std::max(a.entities_size(), b.entities_size());
  }

  void objectsByName() {
    std::map<Key, std::uint64_t> named;
    for (const auto& [id, a] : a_.objects) {
      if (!isFree(id) || trust_(id) == Trust::kSame) continue;
      named[{a->parent(), a->name()}] = id;
      if (a->name_is_global_alias()) named[{0, a->name()}] = id;
    }
    if (named.empty()) return;
    // Parents first, whatever the order of the ids: what hangs on a pair may be one.
    for (bool more = true; more;) {
      more = false;
      for (const auto& [id, b] : b_.objects) more = objectByName(id, *b, named) || more;
    }
  }

  bool objectByName(std::uint64_t id, const ObjectRecord& b, const std::map<Key, std::uint64_t>& named) {
    if (map_.has(id)) return false;
    auto found = b.name_is_global_alias() ? named.find({0, b.name()}) : named.end();
    if (found == named.end() && map_.has(b.parent())) found = named.find({map_.of(b.parent()), b.name()});
    if (found == named.end() || !isFree(found->second)) return false;
    pair(found->second, id);
    return true;
  }

  void entitiesOf(const ObjectRecord& a, const ObjectRecord& b) {
    std::map<std::string, std::uint64_t> named;
    for (const std::uint64_t id : a.entities())
      if (trust_(id) != Trust::kSame) named[a_.entities.at(id)->content().name()] = id;
    if (a.entities_size() > 0 && b.entities_size() > 0) pair(a.entities(0), b.entities(0));
    const auto belongs = [&](std::uint64_t id) {
      const auto it = a_.entities.find(id);
      return it != a_.entities.end() && it->second->object() == a.id() && isFree(id);
    };
    for (const std::uint64_t id : b.entities()) {
      if (map_.has(id) || !belongs(id)) continue;
      const bool same = a_.entities.at(id)->content().name() == b_.entities.at(id)->content().name();
      if (same || trust_(id) == Trust::kSame) pair(id, id);
    }
    for (const std::uint64_t id : b.entities()) {
      const auto it = named.find(b_.entities.at(id)->content().name());
      if (!map_.has(id) && it != named.end() && isFree(it->second) &&
          sameKind(*a_.entities.at(it->second), *b_.entities.at(id)))
        pair(it->second, id);
    }
    for (const std::uint64_t id : b.entities()) {
      if (!map_.has(id) && belongs(id) && trust_(id) == Trust::kAlike &&
          sameKind(*a_.entities.at(id), *b_.entities.at(id)))
        pair(id, id);
    }
  }

  void pairFrames(const FrameRecord& a, const FrameRecord& b) {
    pair(a.id(), b.id());
    pair(a.entity(), b.entity());
  }

  void framesById() {
    for (const auto& [id, b] : b_.frames) {
      const auto a = a_.frames.find(id);
      if (a == a_.frames.end()) continue;
      const Trust trust = trust_(id);
      const bool same = a->second->content().name() == b->content().name() && trust != Trust::kNames;
      if (same || trust == Trust::kSame) pairFrames(*a->second, *b);
    }
  }

  void framesByName() {
    std::map<Key, std::uint64_t> named;
    for (const auto& [id, a] : a_.frames)
      if (isFree(id) && trust_(id) != Trust::kSame) named[{a->object(), a->content().name()}] = id;
    for (const auto& [id, b] : b_.frames) {
      if (map_.has(id) || !map_.has(b->object())) continue;
      const auto it = named.find({map_.of(b->object()), b->content().name()});
      if (it != named.end() && isFree(it->second)) pairFrames(*a_.frames.at(it->second), *b);
    }
  }

  void framesRenamed() {
    for (const auto& [id, b] : b_.frames) {
      const auto a = a_.frames.find(id);
      if (map_.has(id) || a == a_.frames.end() || !isFree(id) || trust_(id) != Trust::kAlike) continue;
      if (map_.has(b->object()) && map_.of(b->object()) == a->second->object()) pairFrames(*a->second, *b);
    }
  }

  // Of one id, and left over by all else: had it been added twice, it would be newer than what both share.
  template <typename Map>
  bool isOld(const Map& in_a, std::uint64_t id) const {
    return id < shared_ && !map_.has(id) && in_a.contains(id) && isFree(id);
  }
  void objectsOfOld() {
    for (const auto& [id, b] : b_.objects)
      if (isOld(a_.objects, id)) pair(id, id);
  }
  void framesOfOld() {
    for (const auto& [id, b] : b_.frames)
      if (isOld(a_.frames, id)) pairFrames(*a_.frames.at(id), *b);
  }

  // Those that are in the second world alone.
  void newNumbers() {
    for (const auto& [id, o] : a_.objects) taken_.insert(id);
    for (const auto& [id, e] : a_.entities) taken_.insert(id);
    for (const auto& [id, f] : a_.frames) taken_.insert({id, f->entity()});
    next_ = std::max({a_.world.next_id(), b_.world.next_id(), std::uint64_t{3}});
    for (const auto& [id, o] : b_.objects) newNumber(id);
    for (const auto& [id, e] : b_.entities) newNumber(id);
    for (const auto& [id, f] : b_.frames) {
      newNumber(id);
      newNumber(f->entity());
    }
  }

  void newNumber(std::uint64_t id) {
    if (map_.has(id)) return;
    pair(isFree(id) ? id : next_++, id);
  }

  const Records &a_, &b_;
  const std::function<Trust(std::uint64_t)>& trust_;
  const std::uint64_t shared_;
  IdMap map_;
  std::unordered_set<std::uint64_t> taken_;  // of the first world
  std::uint64_t next_ = 3;
};

}  // namespace

bool IdMap::isIdentity() const {
  return std::ranges::all_of(to_, [](const auto& pair) { return pair.first == pair.second; });
}

IdMap match(const Records& first, const Records& second, const std::function<Trust(std::uint64_t)>& trust,
            std::uint64_t shared) {
  return Matcher(first, second, trust, shared).run();
}

// An id that means another sort of thing in each, or hangs on something else: within one world none is used twice.
static bool contradict(const Records& first, const Records& second) {
  const auto isObject = [](const Records& r, std::uint64_t id) { return r.objects.contains(id); };
  const auto isEntity = [](const Records& r, std::uint64_t id) { return r.entities.contains(id); };
  const auto isFrame = [](const Records& r, std::uint64_t id) { return r.frames.contains(id); };
  for (const auto& [id, o] : second.objects)
    if (isEntity(first, id) || isFrame(first, id)) return true;
  for (const auto& [id, e] : second.entities) {
    if (isObject(first, id) || isFrame(first, id)) return true;
    const auto it = first.entities.find(id);
    if (it != first.entities.end() && (it->second->object() != e->object() || !sameKind(*it->second, *e))) return true;
  }
  for (const auto& [id, f] : second.frames) {
    if (isObject(first, id) || isEntity(first, id)) return true;
    const auto it = first.frames.find(id);
    if (it != first.frames.end() && it->second->entity() != f->entity()) return true;
  }
  return false;
}

bool isVersionOf(const Records& first, const Records& second) {
  std::size_t both = 0, same = 0;
  for (const auto& [id, object] : second.objects) {
    const auto it = first.objects.find(id);
    if (it == first.objects.end() || id == world::kRootObject.value) continue;
    ++both;
    same += it->second->name() == object->name();
  }
  // Where nearly all have been renamed, what their ids are of tells.
  return 4 * same >= both || !contradict(first, second);
}

}  // namespace ww::difference
