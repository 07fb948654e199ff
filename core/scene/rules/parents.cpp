// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void parents(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    const so::Entity& e = object.entity(i);
    if (e.parent_name().empty() || object.parent(i) != ObjectIndex::kNone) continue;
    findings.add(
        i, bad(fmt::format("the parent '{}' of entity '{}' does not exist", shown(e.parent_name()), shown(e.name())),
               "name an entity of the scene object"));
  }
}

}  // namespace ww::scene::rules
