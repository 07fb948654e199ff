// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cli.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/notes.h"
#include "core/base/failure.h"
#include "core/base/finding.h"
#include "core/base/printable.h"
#include "core/base/scratch_dir.h"
#include "core/base/text.h"
#include "core/base/world_file.h"
#include "core/history/states.h"
#include "core/usecase/picture.h"

namespace ww::cli {
namespace {

int exitFor(Code code) {
  switch (code) {
    case Code::kOk: return kDone;
    case Code::kCancelled: return kCancelled;
    case Code::kDeadlineExceeded:
    case Code::kResourceExhausted: return kLimit;
    case Code::kInternal: return kInternal;
    default: return kFailed;
  }
}

}  // namespace

namespace {

// For statuses that do not say what to do.
std::string usualHint(const Run& run, Code code) {
  switch (code) {
    case Code::kCancelled: return "nothing was changed; run it again";
    case Code::kDeadlineExceeded: return "allow more time with --timeout";
    case Code::kResourceExhausted: return "close other programs, or take a smaller input";
    case Code::kInternal: return "this is a fault of the program; please report it with the input";
    default: return fmt::format("`worldwright {} --help` tells what it takes", run.verb_name);
  }
}

// Who was waited for, of a wait that was ended.
Status atWork(const Status& cancelled) {
  const FailureValue* path = cancelled.failure->find("path");
  const auto* name = path ? std::get_if<arg::Name>(path) : nullptr;
  return ww::fail(failures::kCommandAtWork, {{"file", name ? *name : arg::Name{}}});
}

// Of a name that is like none, what there is.
std::string objectsOf(const Run& run, const Failure& failure) {
  if (!failure.near.empty() || !run.origin) return {};
  arg::Names names;
  run.origin->world.forEachObject([&](const world::Object& object) {
    if (object.parent) names.texts.push_back(run.origin->world.display(object.id));
  });
  if (names.texts.empty()) return "the world has no object but its root; ";
  return filledIn("the objects are {objects}; ", std::vector<FailureArg>{{"objects", names}}, plainVoice());
}

// The status as the user is to see it.
Status asGiven(const Run& run, Status status) {
  constexpr double kMore = 10.0, kLeast = 10.0;  // times as much, and seconds
  const std::string_view kind = status.failure ? status.failure->row->code : std::string_view();
  // More time helps nobody who waits for a program that does not end.
  if (*run.timed_out && (kind == "project.in-use" || kind == "project.turn-cancelled"))
    status = ww::fail(failures::kGaveUpWaiting, {{"limit", arg::Seconds{run.timeout_s}}},
                      kind == "project.in-use" ? status : atWork(status));
  if (status.code == Code::kCancelled && *run.timed_out) {
    status = ww::fail(failures::kGaveUp, {{"limit", arg::Seconds{run.timeout_s}},
                                          {"more", arg::Number{std::max(kLeast, kMore * run.timeout_s)}}});
  }
  if (status.hint.empty()) status.hint = usualHint(run, status.code);
  if (kind == "world.no-such-thing") status.hint = objectsOf(run, *status.failure) + status.hint;
  // What it is about stands in the line, too, not only in the JSON.
  const bool said =
      status.subject.empty() || status.subject == "-" || status.line().find(status.subject) != std::string::npos;
  return said ? status : std::move(status).in(std::string(status.subject));
}

// The error line; the exit code for it.
int complain(const Run& run, const Status& status) {
  std::cerr << "error: " << printableLine(status.line()) << std::endl;
  // Scripts get one line, and the rest by --json.
  if (!status.message.empty() && !run.quiet && ::isatty(STDERR_FILENO) == 1) std::cerr << status.message << std::endl;
  return exitFor(status.code);
}

}  // namespace

namespace {

// The codes of what it comes from, the next one first.
void listCauses(const Failure& failure, Json& codes) {
  for (const Status& cause : failure.causes) {
    if (!cause.failure) continue;
    codes.push_back(std::string(cause.failure->row->code));
    listCauses(*cause.failure, codes);
  }
}

}  // namespace

void addCodes(Json& json, const std::shared_ptr<const Failure>& failure) {
  if (!failure) return;
  json["failure"] = std::string(failure->row->code);
  Json causes = Json::array();
  listCauses(*failure, causes);
  if (!causes.empty()) json["causes"] = std::move(causes);
}

Json errorJson(const Status& s) {
  Json json = {{"code", std::string(codeName(s.code))},
               {"title", s.title},
               {"message", s.message},
               {"hint", s.hint},
               {"subject", s.subject}};
  addCodes(json, s.failure);
  return json;
}

int fail(const Run& run, const Status& given) {
  const Status status = asGiven(run, given);
  const int exit = complain(run, status);
  if (run.json)
    std::cout << Json{{"error", errorJson(status)}}.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
  return exit;
}

int failPart(const Run& run, Status& status) {
  status = asGiven(run, status);
  return complain(run, status);
}

int failInput(const Run& run, const Status& status) {
  const int exit = fail(run, status);
  return exit == kFailed ? static_cast<int>(kUnreadable) : exit;
}

int failUsage(const Run& run, const Status& status) {
  fail(run, status);
  return kUsage;
}

void warn(const Run& run, const std::string& text) {
  if (!run.quiet) std::cerr << "warning: " << printableLine(text) << "\n";
}

void print(const Run& run, const Json& json, const std::string& text) {
  if (run.result_on_output) return;
  if (run.json) std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
  else std::cout << text << std::flush;
}

namespace {

// The file in a temporary folder that holds standard input, or what is to go to standard output.
std::string passage(const ScratchDir& folder) { return folder.path() / "standard.wright"; }

constexpr std::size_t kMaxWorldBytes = std::size_t{4} << 30;

Result<project::Loaded> loadStandardInput(Run& run) {
  WW_ASSIGN(const ScratchDir folder, ScratchDir::make());
  const std::string file = passage(folder);
  WW_ASSIGN(const std::string bytes, readInput("-", kMaxWorldBytes));
  WW_TRY(writeFile(file, bytes));
  Result<project::Loaded> loaded = project::load(project::systemVfs(), file, *run.store);
  if (loaded.ok()) return loaded;
  Status status = loaded.status();
  if (const std::size_t at = status.title.find(file); at != std::string::npos)
    status.title.replace(at, file.size(), "standard input");
  // Commands that name the file cannot be run: it is gone by then.
  if (status.failure) status.hint = hintText(*status.failure, status.failure->row->hint, plainVoice());
  return std::move(status).about("-");
}

Status saveStandardOutput(Run& run, const world::World& world, project::SaveOptions options) {
  WW_ASSIGN(const ScratchDir folder, ScratchDir::make());
  const std::string file = passage(folder);
  if (options.name.empty()) options.name = "world";
  WW_TRY(project::save(project::systemVfs(), file, world, *run.store, options).status());
  WW_ASSIGN(const std::string bytes, readInput(file, kMaxWorldBytes));
  return writeFile("-", bytes);
}

// A name was given so that one can go back there.
void tellNamesLost(const Run& run, const std::optional<project::HistoryRows>& rows) {
  const auto before = history::recordOf(run.origin->history);
  if (!before) return;
  warnOfNames(run, rows ? "the history has no room left for" : "the history begins anew, without",
              history::namesLost(*before, rows.value_or(project::HistoryRows())));
}

// That of the world that was read first, with one step more. A world that was not read has none.
std::shared_ptr<const project::HistoryRows> historyFor(const Run& run, const world::World& world) {
  const auto none = std::make_shared<const project::HistoryRows>();
  if (run.no_history || !run.origin || run.origin->history.empty()) return none;
  const history::Edit edit{
      run.label.empty() ? history::labelOfCommand(run.verb_name) : run.label, {}, std::chrono::system_clock::now()};
  auto rows = history::continued(run.origin->history, run.origin->world, world, edit);
  tellNamesLost(run, rows);
  return rows ? std::make_shared<const project::HistoryRows>(std::move(*rows)) : none;
}

}  // namespace

namespace {

// What is not to be in a file is not to lie beside it either: the backup of it is written anew.
Status withoutHistory(const Run& run, const std::string& backup) {
  project::Vfs& vfs = project::systemVfs();
  const auto rows = project::storedHistory(vfs, backup);
  if (!rows.ok() || rows->empty()) return okStatus();  // or no world at all
  WW_ASSIGN(const project::Loaded loaded, project::load(vfs, backup, *run.store));
  project::SaveOptions options;
  WW_ASSIGN(options.thumbnail, project::thumbnail(vfs, backup));
  options.name = loaded.info.name;
  options.view = loaded.view;
  options.foreign = loaded.info.foreign;
  const std::string beside = backup + ".new";
  WW_ASSIGN(const bool is_left, vfs.exists(beside));
  if (is_left) WW_TRY(vfs.remove(beside));
  WW_TRY(project::save(vfs, beside, loaded.world, *run.store, options).status());
  WW_TRY(vfs.copyMode(backup, beside));
  WW_TRY(vfs.rename(beside, backup));
  return vfs.syncFolder(project::folderOf(backup));
}

void stripBackup(Run& run, const std::string& out) {
  const auto real = project::systemVfs().resolve(out);
  if (!run.no_history || !real.ok()) return;
  const std::string backup = *real + "~";
  const Status stripped = withoutHistory(run, backup);
  if (!stripped.ok())
    warnOf(run,
           {findingOf(ww::fail(failures::kBackupKeepsHistory,
                               {{"file", arg::Name{backup}}, {"path", arg::Words{shellWord(backup)}}}, stripped))});
}

}  // namespace

void tellDamage(const Run& run, const std::string& out, const Status& damage) {
  if (damage.ok()) return;
  warnOf(run, {findingOf(ww::fail(failures::kWrittenAnew, {{"file", arg::Name{out}}, {"backup", arg::Name{out + "~"}}},
                                  damage))});
}

std::optional<project::Loaded> load(Run& run, const std::string& file, int& exit) {
  Result<project::Loaded> loaded =
      file == "-" ? loadStandardInput(run) : project::load(project::systemVfs(), file, *run.store);
  if (loaded.ok() && run.world_file.empty()) {
    run.world_file = file;
    if (file != "-") setWorldFile(file);
  }
  if (loaded.ok() && !run.view) run.view = loaded->view;
  if (loaded.ok() && loaded->info.is_newer) {
    warnOf(run, {findingOf(project::newerNote(file, loaded->info))});
  }
  if (loaded.ok() && !run.origin) run.origin = Run::Origin{loaded->world, loaded->history, loaded->info.foreign};
  if (loaded.ok()) return std::move(loaded).value();
  const Status status = loaded.status();
  exit = failInput(run, status.code == Code::kNotFound ? nearFile(status, file) : status);
  return std::nullopt;
}

void remediesName(const std::string& out) {
  if (!out.empty() && out != "-") setWorldFile(out);
}

void refreshPicture(const std::string& out, const world::World& world, project::SaveOptions& options,
                    std::stop_token stop) {
  std::error_code error;
  if (!options.thumbnail.empty() || !std::filesystem::is_regular_file(out, error)) return;
  const auto stored = project::thumbnail(project::systemVfs(), out);
  if (!stored.ok() || stored->empty()) return;
  if (auto drawn = usecase::picture(world, stop); drawn.ok()) options.thumbnail = std::move(*drawn);
}

int save(Run& run, const std::string& out, const world::World& world, const project::SaveOptions& given) {
  project::SaveOptions options = given;
  if (!options.view) options.view = run.view;
  if (!options.history || run.no_history) options.history = historyFor(run, world);
  if (!options.foreign && run.origin) options.foreign = run.origin->foreign;
  if (run.stop.stop_requested()) return fail(run, ww::fail(failures::kCancelledUnsaved));
  if (out == "-") {
    run.result_on_output = true;
    const Status status = saveStandardOutput(run, world, options);
    return status.ok() ? static_cast<int>(kDone) : complain(run, asGiven(run, status));
  }
  run.unfinished->set(out);
  refreshPicture(out, world, options, run.stop);
  const Result<project::FileInfo> saved = project::save(project::systemVfs(), out, world, *run.store, options);
  run.unfinished->set({});
  if (saved.ok()) stripBackup(run, out);
  if (saved.ok()) tellDamage(run, out, saved->damage);
  return saved.ok() ? static_cast<int>(kDone) : fail(run, saved.status());
}

Json numberJson(double value) {
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (std::isnan(value)) return nullptr;
  return value == 0.0 ? 0.0 : value;  // none below zero
}

Json vecJson(const Vec3& v) { return Json::array({numberJson(v.x()), numberJson(v.y()), numberJson(v.z())}); }

Json poseJson(const Pose& pose) {
  return {{"position", vecJson(pose.p)},
          {"orientation", Json::array({pose.q.w(), pose.q.x(), pose.q.y(), pose.q.z()})}};
}

Json boundsJson(const Bounds& bounds) {
  if (bounds.empty()) return {{"min", Json::array({0, 0, 0})}, {"max", Json::array({0, 0, 0})}};
  return {{"min", vecJson(bounds.min)}, {"max", vecJson(bounds.max)}};
}

}  // namespace ww::cli
