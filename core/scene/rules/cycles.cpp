// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

// Each entity is walked over once: a walk that meets itself has found a circle, one that meets an earlier walk
// has not.
void cycles(const ObjectIndex& object, Findings& findings) {
  std::vector<int> walk_of(static_cast<std::size_t>(object.size()), ObjectIndex::kNone);
  for (int i = 0; i < object.size(); ++i) {
    int at = i;
    while (at != ObjectIndex::kNone && walk_of[static_cast<std::size_t>(at)] == ObjectIndex::kNone) {
      walk_of[static_cast<std::size_t>(at)] = i;
      at = object.parent(at);
    }
    if (at == ObjectIndex::kNone || walk_of[static_cast<std::size_t>(at)] != i) continue;
    findings.add(at, fail(failures::kCycle, {{"entity", shownName(object.entity(at).name())}}));
  }
}

}  // namespace ww::scene::rules
