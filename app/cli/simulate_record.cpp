// SPDX-License-Identifier: Apache-2.0
#include "app/cli/simulate_record.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/cli.h"
#include "app/cli/simulate_notes.h"
#include "core/base/failure.h"
#include "core/simulation/failures.h"
#include "core/simulation/script.h"

namespace ww::cli {

Status Frames::take(const worldwright::v1::SimulationStates& frame) {
  if (before) {
    const bool same = count < before->frames_size() && before->frames(count).state_hash() == frame.state_hash() &&
                      showTheSame(before->frames(count), frame);
    if (!same) return ww::fail(simulation::failures::kReplayDiffers, {{"time", arg::Seconds{frame.time()}}});
  }
  ++count;
  if (kept) *record.add_frames() = frame;
  return okStatus();
}

Status Frames::write(const std::string& path) const {
  if (!kept) return okStatus();
  if (path.ends_with(".csv")) return writeFile(path, simulation::csvOf(record));
  if (path.ends_with(".binpb")) return writeFile(path, record.SerializeAsString());
  return writeFile(path, toJson(record).dump(1) + "\n");
}

Status Frames::ended(Status why, const std::string& path) {
  const bool is_out = why.failure && why.failure->row == &simulation::failures::kBlewUp;
  // A record of what left all bounds ends there.
  if (is_out && before && count >= before->frames_size()) return okStatus();
  if (!is_out || !kept || record.frames_size() < 2) return why;
  const double end = record.frames(record.frames_size() - 1).time();
  record.set_seconds(end);
  if (!write(path).ok()) return why;
  return withDetails(std::move(why), {phrase(WW_TEXT("Core", "what happened up to {time} is in {file}"),
                                             {{"time", arg::Seconds{end}}, {"file", arg::Name{path}}})});
}

}  // namespace ww::cli
