// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/share/ledger.h"

#include <fmt/format.h>

#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::share_test {

Ledger::Ledger(std::shared_ptr<session::WorldSession> session)
    : session_(std::move(session)), start_(session_->snapshot().world) {
  subscription_ = session_->observe([this](const session::Change& change) { note(change); });
}

void Ledger::note(const session::Change& change) {
  using Kind = session::Change::Kind;
  const std::lock_guard lock(mutex_);
  if (change.kind == Kind::kReplace) wrong_.emplace_back("the world was replaced");
  if (change.kind == Kind::kCommit) {
    done_.push_back({change.before.world, change.after.world, plain(change.label), change.author});
    Count& count = counts_[change.author];
    ++count.commits;
    ++count.labels[plain(change.label)];
    for (const Commit& gone : undone_) ++counts_[gone.author].undone;  // cannot come back
    undone_.clear();
    return;
  }
  // An entry may hold several commits: they go, or come, until its world is reached.
  auto& from = change.kind == Kind::kUndo ? done_ : undone_;
  auto& to = change.kind == Kind::kUndo ? undone_ : done_;
  bool reached = false;
  while (!reached && !from.empty()) {
    to.push_back(std::move(from.back()));
    from.pop_back();
    reached = (change.kind == Kind::kUndo ? to.back().before : to.back().after) == change.after.world;
  }
  if (!reached) wrong_.push_back(fmt::format("'{}' went to a world that no commit knows", plain(change.label)));
}

std::map<std::string, Ledger::Count> Ledger::counts() const {
  const std::lock_guard lock(mutex_);
  auto counts = counts_;
  for (const Commit& gone : undone_) ++counts[gone.author].undone;
  return counts;
}

std::vector<std::string> Ledger::compareWithHistory() const {
  const auto history = session_->history();
  const std::lock_guard lock(mutex_);
  auto wrong = wrong_;
  std::size_t next = 0;
  world::WorldPtr at = start_;
  for (std::size_t i = 0; i < history.position; ++i) {
    const auto& entry = history.entries[i];
    const std::string label = plain(entry.label);
    if (entry.before != at) wrong.push_back(fmt::format("there is a gap before '{}'", label));
    bool is_named = false;
    while (next < done_.size()) {
      const Commit& commit = done_[next++];
      if (commit.author != entry.author)
        wrong.push_back(fmt::format("'{}' by {} stands under {}", commit.label, commit.author, entry.author));
      is_named = is_named || commit.label == label || label == "Move several things";
      if (commit.after == entry.after) break;
    }
    if (!is_named) wrong.push_back(fmt::format("no commit is called '{}'", label));
    at = entry.after;
  }
  if (next != done_.size()) wrong.push_back(fmt::format("{} commits are not in the history", done_.size() - next));
  if (at != session_->snapshot().world) wrong.emplace_back("the world is not where its history ends");
  if (session_->worldSwaps() != session_->accountedSwaps())
    wrong.emplace_back("the world was changed past the session");
  return wrong;
}

std::vector<std::string> Ledger::replay() const {
  const auto history = session_->history();
  world::World world = *start_;
  for (std::size_t i = 0; i < history.position; ++i) {
    auto next = world::apply(world, *history.entries[i].edits.get(), session_->store());
    if (!next.ok())
      return {fmt::format("'{}' cannot be replayed: {}", plain(history.entries[i].label), next.status().line())};
    world = std::move(next).value();
  }
  if (world::contentHash(world) == world::contentHash(*session_->snapshot().world)) return {};
  return {"a replay of the history ends at another world"};
}

}  // namespace ww::share_test
