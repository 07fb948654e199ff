// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void jointChildren(const ObjectIndex& object, Findings& findings) {
  forEachJoint(object, [&](int i, const KinematicsComponent&) {
    const auto children = object.children(i);
    if (std::any_of(children.begin(), children.end(), [&](int child) { return object.entity(child).has_link(); }))
      return;
    findings.add(i, fail(failures::kNoChildLink, {{"joint", shownName(object.entity(i).name())}}));
  });
}

}  // namespace ww::scene::rules
