// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void entityKinds(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    if (object.entity(i).entity_type_case() != so::Entity::ENTITY_TYPE_NOT_SET) continue;
    findings.add(i, fail(failures::kNoKind, {{"entity", shownName(object.entity(i).name())}}));
  }
}

}  // namespace ww::scene::rules
