// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/status.h"

namespace ww::journal {

// Where this user's journals are: worldwright/journals in $XDG_STATE_HOME, or in ~/.local/state when that is not set
// to an absolute path. The folder need not be there yet. FAILED_PRECONDITION when there is no home either.
Result<std::string> stateFolder();

}  // namespace ww::journal
