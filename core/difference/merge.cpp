// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "core/difference/apart.h"
#include "core/difference/items.h"
#include "core/difference/match.h"
#include "core/difference/merger.h"
#include "core/difference/tell.h"

namespace ww::difference {
namespace {

Side publicSide(const Slot& slot) { return slot.side == kTheirs ? Side::kTheirs : Side::kOurs; }

// The choices by slots; those that name none go to `unknown`.
std::map<std::size_t, Side> choicesOf(const Teller& teller, const MergeOptions& options,
                                      std::vector<std::string>& unknown) {
  std::map<std::string, std::size_t> by_key;
  for (const std::size_t i : teller.order()) by_key[teller.key(i)] = i;
  std::map<std::size_t, Side> out;
  for (const auto& [key, side] : options.choices) {
    const auto it = by_key.find(key);
    if (it == by_key.end()) unknown.push_back(key);
    else out[it->second] = side;
  }
  return out;
}

Result<world::World> run(Merger& merger, const std::map<std::size_t, Side>& choices) {
  merger.decide();
  for (const auto& [slot, side] : choices) merger.choose(slot, side);
  return merger.settle();
}

// What is said about the rest.
void addForAll(const Slots& slots, Side side, std::map<std::size_t, Side>& choices) {
  for (std::size_t i = 0; i < slots.slots.size(); ++i)
    if (slots.slots[i].is_conflict) choices.emplace(i, side);
}

void addItems(const Slots& slots, const Teller& teller, Merged& out) {
  for (const std::size_t i : teller.order()) {
    const Slot& slot = slots.slots[i];
    if (slot.is_conflict) {
      out.conflicts.push_back(
          {teller.item(i, kOurs), teller.item(i, kTheirs), publicSide(slot), slot.is_chosen, slot.reason, {}, {}});
      tellWhere(out.conflicts.back());
    } else if (slot.differs() && slot.side == kTheirs) {
      Item item = teller.item(i, kTheirs);
      if (!item.words.empty()) out.taken.push_back(std::move(item));
    }
  }
}

}  // namespace

OfSides<Records> inOneNamespace(const world::World& base, const world::World& ours, const world::World& theirs) {
  OfSides<Records> out{recordsOf(base), recordsOf(ours), recordsOf(theirs)};
  const Trust ours_trust = isVersionOf(out[kBase], out[kOurs]) ? Trust::kSame : Trust::kAlike;
  const Trust theirs_trust = isVersionOf(out[kBase], out[kTheirs]) ? Trust::kSame : Trust::kAlike;
  out[kOurs] = renumbered(out[kOurs], match(out[kBase], out[kOurs], [&](std::uint64_t) { return ours_trust; }));
  // All that the base or ours has, the base's as it is there. Ids that ours gave out are nothing to theirs.
  Records known = out[kBase];
  known.objects.insert(out[kOurs].objects.begin(), out[kOurs].objects.end());
  known.entities.insert(out[kOurs].entities.begin(), out[kOurs].entities.end());
  known.frames.insert(out[kOurs].frames.begin(), out[kOurs].frames.end());
  known.world.set_next_id(std::max(known.world.next_id(), out[kOurs].world.next_id()));
  const Records& first = out[kBase];
  const auto trust = [&](std::uint64_t id) { return first.holds(id) ? theirs_trust : Trust::kNames; };
  out[kTheirs] = renumbered(out[kTheirs], match(known, out[kTheirs], trust));
  return out;
}

// Where nobody knows of a base, ids that both gave out are looked at.
static OfSides<Records> ofTwo(const world::World& first, const world::World& second) {
  const Records before = recordsOf(first), after = recordsOf(second);
  const Apart ids = apart(first, second);
  const auto trust = [&](std::uint64_t id) { return ids.added.contains(id) ? Trust::kNames : Trust::kAlike; };
  const IdMap map = match(before, after, trust, ids.shared);
  return {before, before, renumbered(after, map)};
}

std::size_t Merged::open() const {
  return static_cast<std::size_t>(std::ranges::count_if(conflicts, [](const Conflict& c) { return !c.is_chosen; }));
}

static Result<Merged> mergeSides(const OfSides<Records>& sides, const geometry::GeometryStore& store,
                                 const MergeOptions& options) {
  Merger merger(sides, slotsOf(sides), store);
  const Teller teller(sides, merger.slots());
  Merged out;
  std::map<std::size_t, Side> choices = choicesOf(teller, options, out.unknown);
  WW_ASSIGN(out.world, run(merger, choices));
  if (!options.all) {
    addItems(merger.slots(), teller, out);
    return out;
  }
  addForAll(merger.slots(), *options.all, choices);
  Merger again(sides, slotsOf(sides), store);
  WW_ASSIGN(out.world, run(again, choices));
  const std::vector<Slot>& before = merger.slots().slots;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].is_conflict) again.noteConflict(i, before[i].reason);
  addItems(again.slots(), teller, out);
  return out;
}

Result<Merged> merge(const world::World& base, const world::World& ours, const world::World& theirs,
                     const geometry::GeometryStore& store, const MergeOptions& options) {
  return mergeSides(inOneNamespace(base, ours, theirs), store, options);
}

Result<Merged> applied(const world::World& first, const world::World& second, const geometry::GeometryStore& store,
                       const MergeOptions& options) {
  return mergeSides(ofTwo(first, second), store, options);
}

Difference diff(const world::World& first, const world::World& second) {
  const OfSides<Records> sides = ofTwo(first, second);
  const Slots slots = slotsOf(sides);
  const Teller teller(sides, slots);
  Difference out;
  for (const std::size_t i : teller.order()) {
    if (!slots.slots[i].differs()) continue;
    out.same = false;
    Item item = teller.item(i, kTheirs);
    if (!item.words.empty()) out.items.push_back(std::move(item));
  }
  return out;
}

}  // namespace ww::difference
