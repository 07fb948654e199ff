// SPDX-License-Identifier: Apache-2.0
// Links of one mechanism that overlap where it starts: files are full of them, and pushing them apart would throw the
// mechanism about, as its joints do not let them go.
#include <algorithm>

#include "core/simulation/failures.h"
#include "core/simulation/simulation_impl.h"

namespace ww::simulation {
namespace {

constexpr double kOverlaps = 5e-4;  // metres: a shallower overlap is pushed apart without being seen

arg::Names linksIn(const world::World& world, const std::vector<Overlap>& overlaps) {
  arg::Names out;
  for (const Overlap& o : overlaps) out.texts.push_back(world.entity(o.a)->name + " - " + world.entity(o.b)->name);
  return out;
}

}  // namespace

// Of the mechanisms that have come since the last look.
std::set<EntityId> Simulation::Impl::findOverlaps() {
  std::set<EntityId> found;
  std::erase_if(overlap_notes, [this](const auto& note) { return !numbers.contains(note.first); });
  for (const auto& [key, number] : numbers) {
    const Assembly& assembly = engine->assembly(number);
    if (assembly.kind != AssemblyKind::kMechanism || overlap_notes.contains(key)) continue;
    std::vector<Overlap> overlaps = engine->overlaps(number, number, kOverlaps);
    // The base of what is fastened stands for itself.
    const auto base = numbers.find(world.peek(assembly.object)->rootEntity());
    if (base != numbers.end() && base->second != number) {
      const std::vector<Overlap> more = engine->overlaps(number, base->second, kOverlaps);
      overlaps.insert(overlaps.end(), more.begin(), more.end());
    }
    overlap_notes[key] = okStatus();
    if (overlaps.empty()) continue;
    found.insert(key);
    for (const Overlap& o : overlaps) apart.insert({o.a, o.b});
    const auto deepest = std::ranges::max_element(overlaps, {}, &Overlap::depth);
    overlap_notes[key] =
        fail(failures::kLinksOverlap, {{"object", arg::Node{world.display(assembly.object), assembly.object.value}},
                                       {"count", arg::Count{overlaps.size()}},
                                       {"links", linksIn(world, overlaps)},
                                       {"depth", arg::Length{deepest->depth}}});
  }
  return found;
}

// The engine is told about pairs when colliders come.
void Simulation::Impl::partOverlaps() {
  for (const EntityId key : findOverlaps()) {
    const int number = numbers.at(key);
    const AssemblyPtr same = engine->assemblyPtr(number);
    for (const Piece& piece : same->pieces)
      for (const Part& part : piece.parts) engine->forgetTouching(part.entity);
    removeAssembly(key);
    addAssembly(key, same);
  }
}

}  // namespace ww::simulation
