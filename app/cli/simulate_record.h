// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/status.h"
#include "worldwright/v1/simulation.pb.h"

namespace ww::cli {

// Frames as they come: kept, or held against those of a record.
struct Frames {
  worldwright::v1::SimulationRecord record;
  const worldwright::v1::SimulationRecord* before = nullptr;
  bool kept = false;
  int count = 0;

  // FAILED_PRECONDITION (kReplayDiffers) where it is not what the record has.
  Status take(const worldwright::v1::SimulationStates& frame);
  // Writes what is kept; nothing where nothing is. Fails as writing does.
  Status write(const std::string& path) const;
  // Of a run that something ended which left all bounds: writes what came before, as a record of its own, which can be
  // replayed. The failure, which says so then; any other as it is.
  Status ended(Status why, const std::string& path);
};

}  // namespace ww::cli
