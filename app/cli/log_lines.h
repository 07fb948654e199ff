// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/cli/log_actions.h"
#include "core/base/diagnostic.h"

namespace ww::cli {

// Prints messages of a log as trees of their fields.
int showLog(Run& run, const LogOptions& options);
// Lines as `log convert` writes them, perhaps edited, into a new log: exit code. Nothing is left when a line is wrong.
int linesToLog(Run& run, const LogOptions& options);
// That of a log with messages none was chosen.
Diagnostics nothingChosen(const isaac::CaskReader& log);
// How long a log lasts: what is below a millisecond has no more figures than that.
std::string spanText(double seconds);

}  // namespace ww::cli
