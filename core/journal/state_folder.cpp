// SPDX-License-Identifier: Apache-2.0
#include "core/journal/state_folder.h"

#include <cstdlib>

#include "core/journal/failures.h"

namespace ww::journal {
namespace {

// A path that is not absolute is not to be obeyed, as the directory specification of freedesktop.org says.
std::string absoluteFrom(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value == '/' ? value : std::string();
}

}  // namespace

Result<std::string> stateFolder() {
  constexpr const char* kOurs = "/worldwright/journals";
  if (const std::string state = absoluteFrom("XDG_STATE_HOME"); !state.empty()) return state + kOurs;
  const std::string home = absoluteFrom("HOME");
  if (home.empty()) return fail(failures::kNoStateFolder);
  return home + "/.local/state" + kOurs;
}

}  // namespace ww::journal
