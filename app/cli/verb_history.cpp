// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/base/printable.h"
#include "core/history/states.h"

namespace ww::cli {
namespace {

struct HistoryVerbOptions {
  std::string file, out;
};

std::string stateTime(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::chrono::system_clock::to_time_t(time)));
}

// What does not follow on the one above it is a branch, and says on what it follows.
std::string stateLine(const history::Node& node, bool is_now, bool is_lost, std::uint64_t above) {
  std::string line = fmt::format("{} {:>6}  {}  {}", is_now ? '*' : ' ', node.id, stateTime(node.time),
                                 node.label.empty() ? "start" : printableLine(plain(node.label)));
  if (!node.author.empty()) line += " by " + printableLine(node.author);
  if (node.parent != 0 && node.parent != above) line += fmt::format("  (after {})", node.parent);
  if (!node.checkpoint.empty()) line += fmt::format("  [{}]", printableLine(node.checkpoint));
  if (is_lost) line += "  (cannot be had any more)";
  return line + "\n";
}

// The states that their steps lead to, geometry and all.
history::States reached(const Run& run, const project::Loaded& loaded) {
  const auto past = history::opened(loaded.history, loaded.world, *run.store, 0);
  history::States out = past ? past->states : history::States();
  history::dropOutOfReach(out, *run.store);
  return out;
}

int listStates(const Run& run, const std::string& file, const project::Loaded& loaded) {
  const auto record = history::recordOf(loaded.history);
  const history::States sound = reached(run, loaded);
  Json states = Json::array();
  std::string text;
  std::uint64_t bytes = 0, above = 0;
  const history::SoundRows rows = history::soundOf(loaded.history);
  std::size_t lost = rows.lost;
  for (const project::HistoryRow& row : loaded.history) bytes += row.bytes.size();
  for (const history::Coded& state : record ? record->states : std::vector<history::Coded>()) {
    const history::Node& node = *state.node;
    const bool is_now = node.id == record->current, is_lost = sound.find(node.id) == nullptr;
    lost += is_lost;
    text += stateLine(node, is_now, is_lost, std::exchange(above, node.id));
    states.push_back({{"id", node.id},
                      {"parent", node.parent},
                      {"label", plain(node.label)},
                      {"author", node.author},
                      {"time", stateTime(node.time)},
                      {"checkpoint", node.checkpoint},
                      {"current", is_now},
                      {"lost", is_lost}});
  }
  text += record ? fmt::format("{} of {}\n", counted(record->states.size(), "state"), plainVoice().bytes(bytes))
                 : "the file keeps no history\n";
  Json json{{"file", file}, {"states", states}, {"bytes", bytes}};
  const Diagnostics odd =
      lost == 0 ? Diagnostics()
                : Diagnostics{findingOf(ww::fail(
                      failures::kHistoryUnreadable,
                      {{"count", arg::Count{lost}}, {"all", arg::Count{rows.states}}, {"path", arg::Name{file}}}))};
  warnOf(run, odd);
  addNotes(run, json, odd);
  print(run, json, text);
  return kDone;
}

// Into another file, or out of this one.
int takeOut(Run& run, const HistoryVerbOptions& options, const world::World& world, std::size_t rows) {
  const std::string& to = options.out.empty() ? options.file : options.out;
  project::SaveOptions saving;
  saving.whole = !options.out.empty();
  if (const int exit = save(run, to, world, saving); exit != kDone) return exit;
  print(run, Json{{"file", to}, {"removed", rows > 0}},
        fmt::format("{}: {}\n", to, rows > 0 ? "without its history" : "there was no history"));
  return kDone;
}

int showHistory(Run& run, const HistoryVerbOptions& options) {
  const bool writes = run.no_history || !options.out.empty();
  std::optional<Turn> turn;
  if (writes) {
    auto taken = Turn::take(run, options.out.empty() ? options.file : options.out);
    if (!taken.ok()) return fail(run, taken.status());
    turn.emplace(std::move(*taken));
  }
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  if (!writes) return listStates(run, options.file, *loaded);
  return takeOut(run, options, loaded->world, run.no_history ? loaded->history.size() : 0);
}

}  // namespace

void addHistory(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<HistoryVerbOptions>(
      app, run, "history", "what a world file keeps of what was done before, and taking it out", showHistory);
  sub->add_option("FILE", options->file, "world file")->required();
  addNoHistory(sub, run);
  CLI::Option* out = sub->add_option("--out", options->out, "--no-history: save here and leave FILE alone");
  out->needs("--no-history");
}

}  // namespace ww::cli
