// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void entityKinds(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    if (object.entity(i).entity_type_case() != so::Entity::ENTITY_TYPE_NOT_SET) continue;
    findings.add(i, bad(fmt::format("entity '{}' is of no kind", shown(object.entity(i).name())),
                        "set frame, link, joint or sensor"));
  }
}

}  // namespace ww::scene::rules
