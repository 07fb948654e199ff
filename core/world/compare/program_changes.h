// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/world/values/world.h"

namespace ww::world {

// What became of a program between two versions of a world. One that is renamed is removed and added.
struct ProgramChange {
  enum class What {
    kAdded,
    kRemoved,
    kChanged,
    kPlanned  // only its last plan is another, or gone
  };
  std::string name;
  What what = What::kChanged;
  bool operator==(const ProgramChange&) const = default;
};

// In the order of the programs, those that are gone last. `WorldDiff` tells nothing of them. Costs nothing where the
// worlds share their record, as they do after most edits.
std::vector<ProgramChange> programChanges(const World& before, const World& after);

}  // namespace ww::world
