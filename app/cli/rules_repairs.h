// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/usecase/rules/rule_lint.h"

namespace ww::cli {

// Whether --fix all repairs it: to leave a collision out of the checks is for a person to decide, one by one.
bool isForAll(const usecase::RuleFinding& finding);
// The commands that repair findings of a world file, a line each; empty without findings.
std::string howToRepair(const std::string& file, const std::vector<usecase::RuleFinding>& findings);
// What to do about those that --fix all has left in the file; empty when it left none.
std::string whatAllLeaves(const std::string& file, const std::vector<usecase::RuleFinding>& findings);

}  // namespace ww::cli
