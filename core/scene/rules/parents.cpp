// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void parents(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    const so::Entity& e = object.entity(i);
    if (e.parent_name().empty() || object.parent(i) != ObjectIndex::kNone) continue;
    findings.add(i, findings.near(fail(failures::kParentMissing,
                                       {{"entity", shownName(e.name())}, {"parent", shownName(e.parent_name())}}),
                                  e.parent_name()));
  }
}

}  // namespace ww::scene::rules
