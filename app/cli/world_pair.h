// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "app/cli/cli.h"
#include "core/difference/difference.h"

namespace ww::cli {

// As load(); an empty file and /dev/null, which version control gives for a file that is not there on one side, are an
// empty world.
std::optional<project::Loaded> loadSide(Run& run, const std::string& file, int& exit);

// {"key","kind","subject","words","before","after"}; parts of records as proto JSON, null where there is none.
Json itemJson(const difference::Item& item);
Json itemsJson(const std::vector<difference::Item>& items);

}  // namespace ww::cli
