// SPDX-License-Identifier: Apache-2.0
#include "app/cli/turn.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace ww::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPatience{500}, kPoll{10};

}  // namespace

Result<Turn> Turn::turnOf(Result<project::FileTurn> taken) {
  if (!taken.ok()) return taken.status();
  return Turn(std::move(taken).value());
}

Result<Turn> Turn::take(const Run& run, const std::string& file) {
  if (file == "-") return Turn();
  std::stop_source now;
  now.request_stop();
  // So long nobody is told: most commands are done by then.
  for (auto until = Clock::now() + kPatience; Clock::now() < until && !run.stop.stop_requested();) {
    auto free = project::FileTurn::take(file, now.get_token());
    if (free.ok() || free.status().code != Code::kCancelled) return turnOf(std::move(free));
    std::this_thread::sleep_for(kPoll);
  }
  if (!run.stop.stop_requested())
    warn(run, fmt::format("another command is at work on '{}': waiting until it is done", file));
  return turnOf(project::FileTurn::take(file, run.stop));
}

}  // namespace ww::cli
