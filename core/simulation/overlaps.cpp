// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/overlaps.h"

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

std::set<EntityId> Overlaps::find(Simulation::Impl& d) {
  std::set<EntityId> found;
  std::erase_if(d.overlap_notes, [&d](const auto& note) { return !d.numbers.contains(note.first); });
  for (const auto& [key, number] : d.numbers) {
    const Assembly& assembly = d.engine->assembly(number);
    if (assembly.kind != AssemblyKind::kMechanism || d.overlap_notes.contains(key)) continue;
    std::vector<Overlap> overlaps = d.engine->overlaps(number, number, kOverlaps);
    // The base of what is fastened stands for itself.
    const auto base = d.numbers.find(d.world.peek(assembly.object)->rootEntity());
    if (base != d.numbers.end() && base->second != number) {
      const std::vector<Overlap> more = d.engine->overlaps(number, base->second, kOverlaps);
      overlaps.insert(overlaps.end(), more.begin(), more.end());
    }
    d.overlap_notes[key] = okStatus();
    if (overlaps.empty()) continue;
    found.insert(key);
    for (const Overlap& o : overlaps) d.apart.insert({o.a, o.b});
    const auto deepest = std::ranges::max_element(overlaps, {}, &Overlap::depth);
    d.overlap_notes[key] =
        fail(failures::kLinksOverlap, {{"object", arg::Node{d.world.display(assembly.object), assembly.object.value}},
                                       {"count", arg::Count{overlaps.size()}},
                                       {"links", linksIn(d.world, overlaps)},
                                       {"depth", arg::Length{deepest->depth}}});
  }
  return found;
}

void Overlaps::part(Simulation::Impl& d) {
  for (const EntityId key : find(d)) {
    const AssemblyPtr same = d.engine->assemblyPtr(d.numbers.at(key));
    for (const Piece& piece : same->pieces)
      for (const Part& part : piece.parts) d.engine->forgetTouching(part.entity);
    d.removeAssembly(key);
    d.addAssembly(key, same);
  }
}

void Overlaps::forget(Simulation::Impl& d) {
  d.apart.clear();
  d.overlap_notes.clear();
}

std::vector<Status> Overlaps::withNotes(const Simulation::Impl& d, std::vector<Status> others) {
  for (const auto& [key, note] : d.overlap_notes)
    if (!note.ok()) others.push_back(note);
  return others;
}

bool Overlaps::apart(const Simulation::Impl& d, EntityId a, EntityId b) { return d.apart.contains(std::minmax(a, b)); }

}  // namespace ww::simulation
