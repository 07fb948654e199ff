// SPDX-License-Identifier: Apache-2.0
#include "app/cli/simulate_notes.h"

#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/failures.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/simulation/failures.h"

namespace ww::cli {

Diagnostics scriptNotes(const Json& operations, const std::string& file) {
  Diagnostics out;
  std::set<std::string> before;
  for (const Json& operation : operations) {
    const std::string told = operation["message"];
    if (told.empty() || !before.insert(told).second) continue;
    const auto index = operation["index"].get<std::uint64_t>() + 1;
    out.push_back(findingOf(ww::fail(
        failures::kScriptTold, {{"index", arg::Count{index}}, {"told", arg::Words{told}}, {"path", arg::Name{file}}})));
  }
  return out;
}

Status withModels(Status status, const simulation::Simulation& simulation, const std::string& file) {
  if (!status.failure || status.failure->row != &simulation::failures::kNoSuchModel) return status;
  arg::Names names;
  for (const simulation::NamedState& state : simulation.modelStates()) names.texts.push_back(state.name);
  if (names.texts.empty()) return status;
  status.hint = hintText(*status.failure,
                         filledIn("the models are {models}; `worldwright tree {file}` shows them",
                                  std::vector<FailureArg>{{"models", names}, {"file", arg::Name{file}}}, plainVoice())
                             .c_str(),
                         plainVoice());
  return status;
}

}  // namespace ww::cli
