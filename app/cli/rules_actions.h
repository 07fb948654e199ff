// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/verb.h"

namespace ww::cli {

// What `rules FILE ACTION ...` takes.
struct RulesWords {
  std::string file;
  std::vector<std::string> words;  // behind the action
  std::string fix;                 // of lint: "all", or numbers of findings
  int samples = 1000;              // of generate
  std::uint64_t seed = 1;
  bool apply = false;
  std::string out;
};

int rulesList(Run& run, const RulesWords& given);
int rulesExplain(Run& run, const RulesWords& given);
int rulesLint(Run& run, const RulesWords& given);
int rulesGenerate(Run& run, const RulesWords& given);

}  // namespace ww::cli
