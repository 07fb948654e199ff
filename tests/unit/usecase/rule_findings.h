// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtTest>

#include <algorithm>
#include <string>
#include <vector>

#include "core/session/edit_builders.h"
#include "core/usecase/rules/rule_lint.h"
#include "core/world/updates/edits.h"
#include "rule_text.h"

// What the linter of collision rules finds in a cell, and what the repairs make of it.
namespace ww::test {

inline std::vector<std::string> codes(const std::vector<usecase::RuleFinding>& findings) {
  std::vector<std::string> out;
  for (const usecase::RuleFinding& f : findings) out.push_back(f.told.code);
  return out;
}

inline std::vector<usecase::RuleFinding> lint(const world::World& world) {
  return usecase::lintRules(collision::Scene::make(world));
}

inline const usecase::RuleFinding* found(const std::vector<usecase::RuleFinding>& findings, usecase::RuleFault fault) {
  const auto it = std::ranges::find(findings, fault, &usecase::RuleFinding::fault);
  return it == findings.end() ? nullptr : &*it;
}

// As the world is after the edits, which must fit.
inline world::World with(const RuleCell& cell, const session::EditsPtr& edits) {
  auto after = world::apply(cell.world, *edits, *cell.store);
  if (!after.ok()) qWarning("%s", after.status().title.c_str());
  return after.ok() ? *after : world::World();
}

}  // namespace ww::test
