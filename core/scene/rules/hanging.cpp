// SPDX-License-Identifier: Apache-2.0
#include "core/scene/hanging.h"

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

bool isOfNoKind(const so::Entity& e) { return e.entity_type_case() == so::Entity::ENTITY_TYPE_NOT_SET; }

void checkRoot(const ObjectIndex& object, int i, Findings& findings) {
  const so::Entity& e = object.entity(i);
  if (isOfNoKind(e) || mayHang(e, nullptr)) return;
  findings.add(i, fail(failures::kRootKind, {{"entity", shownName(e.name())}}));
}

}  // namespace

void hanging(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    const so::Entity& e = object.entity(i);
    if (e.parent_name().empty()) checkRoot(object, i, findings);
    if (object.parent(i) == ObjectIndex::kNone) continue;
    const so::Entity& parent = object.entity(object.parent(i));
    if (isOfNoKind(e) || isOfNoKind(parent) || mayHang(e, &parent)) continue;
    findings.add(i, fail(hangingFailure(e), {{"entity", shownName(e.name())}, {"parent", shownName(parent.name())}}));
  }
}

}  // namespace ww::scene::rules
