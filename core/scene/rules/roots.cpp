// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void roots(const ObjectIndex& object, Findings& findings) {
  if (object.root() == ObjectIndex::kNone) {
    findings.add(fail(failures::kNoRoot));
    return;
  }
  const std::string root = shown(object.entity(object.root()).name());
  for (int i = object.root() + 1; i < object.size(); ++i) {
    if (!object.entity(i).parent_name().empty()) continue;
    findings.add(
        i, fail(failures::kTwoRoots, {{"entity", shownName(object.entity(i).name())}, {"root", arg::Name{root}}}));
  }
}

}  // namespace ww::scene::rules
