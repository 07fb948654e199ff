// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/base/status.h"

namespace ww::cli {

// NAME:=VALUE or NAME=VALUE, as the program xacro takes them. INVALID_ARGUMENT for what has no name.
Result<std::map<std::string, std::string>> templateArgs(const std::vector<std::string>& given);

}  // namespace ww::cli
