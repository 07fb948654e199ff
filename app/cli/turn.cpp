// SPDX-License-Identifier: Apache-2.0
#include "app/cli/turn.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/project/file_hold.h"

namespace ww::cli {
namespace {

// So long nobody is told: most commands are done by then.
constexpr std::chrono::milliseconds kPatience{500};

// Says that another command is waited for, unless it is stopped before.
std::jthread tellLater(const Run& run, const std::string& file) {
  return std::jthread([&run, file](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    if (!wake.wait_for(lock, stop, kPatience, [&] { return stop.stop_requested(); }) && !stop.stop_requested())
      warn(run, fmt::format("another command is at work on '{}': waiting until it is done", file));
  });
}

}  // namespace

Result<Turn> Turn::take(const Run& run, const std::string& file) {
  if (file == "-") return Turn();
  const std::jthread teller = tellLater(run, file);
  WW_ASSIGN(project::FileTurn turn, project::FileTurn::take(file, run.stop));
  // An editor would not see what is done here, and its next save would ask what to do with it.
  if (const auto other = project::holderOf(file)) return project::heldBy(file, *other);
  return Turn(std::move(turn));
}

}  // namespace ww::cli
