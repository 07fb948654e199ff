// SPDX-License-Identifier: Apache-2.0
#include "core/history/repair.h"

#include "core/history/failures.h"
#include "core/history/rows.h"

namespace ww::history {

Result<std::vector<Status>> repair(project::Vfs& vfs, const std::string& path, const std::string& out) {
  return project::repair(vfs, path, out, [](const project::HistoryRows& rows, std::vector<Status>& lost) {
    SoundRows sound = soundOf(rows);
    if (sound.lost > 0)
      lost.push_back(
          fail(failures::kStatesLost, {{"count", arg::Count{sound.lost}}, {"all", arg::Count{sound.states}}}));
    return std::move(sound.rows);
  });
}

}  // namespace ww::history
