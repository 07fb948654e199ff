// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void uniqueNames(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    const std::string& name = object.entity(i).name();
    if (object.find(name) == i) continue;
    findings.add(i, fail(failures::kSameName, {{"name", shownName(name)}}));
  }
}

}  // namespace ww::scene::rules
