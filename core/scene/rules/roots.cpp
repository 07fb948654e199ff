// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void roots(const ObjectIndex& object, Findings& findings) {
  if (object.root() == ObjectIndex::kNone) {
    findings.add(bad("the scene object has no root entity", "one entity, a link or a frame, has no parent_name"));
    return;
  }
  const std::string root = shown(object.entity(object.root()).name());
  for (int i = object.root() + 1; i < object.size(); ++i) {
    if (!object.entity(i).parent_name().empty()) continue;
    findings.add(i, bad(fmt::format("'{}' and '{}' both have no parent", root, shown(object.entity(i).name())),
                        "hang the second on an entity of the object"));
  }
}

}  // namespace ww::scene::rules
