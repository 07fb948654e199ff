// SPDX-License-Identifier: Apache-2.0
#include "app/cli/ticker.h"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>

#include "app/cli/clean_output.h"
#include "core/base/printable.h"
#include "core/base/text.h"

namespace ww::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{500}, kEach{200};
constexpr const char* kWipe = "\r\x1b[K";

// One line that does not wrap.
std::string tame(const std::string& text, std::size_t most) { return printableLine(shortened(text, most)); }

}  // namespace

Ticker::Ticker(const Run& run, std::string what) : what_(std::move(what)) {
  if (run.quiet || ::isatty(STDERR_FILENO) != 1) return;
  thread_ = std::jthread([this](const std::stop_token& stop) { show(stop); });
}

Ticker::~Ticker() = default;

void Ticker::show(const std::stop_token& stop) const {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  const auto ended = [&](std::chrono::milliseconds time) {
    return wake.wait_for(lock, stop, time, [&] { return stop.stop_requested(); }) || stop.stop_requested();
  };
  if (ended(kFirst)) return;
  do {
    const std::string line =
        fmt::format("{} {:3.0f} % {}", tame(what_, 40), 100.0 * state_->fraction(), tame(plain(state_->text()), 30));
    rawError() << kWipe << line << std::flush;
  } while (!ended(kEach));
  rawError() << kWipe << std::flush;
}

}  // namespace ww::cli
