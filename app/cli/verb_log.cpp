// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/filled_file.h"
#include "app/cli/log_actions.h"
#include "app/cli/log_lines.h"
#include "app/cli/notes.h"
#include "app/cli/ticker.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/base/system_words.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/log_export.h"
#include "core/interop/isaac/types.h"

namespace ww::cli {
namespace {

namespace fs = std::filesystem;
using isaac::CaskReader;

double secondsOf(std::int64_t ns) { return static_cast<double>(ns) * 1e-9; }

// The type of a channel's first message that can be read.
std::string firstType(const CaskReader& log, const isaac::LogChannel& channel) {
  for (std::size_t i = 0; i < std::min<std::size_t>(channel.entries.size(), 8); ++i) {
    const auto message = log.message(channel, channel.entries[i]);
    if (message.ok()) return isaac::typeName(message->type_id);
  }
  return "";
}

// Why the last messages of channels cannot be read, each reason once: what is cut off lacks these first.
std::vector<Status> faultsAtEnds(const CaskReader& log) {
  std::vector<Status> out;
  for (const isaac::LogChannel& channel : log.channels()) {
    if (channel.entries.empty()) continue;
    const auto last = log.message(channel, channel.entries.back());
    if (last.ok()) continue;
    const std::string line = last.status().line();
    if (std::ranges::find(out, line, [](const Status& s) { return s.line(); }) == out.end())
      out.push_back(last.status());
  }
  return out;
}

int logInfo(Run& run, const LogOptions& options) {
  const auto log = CaskReader::open(options.log);
  if (!log.ok()) return failInput(run, log.status());
  const isaac::LogTimes times = isaac::timesOf(*log);
  const double seconds = static_cast<double>(times.last_ns) * 1e-9 - static_cast<double>(times.first_ns) * 1e-9;
  Json channels = Json::array(), problems = Json::array();
  std::string text;
  std::uint64_t messages = 0;
  for (const isaac::LogChannel& channel : log->channels()) {
    const std::string type = firstType(*log, channel);
    messages += channel.entries.size();
    Json row{{"name", channel.name}, {"type", type}, {"messages", channel.entries.size()}};
    if (!channel.entries.empty()) {
      row["first_s"] = secondsOf(channel.entries.front().pubtime_ns);
      row["last_s"] = secondsOf(channel.entries.back().pubtime_ns);
    }
    channels.push_back(std::move(row));
    text += fmt::format("{:<32} {:<28} {}\n", channel.name, type, counted(channel.entries.size(), "message"));
  }
  std::vector<Status> notes(log->notes().begin(), log->notes().end());
  std::ranges::move(faultsAtEnds(*log), std::back_inserter(notes));
  for (const Status& note : notes) {
    problems.push_back(errorJson(note));
    warnOf(run, {findingOf(note)});
  }
  text = fmt::format("{} in {}, {}\n", counted(messages, "message"), counted(log->channels().size(), "channel"),
                     spanText(seconds)) +
         text;
  print(run,
        Json{{"log", options.log},
             {"messages", messages},
             {"seconds", seconds},
             {"channels", channels},
             {"problems", problems}},
        text);
  return notes.empty() ? kDone : kUnreadable;
}

bool isFile(const std::string& out) { return out == "-" || out.ends_with(".mcap") || out.ends_with(".jsonl"); }

isaac::Release releaseOf(const LogOptions& options) {
  return options.release == "2020.2" ? isaac::Release::k2020_2 : isaac::Release::k2020_1;
}

Result<isaac::ExportCount> exportTo(Run& run, const LogOptions& options, const CaskReader& log,
                                    const isaac::ExportRun& how) {
  const bool is_mcap = options.out.ends_with(".mcap");
  if (isFile(options.out)) {
    isaac::ExportCount count;
    WW_TRY(fillFile(options.out, [&](std::ostream& out) -> Status {
      WW_ASSIGN(count, is_mcap ? isaac::exportMcap(log, how, out) : isaac::exportJsonLines(log, how, out));
      return okStatus();
    }));
    run.result_on_output = options.out == "-";
    return count;
  }
  // Beside its place, so that it appears whole or not at all.
  const std::string part = options.out + ".part";
  std::error_code error;
  if (fs::exists(options.out, error)) return ww::fail(isaac::failures::kLogThere, {{"folder", arg::Name{options.out}}});
  WW_ASSIGN(const auto copy, isaac::CaskWriter::create(part));
  auto count = isaac::copyLog(log, how, *copy);
  Status done = copy->close();
  if (count.ok() && done.ok()) fs::rename(part, options.out, error);
  if (done.ok() && error) {
    const Phrase reason = systemWords(error.value());
    done = ww::fail(isaac::failures::kLogWrite, {{"folder", arg::Name{options.out}}, {"reason", reason}});
  }
  if (!count.ok() || !done.ok()) fs::remove_all(part, error);
  if (count.ok() && !done.ok()) return done;
  return count;
}

// As shells complete the names of folders.
std::string withoutSlash(std::string folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder;
}

// A folder by the name of a file of others would be taken for one.
Status checkOut(const LogOptions& options) {
  static constexpr std::string_view kOthers[] = {".bag", ".db3", ".csv",   ".json",      ".txt",  ".zip",   ".gz",
                                                 ".tar", ".log", ".binpb", ".textproto", ".yaml", ".wright"};
  static constexpr std::string_view kOurs[] = {".mcap", ".jsonl"};
  const fs::path out(options.out);
  const std::string ending = out.extension().string();
  const bool of_lines = options.log.ends_with(".jsonl");
  if (of_lines && (options.out == "-" || std::ranges::find(kOurs, ending) != std::end(kOurs)))
    return ww::fail(
        failures::kLogOfLines,
        {{"lines", arg::Name{options.log}},
         {"ending", arg::Words{ending.empty() ? options.out : ending}},
         {"path", arg::Name{options.log}},
         {"folder", arg::Name{fs::path(options.out == "-" ? options.log : options.out).replace_extension().string()}}});
  if (std::ranges::find(kOthers, ending) == std::end(kOthers)) return okStatus();
  return ww::fail(failures::kLogEnding, {{"file", arg::Name{options.out}}, {"ending", arg::Words{ending}}});
}

int logConvert(Run& run, const LogOptions& given) {
  LogOptions options = given;
  options.out = withoutSlash(given.out);
  if (options.out.empty())
    return failUsage(run, ww::fail(failures::kWordMissing, {{"verb", arg::Words{"log convert"}},
                                                            {"what", arg::Words{"OUT"}},
                                                            {"usage", arg::Words{"worldwright log convert LOG OUT"}}}));
  if (const Status out = checkOut(options); !out.ok()) return failUsage(run, out);
  if (options.log.ends_with(".jsonl")) return linesToLog(run, options);
  const auto log = CaskReader::open(options.log);
  if (!log.ok()) return failInput(run, log.status());
  const auto count = [&] {
    const Ticker ticker(run, "converting");
    return exportTo(run, options, *log, {options.choice(), run.stop, ticker.progress(), releaseOf(options)});
  }();
  if (!count.ok()) return fail(run, count.status());
  for (const Status& note : log->notes()) warnOf(run, {findingOf(note)});
  for (const Status& left : count->left_out) warnOf(run, {findingOf(left)});
  Json json{{"out", options.out}, {"messages", count->messages}, {"left_out", count->left_out_count}};
  Diagnostics odd;
  if (count->messages + count->left_out_count == 0) odd = nothingChosen(*log);
  warnOf(run, odd);
  addNotes(run, json, odd);
  print(run, json,
        fmt::format("{}: {}{}\n", options.out, isFile(options.out) ? "" : "a folder, a log of ",
                    counted(count->messages, "message")));
  // What is whole is there; that it is not all must not be overlooked.
  return log->notes().empty() && count->damaged == 0 ? kDone : kUnreadable;
}

struct LogAction {
  const char* name;
  int (*act)(Run&, const LogOptions&);
};
constexpr LogAction kLogActions[] = {
    {"info", logInfo}, {"show", showLog}, {"convert", logConvert}, {"record", recordLog}, {"play", playLog}};

int runLog(Run& run, const LogOptions& options) {
  const auto* action = std::ranges::find(kLogActions, options.action, &LogAction::name);
  if (action == std::end(kLogActions)) {
    std::vector<std::string> known;
    for (const LogAction& one : kLogActions) known.emplace_back(one.name);
    const Status unknown =
        ww::fail(failures::kLogWords, {{"word", arg::Name{options.action}}, {"path", arg::Name{options.log}}});
    return failUsage(run, withNearest(unknown, options.action, known));
  }
  const std::string_view name = action->name;
  if (name != "convert" && !options.out.empty())
    return failUsage(
        run, ww::fail(failures::kTooManyWords, {{"word", arg::Name{options.out}},
                                                {"verb", arg::Words{"log " + options.action}},
                                                {"usage", arg::Words{"worldwright log " + options.action + " LOG"}}}));
  std::error_code error;
  if ((name == "info" || name == "show" || name == "play") && options.log.ends_with(".jsonl") &&
      fs::is_regular_file(options.log, error))
    return failInput(run,
                     ww::fail(failures::kLogIsLines,
                              {{"file", arg::Name{options.log}},
                               {"folder", arg::Name{fs::path(options.log).replace_extension().string() + "_log"}}}));
  if (options.to_s < options.from_s)
    return failUsage(run, ww::fail(failures::kLogSpan,
                                   {{"from", arg::Seconds{options.from_s}}, {"to", arg::Seconds{options.to_s}}}));
  if (!(options.speed > 0.0 && options.speed <= 1e6)) return failUsage(run, ww::fail(failures::kLogSpeed));
  return action->act(run, options);
}

}  // namespace

void addLog(CLI::App& app, Run& run) {
  auto [sub, o] = addVerb<LogOptions>(app, run, "log", "logs of messages as the Isaac SDK keeps them", runLog);
  sub->add_option("ACTION", o->action,
                  "info: its channels; show: its messages as trees; convert LOG OUT: to .mcap, .jsonl or a new log; "
                  "record LOG: what another "
                  "program publishes; play LOG: publishes it in its own time")
      ->required();
  sub->add_option("LOG", o->log, "the folder; for convert also lines of .jsonl, which become a log")->required();
  sub->add_option("OUT", o->out, "convert: a file ending in .mcap or .jsonl (- for its lines), or a new folder");
  sub->add_option("--channel", o->channels, "only this one; may come again")->allow_extra_args(false);
  sub->add_option("--from", o->from_s, "seconds from the first message")->check(checkNumber);
  sub->add_option("--to", o->to_s, "seconds from the first message")->check(checkNumber);
  sub->add_option("--address", o->address,
                  "HOST:PORT or a port: record connects there, play listens there; 127.0.0.1:55000 if not given");
  sub->add_option("--seconds", o->seconds, "record: how long; until the other side ends if not given")
      ->check(checkSeconds);
  sub->add_option("--speed", o->speed, "play: times as fast; 1 if not given")->check(checkNumber);
  sub->add_option("--release", o->release,
                  "convert: of the SDK; 2020.2 makes images of pictures, with their intrinsics beside them")
      ->check(oneOf({"2020.1", "2020.2"}));
  sub->add_option("--wait", o->wait_s, "seconds to wait for the other side; 10 if not given")->check(checkSeconds);
}

}  // namespace ww::cli
