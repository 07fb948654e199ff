// SPDX-License-Identifier: Apache-2.0
#include "core/world/compare/program_changes.h"

#include <algorithm>

#include "core/program/check.h"
#include "core/world/compare/compare_text.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

using worldwright::v1::WorldRecord;

const worldwright::v1::ProgramPlan* planIn(const WorldRecord& record, const std::string& program) {
  const auto& plans = record.program_plans();
  const auto it = std::ranges::find(plans, program, &worldwright::v1::ProgramPlan::program);
  return it == plans.end() ? nullptr : &*it;
}

bool samePlan(const WorldRecord& before, const WorldRecord& after, const std::string& program) {
  const auto *a = planIn(before, program), *b = planIn(after, program);
  return a && b ? sameBytes(*a, *b) : a == b;
}

}  // namespace

std::vector<ProgramChange> programChanges(const World& before, const World& after) {
  const WorldRecord &a = *before.data().record, &b = *after.data().record;
  std::vector<ProgramChange> out;
  if (&a == &b) return out;
  for (const auto& program : b.programs()) {
    const auto* old = program::find(a.programs(), program.name());
    if (!old) out.push_back({program.name(), ProgramChange::What::kAdded});
    else if (!sameBytes(*old, program)) out.push_back({program.name(), ProgramChange::What::kChanged});
    else if (!samePlan(a, b, program.name())) out.push_back({program.name(), ProgramChange::What::kPlanned});
  }
  for (const auto& program : a.programs())
    if (!program::find(b.programs(), program.name())) out.push_back({program.name(), ProgramChange::What::kRemoved});
  return out;
}

}  // namespace ww::world
