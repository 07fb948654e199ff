// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/verb.h"

namespace ww::cli {

// What `rules FILE ACTION ...` takes.
struct RulesWords {
  std::string file;
  std::vector<std::string> words;  // behind the action
  std::string fix;                 // of lint: "all", or numbers of findings
  std::optional<int> samples;      // of generate; usecase::kUsualPostures if not given
  std::optional<std::uint64_t> seed;
  bool apply = false;
  std::string out;
  std::string checking;  // "on", "off": the switch of the world, without an action
};

int rulesList(Run& run, const RulesWords& given);
int rulesExplain(Run& run, const RulesWords& given);
int rulesLint(Run& run, const RulesWords& given);
int rulesGenerate(Run& run, const RulesWords& given);
// The switch of all checking; the rules stay.
int rulesChecking(Run& run, const RulesWords& given);

}  // namespace ww::cli
