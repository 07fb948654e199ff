// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "app/cli/bench_world.h"
#include "core/base/scratch_dir.h"
#include "core/journal/journal.h"

namespace ww::cli {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kJournaledCommits = 2000;
constexpr int kWaits = 50;
constexpr auto kBaseLimit = std::chrono::minutes(2);

double millisecondsSince(steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(steady_clock::now() - start).count();
}

}  // namespace

Result<JournalFigures> measureJournal(int objects) {
  WW_ASSIGN(const Forest forest, makeForest(objects));
  WW_ASSIGN(const ScratchDir folder, ScratchDir::make());
  JournalFigures out;
  out.objects = objects;
  session::WorldSession session(*forest.world, forest.store);
  const auto start = steady_clock::now();
  journal::Journal journal(project::systemVfs(), (folder.path() / "journals").string(), session, {});
  if (!journal.waitSynced(kBaseLimit)) return benchWrong("world", "the first state was not synced");
  out.first_ms = millisecondsSince(start);
  std::mt19937 random(4);
  Status status;
  int step = 0;
  const auto commit = [&] {
    const ObjectId id = forest.leaves[random() % forest.leaves.size()];
    if (auto done = session.commit(moveOf(forest, id, ++step)); !done.ok()) status = done.status();
  };
  out.commit = measure(kJournaledCommits, 1, commit);
  if (!journal.waitSynced(kBaseLimit)) return benchWrong("world", "the journal did not follow");
  std::vector<double> behind;
  for (int i = 0; i < kWaits; ++i) {
    commit();
    const auto committed = steady_clock::now();
    while (!journal.state().synced) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    behind.push_back(millisecondsSince(committed) * 1e3);
  }
  out.behind = percentiles(std::move(behind));
  if (!status.ok()) return status;
  journal.discard();
  return out;
}

std::string textOf(const JournalFigures& f) {
  std::string text =
      fmt::format("a journal of {} objects: first state synced after {:.0f} ms\n", f.objects, f.first_ms);
  text += timesLine("  commit while it is kept", f.commit, "1000");
  text += timesLine("  until it is synced, by the clock", f.behind, "200000");
  return text;
}

Json jsonOf(const JournalFigures& f) {
  return {{"objects", f.objects},
          {"first_state_ms", f.first_ms},
          {"commit_us", timesJson(f.commit)},
          {"synced_after_us", timesJson(f.behind)}};
}

}  // namespace ww::cli
