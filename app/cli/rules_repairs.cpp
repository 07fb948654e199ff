// SPDX-License-Identifier: Apache-2.0
#include "app/cli/rules_repairs.h"

#include <algorithm>

#include "core/base/failure.h"

namespace ww::cli {
namespace {

using usecase::RuleFinding;

// "2,5", of as many as fit into a line.
std::string numbersOf(const std::vector<RuleFinding>& findings, bool for_all) {
  constexpr std::size_t kMost = 30;
  std::string out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < findings.size() && count < kMost; ++i) {
    if (isForAll(findings[i]) != for_all) continue;
    out += (count++ == 0 ? "" : ",") + std::to_string(i + 1);
  }
  return out;
}

std::string command(const char* text, const std::string& file, const std::string& numbers) {
  return filledIn(text, std::vector<FailureArg>{{"file", arg::Name{file}}, {"numbers", arg::Words{numbers}}},
                  plainVoice());
}

}  // namespace

bool isForAll(const RuleFinding& finding) { return finding.fault != usecase::RuleFault::kAtRest; }

std::string howToRepair(const std::string& file, const std::vector<RuleFinding>& findings) {
  const std::string all = numbersOf(findings, true), rest = numbersOf(findings, false);
  std::string text;
  if (!all.empty())
    text += command("to repair them: `worldwright rules {file} lint --fix all`, or --fix {numbers} for the first\n",
                    file, all.substr(0, all.find(',')));
  if (!rest.empty())
    text += command(
        "to exclude contacts at rest, which --fix all leaves: `worldwright rules {file} lint --fix {numbers}`\n", file,
        rest);
  return text;
}

std::string whatAllLeaves(const std::string& file, const std::vector<RuleFinding>& findings) {
  if (std::ranges::all_of(findings, isForAll)) return {};
  const std::string text = "contacts at rest are left: to leave them out of the checks is for you to decide\n";
  // What was repaired has no number any more.
  if (std::ranges::any_of(findings, isForAll))
    return text + command("`worldwright rules {file} lint` numbers them for --fix\n", file, {});
  return text + howToRepair(file, findings);
}

}  // namespace ww::cli
