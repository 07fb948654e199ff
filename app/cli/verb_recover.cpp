// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/base/printable.h"
#include "core/base/text.h"
#include "core/history/recovered.h"
#include "core/journal/recovery.h"
#include "core/journal/state_folder.h"

namespace ww::cli {
namespace {

using journal::Note;
using journal::Summary;

constexpr std::size_t kShownEdits = 5;

struct RecoverVerbOptions {
  std::string id, out;
  std::uint64_t until = 0;
  bool has_until = false, discard = false;
};

std::string timeText(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::chrono::system_clock::to_time_t(time)));
}

const char* kindWord(journal::Kind kind) {
  if (kind == journal::Kind::kUndo) return "undo";
  return kind == journal::Kind::kRedo ? "redo" : "edit";
}

std::string editLine(const Note& note) {
  std::string line = fmt::format("  {:>6}  ", note.sequence);
  if (note.kind != journal::Kind::kEdit) line += std::string(kindWord(note.kind)) + ": ";
  line += printableLine(plain(note.label));
  return line + (note.author.empty() ? "\n" : " by " + printableLine(note.author) + "\n");
}

std::string documentName(const Summary& s) {
  const journal::About& about = s.tally.about();
  if (!about.path.empty()) return about.path;
  return about.wish.empty() ? "never saved" : "never saved (" + about.wish + ")";
}

// A world may be lost without an edit: it was made or imported, or its file was removed.
std::string contentText(const Summary& s) {
  const std::string time = timeText(s.tally.time());
  std::string text;
  if (s.tally.edits() > 0) {
    text = fmt::format("{}, the last at {}", counted(s.tally.edits(), "edit"), time);
  } else if (s.tally.about().is_lost || s.tally.hash() != s.tally.about().saved_hash) {
    const std::string what = s.objects > 0 ? "the world itself, " + counted(s.objects, "object") : "the world itself";
    text = fmt::format("no edits, but {}, as it was at {}", what, time);
  } else {
    text = fmt::format("no edits, {} at {}", s.tally.about().path.empty() ? "begun" : "saved", time);
  }
  return s.names > 0 ? text + fmt::format("; {} named or renamed since", counted(s.names, "checkpoint")) : text;
}

std::string textOf(const Summary& s, std::size_t shown) {
  if (!s.unreadable.ok()) {
    const std::string& hint = s.unreadable.hint;
    return fmt::format("{}  {}: {}{}{}\n", s.id, documentName(s), s.unreadable.title, hint.empty() ? "" : ": ", hint);
  }
  const std::vector<Note>& latest = s.tally.latest();
  std::string text =
      fmt::format("{}  {}: {}{}\n", s.id, documentName(s), contentText(s), s.in_use ? "; open in an editor" : "");
  const std::size_t from = latest.size() - std::min(latest.size(), shown);
  if (const std::uint64_t before = s.tally.edits() - (latest.size() - from); before > 0)
    text += fmt::format("          ... and {} before {}\n", counted(before, "edit"), shown == 1 ? "it" : "these");
  for (std::size_t i = from; i < latest.size(); ++i) text += editLine(latest[i]);
  for (const Status& note : s.notes) text += "  " + note.title + "\n";
  return text;
}

Json editsJson(const std::vector<Note>& notes) {
  Json out = Json::array();
  for (const Note& note : notes) {
    out.push_back({{"sequence", note.sequence},
                   {"kind", kindWord(note.kind)},
                   {"label", plain(note.label)},
                   {"author", note.author},
                   {"time", timeText(note.time)}});
  }
  return out;
}

Json jsonOf(const Summary& s) {
  Json problems = Json::array();
  for (const Status& note : s.notes) problems.push_back(errorJson(note));
  if (!s.unreadable.ok()) problems.push_back(errorJson(s.unreadable));
  return {{"id", s.id},
          {"file", s.tally.about().path},
          {"time", timeText(s.tally.time())},
          {"edits", s.tally.edits()},
          {"together", s.has_past ? 0 : s.tally.swallowed()},
          {"objects", s.objects},
          {"names", s.names},
          {"latest", editsJson(s.tally.latest())},
          {"in_use", s.in_use},
          {"recoverable", s.unreadable.ok()},
          {"problems", problems}};
}

