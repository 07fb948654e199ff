// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void entityNames(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    if (!isName(object.entity(i).name())) findings.add(i, checkName(object.entity(i).name()));
  }
}

}  // namespace ww::scene::rules
