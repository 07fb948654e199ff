// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

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
    findings.add(at,
                 bad(fmt::format("entity '{}' hangs on itself, through its parents", shown(object.entity(at).name())),
                     "hang one of them on an entity outside of the circle"));
  }
}

}  // namespace ww::scene::rules
