// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

#include "core/difference/difference.h"
#include "core/difference/sound.h"

namespace ww::difference {

// Three worlds in the ids of the first; ids that ours or theirs gave out by themselves are told apart.
OfSides<Records> inOneNamespace(const world::World& base, const world::World& ours, const world::World& theirs);

// Decides slot by slot, and goes back to ours where what comes out is not sound.
class Merger {
 public:
  Merger(const OfSides<Records>& sides, Slots slots, const geometry::GeometryStore& store);

  // Before anything is said. The keys are those of slots.
  void decide();
  void choose(std::size_t slot, Side side);
  // It is one whatever has been chosen since.
  void noteConflict(std::size_t slot, const std::optional<Phrase>& reason);
  // The world of the slots as they stand then. INTERNAL when not even ours is sound.
  Result<world::World> settle();

  const Slots& slots() const { return slots_; }

 private:
  // Fails where there are faults.
  Result<world::World> attempt(std::vector<Fault>& faults);
  std::optional<Fault> judged(const world::World& world);
  std::optional<Fault> judgedObject(const world::World& world, const world::Object& object);
  // What breaks rules of scene objects in an object of a side, each by a name.
  std::set<std::string> faultsBefore(SideIndex side, std::uint64_t object);
  Fault blamed(const Status& status) const;
  void addObjectSuspects(std::uint64_t object, Fault& fault) const;
  std::vector<std::size_t> slotsOfSuspects(const Fault& fault) const;
  bool hasTheirs(const Fault& fault) const;
  bool resolve(const Fault& fault);
  bool takeAlong(const std::vector<std::size_t>& suspects, const Phrase& reason);
  bool backToOurs(const std::vector<std::size_t>& suspects, const Phrase& reason);

  const OfSides<Records>& sides_;
  Slots slots_;
  std::set<std::size_t> moved_;  // slots that took the other side since the last look
  const geometry::GeometryStore& store_;
  OfSides<std::optional<Result<world::World>>> worlds_;  // made when they are first asked for
};

}  // namespace ww::difference
