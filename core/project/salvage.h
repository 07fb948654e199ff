// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "core/project/stored.h"

namespace ww::project {

// As readStored, but beyond pages that cannot be read: from both ends of the tables, and row by row. Fails
// when the file cannot be read at all.
Result<Stored> salvageRows(Database& db);

// The parts of which a sound world can be made, and what had to go for it.
struct Salvage {
  std::vector<PartRow> parts;
  std::vector<Status> lost;  // what, and why
};
// Keeps what it can (see regain()), and drops what then still refers to something that is not there: objects, frames
// and entities. A missing root object or settings are made anew.
Salvage soundParts(const Stored& stored, const std::set<std::string, std::less<>>& lost_refs);

}  // namespace ww::project
