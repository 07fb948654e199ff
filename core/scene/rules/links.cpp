// SPDX-License-Identifier: Apache-2.0
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void links(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    if (object.entity(i).has_link()) return;
  }
  findings.add(bad("the scene object has no link", "add at least one link"));
}

}  // namespace ww::scene::rules
