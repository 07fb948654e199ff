// SPDX-License-Identifier: Apache-2.0
#include "app/editor/file_holds.h"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <thread>
#include <vector>

#include "ui/bridge/failures.h"

namespace ww::editor {
namespace {

constexpr auto kHoldingProgram = "Worldwright";
constexpr std::chrono::milliseconds kLookAgain{200}, kTellAgain{2000};

std::string realPath(const std::string& file) {
  std::error_code error;
  const auto real = std::filesystem::weakly_canonical(file, error);
  return error ? file : real.string();
}

}  // namespace

FileHolds::FileHolds() : keeper_([this](const std::stop_token& stop) { keep(stop); }) {}

// A disk may let it wait, and nobody else may.
void FileHolds::keep(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock waiting(mutex);
  while (!stop.stop_requested()) {
    wake.wait_for(waiting, stop, kTellAgain, [] { return false; });
    std::vector<Hold> holds;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& [path, held] : held_)
        if (Hold hold = held.lock()) holds.push_back(std::move(hold));
    }
    for (const Hold& hold : holds)
      if (!stop.stop_requested()) hold->tellAgain();
  }
}

Result<FileHolds::Hold> FileHolds::take(const std::string& file) {
  const std::string path = realPath(file);
  const std::lock_guard lock(mutex_);
  // Of a folder that was removed and made again nobody knows any more.
  if (const auto known = held_[path].lock(); known && known->isTold()) return known;
  WW_ASSIGN(Hold hold, project::FileHold::take(path, kHoldingProgram));
  if (hold && !service_.empty()) hold->setService(service_);
  held_[path] = hold;
  std::erase_if(held_, [](const auto& one) { return one.second.expired(); });
  return hold;
}

Result<FileHolds::Hold> FileHolds::wait(const std::string& file, const std::stop_token& stop) {
  for (;;) {
    auto hold = take(file);
    if (hold.ok() || !project::saysHeld(hold.status())) return hold;
    if (stop.stop_requested()) return fail(ui::failures::kCancelled);
    std::this_thread::sleep_for(kLookAgain);
  }
}

void FileHolds::setService(const std::string& address) {
  const std::lock_guard lock(mutex_);
  service_ = address;
  for (const auto& [path, held] : held_)
    if (const auto hold = held.lock()) hold->setService(address);
}

}  // namespace ww::editor
