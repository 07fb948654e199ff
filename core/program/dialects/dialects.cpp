// SPDX-License-Identifier: Apache-2.0
#include "core/program/dialects/dialects.h"

#include <algorithm>
#include <array>

#include "core/program/dialects/check.h"
#include "core/program/dialects/failures.h"
#include "core/program/dialects/writers.h"

namespace ww::program::dialects {
namespace {

// What a dialect is called stands apart, so that it can be handed out as a span.
constexpr std::array<Dialect, 6> kDialects = {{
    {"urscript", "URScript", ".script"},
    {"rapid", "ABB RAPID", ".mod"},
    {"krl", "KUKA KRL", ".src"},
    {"fanuc-ls", "Fanuc LS", ".ls"},
    {"csv", "CSV", ".csv"},
    {"json", "JSON", ".json"},
}};

struct DialectRow {
  const ControllerRules& (*rules)();  // null: data, which takes any robot
  std::vector<ExportedFile> (*write)(const RobotProgram&, ProgramNames);
};
constexpr std::array<DialectRow, kDialects.size()> kRows = {{
    {urScriptRules, writeUrScript},
    {rapidRules, writeRapid},
    {krlRules, writeKrl},
    {fanucRules, writeFanuc},
    {nullptr, writeCsv},
    {nullptr, writeJson},
}};

// Null for a dialect that there is not.
const DialectRow* rowOf(std::string_view dialect) {
  const auto found = std::ranges::find(kDialects, dialect, &Dialect::id);
  return found == kDialects.end() ? nullptr : &kRows[static_cast<std::size_t>(found - kDialects.begin())];
}

// Of data, the file alone has a name that is ours to choose.
ProgramNames namesOfData(const RobotProgram& program) {
  UsedNames used(NameRules{.most = 60});
  std::string name = used.take(program.name, "program");
  return {std::move(name), {}, {}, {}, std::move(used)};
}

Result<ProgramNames> checkedNames(const RobotProgram& program, const DialectRow& row) {
  WW_TRY(checkData(program));
  if (row.rules == nullptr) return namesOfData(program);
  WW_TRY(checkSayable(program, row.rules()));
  return nameProgram(program, row.rules());
}

}  // namespace

std::span<const Dialect> dialects() { return kDialects; }

bool needsRobot(std::string_view dialect) {
  const DialectRow* row = rowOf(dialect);
  return row && row->rules;
}

bool roundsJointsByRadius(std::string_view dialect) {
  const DialectRow* row = rowOf(dialect);
  return row && row->rules && row->rules().joint_blend == BlendSays::kRadius;
}

SaidLimits saidLimits(std::string_view dialect) {
  const DialectRow* row = rowOf(dialect);
  if (!row || !row->rules) return {};
  const ControllerRules& rules = row->rules();
  return {rules.says_acceleration, rules.says_turning, rules.says_turning_acceleration};
}

Result<std::vector<ExportedFile>> exportProgram(std::string_view dialect, const RobotProgram& program) {
  const DialectRow* row = rowOf(dialect);
  if (!row) {
    arg::Names known;
    for (const Dialect& one : kDialects) known.texts.emplace_back(one.id);
    return fail(failures::kNoSuchDialect, {{"dialect", arg::Name{std::string(dialect)}}, {"known", std::move(known)}});
  }
  WW_ASSIGN(ProgramNames names, checkedNames(program, *row));
  return row->write(program, std::move(names));
}

}  // namespace ww::program::dialects
