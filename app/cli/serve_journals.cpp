// SPDX-License-Identifier: Apache-2.0
#include "app/cli/serve_journals.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <set>

#include "core/base/printable.h"
#include "core/journal/state_folder.h"
#include "core/project/vfs.h"

namespace ww::cli {
namespace {

constexpr std::chrono::milliseconds kLookAgain{100};

}  // namespace

ServedJournals::ServedJournals(const Run& run, std::shared_ptr<session::WorldRegistry> worlds)
    : run_(run), worlds_(std::move(worlds)) {}

ServedJournals::~ServedJournals() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
}

void ServedJournals::begin(const Describe& first, Describe later) {
  const auto root = journal::stateFolder();
  if (!root.ok())
    return warn(run_, fmt::format("what clients do would be lost in a crash: {}", printableLine(root.status().title)));
  root_ = *root;
  later_ = std::move(later);
  look(first);
  thread_ = std::jthread([this](const std::stop_token& stop) { follow(stop); });
}

void ServedJournals::follow(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    wake.wait_for(lock, stop, kLookAgain, [] { return false; });
    if (stop.stop_requested()) return;
    look(later_);
    tellProblems();
  }
}

// What came, and what was deleted: nobody wants that.
void ServedJournals::look(const Describe& describe) {
  const std::lock_guard lock(mutex_);
  std::set<std::string> there;
  for (const session::WorldMetadata& world : worlds_->list()) {
    const auto session = worlds_->find(world.id);
    if (!session.ok()) continue;
    there.insert(world.id);
    Kept& kept = kept_[world.id];
    if (kept.session == *session) continue;
    if (kept.journal) kept.journal->discard();
    kept.session = *session;
    kept.journal = std::make_unique<journal::Journal>(project::systemVfs(), root_, **session,
                                                      describe(world.id, (*session)->snapshot().world));
  }
  std::erase_if(kept_, [&](auto& one) {
    if (there.contains(one.first)) return false;
    if (one.second.journal) one.second.journal->discard();
    return true;
  });
}

// Once, not at each try.
void ServedJournals::tellProblems() {
  Status problem;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, kept] : kept_)
      if (kept.journal && problem.ok()) problem = kept.journal->state().problem;
  }
  if (!problem.ok() && !failing_)
    warn(run_, fmt::format("what clients do now would be lost in a crash: {}", printableLine(problem.title)));
  failing_ = !problem.ok();
}

void ServedJournals::saved(const std::string& id, journal::Document document) {
  const std::lock_guard lock(mutex_);
  const auto kept = kept_.find(id);
  if (kept != kept_.end() && kept->second.journal) kept->second.journal->saved(std::move(document));
}

void ServedJournals::discard() {
  const std::lock_guard lock(mutex_);
  for (auto& [id, kept] : kept_)
    if (kept.journal) kept.journal->discard();
}

}  // namespace ww::cli
