// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/project/project.h"

namespace ww::history {

// project::repair(), and of the history only what can be had: what cannot is told with the rest that is lost.
Result<std::vector<Status>> repair(project::Vfs& vfs, const std::string& path, const std::string& out);

}  // namespace ww::history
