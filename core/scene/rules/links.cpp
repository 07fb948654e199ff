// SPDX-License-Identifier: Apache-2.0
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void links(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    if (object.entity(i).has_link()) return;
  }
  findings.add(fail(failures::kNoLink));
}

}  // namespace ww::scene::rules
