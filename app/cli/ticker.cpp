// SPDX-License-Identifier: Apache-2.0
#include "app/cli/ticker.h"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <iostream>
#include <mutex>

namespace ww::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{500}, kEach{200};
constexpr const char* kWipe = "\r\x1b[K";

// What an input file says of itself must not play tricks on the terminal, nor wrap.
std::string tame(const std::string& text, std::size_t most) {
  std::string out;
  for (const char c : text) {
    if (out.size() >= most) break;
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return out;
}

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
    std::cerr << kWipe << line << std::flush;
  } while (!ended(kEach));
  std::cerr << kWipe << std::flush;
}

}  // namespace ww::cli