int listJournals(const Run& run, const std::string& root) {
  Json json = Json::array();
  std::string text;
  for (const Summary& s : journal::list(project::systemVfs(), root)) {
    json.push_back(jsonOf(s));
    text += textOf(s, kShownEdits);
    if (s.in_use) continue;
    if (s.unreadable.ok())
      text += fmt::format("  to take them back: `worldwright recover {} --out recovered.wright`\n", s.id);
    else text += fmt::format("  to throw it away: `worldwright recover {} --discard`\n", s.id);
  }
  print(run, Json{{"folder", root}, {"journals", json}}, text.empty() ? "nothing was left behind\n" : text);
  return kDone;
}

// With the id that was perhaps meant.
Status withNearIds(Status status, const std::string& root, const std::string& id) {
  if (status.code != Code::kNotFound || !status.failure) return status;
  std::vector<std::string> known;
  for (const Summary& s : journal::list(project::systemVfs(), root)) known.push_back(s.id);
  return withNearest(std::move(status), id, known);
}

int showJournal(const Run& run, const std::string& root, const std::string& id) {
  const auto found = journal::look(project::systemVfs(), root, id);
  if (!found.ok()) return fail(run, withNearIds(found.status(), root, id));
  print(run, jsonOf(*found), textOf(*found, journal::kMostNotes));
  return found->unreadable.ok() ? kDone : failInput(run, found->unreadable);
}

int discardJournal(const Run& run, const journal::Claim& claimed) {
  const Status gone = journal::removeJournal(project::systemVfs(), claimed);
  if (!gone.ok()) return fail(run, gone);
  print(run, Json{{"discarded", claimed.id}}, fmt::format("discarded {}\n", claimed.id));
  return kDone;
}

// What others did to the file of the document since the editor saved it; nothing where it cannot be read. To be asked
// before something is saved there.
Diagnostics sinceNotes(const Run& run, const RecoverVerbOptions& options, const journal::Recovered& done) {
  const journal::About& about = done.tally.about();
  if (about.path.empty() || about.saved_hash.empty()) return {};
  const auto there = project::load(project::systemVfs(), about.path, *run.store);
  if (!there.ok()) return {};
  const std::string now = world::contentHash(there->world);
  // The editor may have fallen between its saving and telling of it.
  if (now == about.saved_hash || now == world::contentHash(done.world)) return {};
  if (std::ranges::any_of(done.tally.latest(), [&](const Note& note) { return note.hash == now; })) return {};
  std::error_code error;
  if (std::filesystem::equivalent(about.path, options.out, error) && !error) {
    const std::string kept = options.out + "~";
    return {findingOf(ww::fail(failures::kChangedReplaced, {{"file", arg::Name{options.out}},
                                                            {"kept", arg::Name{kept}},
                                                            {"before", arg::Words{shellWord(kept)}},
                                                            {"recovered", arg::Words{shellWord(options.out)}}}))};
  }
  return {findingOf(ww::fail(failures::kFileChangedSince, {{"file", arg::Name{about.path}},
                                                           {"out", arg::Name{options.out}},
                                                           {"path", arg::Words{shellWord(about.path)}},
                                                           {"recovered", arg::Words{shellWord(options.out)}}}))};
}

// What led to it: what the journal knows, behind the history of the file of the document where it knows what that has.
std::shared_ptr<history::Opened> pastOf(const Run& run, const journal::Recovered& done) {
  const journal::About& about = done.tally.about();
  std::shared_ptr<history::Opened> file;
  if (!about.path.empty()) {
    const auto there = project::load(project::systemVfs(), about.path, *run.store);
    if (there.ok()) file = history::opened(there->history, there->world, *run.store, 0);
  }
  return history::withRecovered(std::move(file), done, *run.store, 0);
}

