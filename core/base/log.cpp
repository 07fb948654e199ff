// SPDX-License-Identifier: Apache-2.0
#include "core/base/log.h"

#include <cstdio>
#include <mutex>

#include "core/base/printable.h"

namespace ww {
namespace {
std::mutex g_mutex;
std::function<void(LogLevel, std::string_view)> g_sink;
}  // namespace

void log(LogLevel level, std::string_view text) {
  const std::lock_guard lock(g_mutex);
  if (g_sink) return g_sink(level, text);
  if (level < LogLevel::kWarning) return;
  std::fprintf(stderr, "%s: %s\n", level == LogLevel::kError ? "error" : "warning", printable(text).c_str());
}

void setLogSink(std::function<void(LogLevel, std::string_view)> sink) {
  const std::lock_guard lock(g_mutex);
  g_sink = std::move(sink);
}

}  // namespace ww
