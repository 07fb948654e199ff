// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace ww {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

// The log sink is the only singleton. Thread-safe. By default warnings and errors go to standard error.
void log(LogLevel level, std::string_view text);
// Replaces the sink; an empty function restores the default.
void setLogSink(std::function<void(LogLevel, std::string_view)> sink);

}  // namespace ww