std::shared_ptr<const project::HistoryRows> rowsOf(const Run& run, const std::shared_ptr<history::Opened>& past) {
  if (!past) return nullptr;
  auto rows = std::make_shared<const project::HistoryRows>(
      history::rowsOf(history::toRecord(past->states), {.keep_named = true}));
  if (!run.no_history) warnOfNames(run, "the history has no room left for", history::namesLost(past->states, *rows));
  return rows;
}

// What was to be left out is in the oldest state that can be had.
Status beginsLater(const RecoverVerbOptions& options, const journal::Recovered& done) {
  return ww::fail(failures::kUntilBeforeState, {{"number", arg::Count{options.until}},
                                                {"first", arg::Count{done.sequence}},
                                                {"id", arg::Words{shellWord(options.id)}},
                                                {"out", arg::Words{shellWord(options.out)}}});
}

// What was recovered stands in the file, whatever is missing.
int report(const Run& run, const RecoverVerbOptions& options, const journal::Recovered& done, bool discarded) {
  for (const Status& note : done.notes) warnOf(run, {findingOf(note)});
  Json json{{"file", options.out},         {"content_hash", world::contentHash(done.world)},
            {"edits", done.tally.edits()}, {"sequence", done.sequence},
            {"whole", done.whole},         {"discarded", discarded}};
  if (!done.stopped.ok()) json["stopped"] = errorJson(done.stopped);
  print(run, json, fmt::format("{}: recovered {}\n", options.out, counted(done.tally.edits(), "edit")));
  if (done.stopped.ok()) return kDone;
  Status stopped = done.stopped;
  failPart(run, stopped);
  return kFailed;
}

int recoverTo(Run& run, const RecoverVerbOptions& options, const journal::Claim& claimed) {
  const auto turn = Turn::take(run, options.out);
  if (!turn.ok()) return fail(run, turn.status());
  journal::RecoverOptions asked;
  if (options.has_until) asked.until = options.until;
  auto done = journal::recover(project::systemVfs(), claimed, *run.store, asked);
  if (!done.ok()) return failInput(run, done.status());
  const bool is_before = options.has_until && done->sequence > options.until;
  const auto past = is_before ? history::afterEdit(*done, options.until, *run.store) : pastOf(run, *done);
  if (is_before && !past) return fail(run, beginsLater(options, *done));
  project::SaveOptions whole;
  whole.whole = true;
  whole.history = rowsOf(run, past);
  const Diagnostics since = sinceNotes(run, options, *done);
  if (const int exit = save(run, options.out, done->world, whole); exit != kDone) return exit;
  if (options.out == "-") return kDone;
  warnOf(run, since);
  // What is not in the file is not thrown away.
  const bool discards = options.discard && done->whole;
  if (discards) {
    const Status gone = journal::removeJournal(project::systemVfs(), claimed);
    if (!gone.ok()) return fail(run, gone);
  }
  return report(run, options, *done, discards);
}

int recover(Run& run, const RecoverVerbOptions& options) {
  const auto root = journal::stateFolder();
  if (!root.ok()) return fail(run, root.status());
  if (options.id.empty()) return listJournals(run, *root);
  if (options.out.empty() && !options.discard) return showJournal(run, *root, options.id);
  const auto claimed = journal::claimSoon(project::systemVfs(), *root, options.id);
  if (!claimed.ok()) return fail(run, withNearIds(claimed.status(), *root, options.id));
  return options.out.empty() ? discardJournal(run, *claimed) : recoverTo(run, options, *claimed);
}

}  // namespace

void addRecover(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<RecoverVerbOptions>(
      app, run, "recover", "what an editor has left behind that was not saved, and how to get it back", recover);
  CLI::Option* id = sub->add_option("ID", options->id, "of the document, as the list without it tells");
  sub->add_option("--out", options->out, "save what can be recovered here")->needs(id);
  sub->add_option_function<std::uint64_t>(
         "--until",
         [options = options](std::uint64_t number) {
           options->until = number;
           options->has_until = true;
         },
         "leave out what was done after this number, as the list tells it")
      ->needs(id);
  addNoHistory(sub, run);
  sub->add_flag("--discard", options->discard, "throw it away; with --out only when all of it was recovered")
      ->needs(id);
}

}  // namespace ww::cli
