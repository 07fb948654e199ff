// SPDX-License-Identifier: Apache-2.0
#include "core/history/recovered.h"

#include "core/base/failure.h"
#include "core/journal/recovery.h"

namespace ww::history {

static Edit editOf(const journal::Note& note) { return {note.label, note.author, note.time}; }

// No id is given twice, also not one of what was undone.
static void countFrom(Opened& to, std::uint64_t next_id) {
  if (to.world->nextId() >= next_id) return;
  world::WorldData data = to.world->data();
  data.next_id = next_id;
  to.world = std::make_shared<const world::World>(std::move(data));
  if (const auto at = to.states.all.find(to.states.current); at != to.states.all.end()) at->second.world = to.world;
  auto& [entries, position] = to.past;
  if (position > 0) entries[position - 1].after = to.world;
  if (position < entries.size()) entries[position].before = to.world;
}

std::shared_ptr<Opened> withRecovered(std::shared_ptr<Opened> file, const journal::Recovered& recovered) {
  const auto& steps = recovered.steps;
  const std::string saved = file ? contentHash(*file->world) : std::string();
  std::size_t first = steps.size();
  while (first > 0 && (!file || contentHash(*steps[first - 1].after) != saved)) --first;
  bool leads_here = first < steps.size() && (!file || contentHash(*steps[first].before) == saved);
  // States of the file that were undone before the first of them, or at last.
  const bool moved = !steps.empty() || contentHash(recovered.world) != saved;
  if (file && moved && first == 0 && !leads_here)
    leads_here = goBackTo(*file, contentHash(steps.empty() ? recovered.world : *steps.front().before));
  if (!file && leads_here) file = begun(steps.front().before);
  if (!file) return nullptr;
  if (leads_here) {
    for (std::size_t i = first; i < steps.size(); ++i)
      extend(*file, editOf(steps[i].note), *steps[i].before, *steps[i].after);
  } else if (contentHash(recovered.world) != saved) {
    add(*file, {phrase(WW_TEXT("Core", "What was recovered")), {}, std::chrono::system_clock::now()}, recovered.world);
  }
  countFrom(*file, recovered.world.nextId());
  return file;
}

}  // namespace ww::history
