// SPDX-License-Identifier: Apache-2.0
#include "core/history/repair.h"

#include <limits>

#include "core/history/failures.h"
#include "core/history/states.h"

namespace ww::history {

namespace {

Status statesLost(std::size_t count, std::size_t all) {
  return fail(failures::kStatesLost, {{"count", arg::Count{count}}, {"all", arg::Count{all}}});
}

// States of rows that are sound, to which their steps do not lead.
Status dropUnreached(project::Vfs& vfs, const std::string& file, std::vector<Status>& lost) {
  geometry::GeometryStore store;
  const auto loaded = project::load(vfs, file, store);
  if (!loaded.ok()) return okStatus();  // told by who looks at what was written
  const auto past = opened(loaded->history, loaded->world, store, 0);
  const std::size_t all = past ? past->states.all.size() : 0;
  const std::size_t count = past ? dropOutOfReach(past->states, store) : 0;
  if (count == 0) return okStatus();
  lost.push_back(statesLost(count, all));
  project::SaveOptions options;
  Bounds bounds;
  bounds.bytes = std::numeric_limits<std::uint64_t>::max();
  bounds.states = all;
  options.history = std::make_shared<const project::HistoryRows>(rowsOf(toRecord(past->states), bounds));
  options.came_from = loaded->info.rows_hash;
  return project::save(vfs, file, loaded->world, store, options).status();
}

}  // namespace

Result<std::vector<Status>> repair(project::Vfs& vfs, const std::string& path, const std::string& out) {
  auto repaired = project::repair(vfs, path, out, [](const project::HistoryRows& rows, std::vector<Status>& lost) {
    SoundRows sound = soundOf(rows);
    if (sound.lost > 0) lost.push_back(statesLost(sound.lost, sound.states));
    return std::move(sound.rows);
  });
  if (repaired.ok()) WW_TRY(dropUnreached(vfs, out, *repaired));
  return repaired;
}

}  // namespace ww::history
