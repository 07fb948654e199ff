// SPDX-License-Identifier: Apache-2.0
#include "app/cli/log_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "core/base/finding.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/inspect.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/log_export.h"
#include "core/interop/isaac/types.h"

namespace ww::cli {
namespace {

constexpr std::size_t kMostLineBytes = 1ull << 30;
constexpr std::size_t kMostShown = 1000;
constexpr std::size_t kMostToldUnread = 4;  // each by itself

void addRows(const isaac::Field& field, int depth, std::string& text) {
  for (const isaac::Field& child : field.children) {
    text += fmt::format("{:{}}{}: {}{}{}\n", "", 2 * depth, child.name, child.type, child.value.empty() ? "" : " = ",
                        child.value);
    addRows(child, depth + 1, text);
    if (child.left_out > 0) text += fmt::format("{:{}}... {} more\n", "", 2 * depth + 2, child.left_out);
  }
}

Json treeJson(const isaac::Field& field) {
  Json out{{"name", field.name}, {"type", field.type}, {"value", field.value}};
  if (field.left_out > 0) out["left_out"] = field.left_out;
  if (field.children.empty()) return out;
  out["fields"] = Json::array();
  for (const isaac::Field& child : field.children) out["fields"].push_back(treeJson(child));
  return out;
}

// Whole numbers of 64 bits stand as texts.
std::optional<std::int64_t> wholeNumber(const Json& line, const char* key) {
  const auto at = line.find(key);
  if (at == line.end()) return 0;
  if (at->is_number_integer()) return at->get<std::int64_t>();
  if (!at->is_string()) return std::nullopt;
  const auto& text = at->get_ref<const std::string&>();
  std::int64_t out = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(out) : std::nullopt;
}

// A line of a file, which its failure names.
struct LineOf {
  const std::string& file;
  std::size_t number = 1;

  Status bad(const char* why) const {
    return ww::fail(failures::kLogLineLacks,
                    {{"line", arg::Count{number}}, {"file", arg::Name{file}}, {"why", arg::Words{why}}});
  }
  // With the remedy of the cause, where that knows the field.
  Status bad(Status cause) const {
    const std::initializer_list<FailureArg> place = {{"line", arg::Count{number}}, {"file", arg::Name{file}}};
    const bool broken = cause.failure && cause.failure->row == &isaac::failures::kBadJson;
    if (broken) return ww::fail(failures::kLogLine, place, std::move(cause));
    return within(std::move(cause), phrase(WW_TEXT("Core", "line {line} of {file}"), place));
  }
};

// Of its message, or of the words of one whose type is unknown or that cannot be read.
Result<isaac::Segments> segmentsOfLine(const Json& line, std::uint64_t type_id, const LineOf& at) {
  if (line.contains("message")) {
    auto segments = isaac::segmentsOfJson(type_id, line["message"].dump());
    if (!segments.ok()) return at.bad(segments.status());
    return segments;
  }
  if (!line.contains("words")) return at.bad("it has no \"message\"");
  const Json words = line["words"].is_array() ? line["words"] : Json::array({line["words"]});
  isaac::Segments out;
  for (const Json& one : words) {
    const auto bytes = one.is_string() ? isaac::fromBase64(one.get<std::string>()) : std::nullopt;
    if (!bytes || bytes->size() % sizeof(isaac::Word) != 0)
      return at.bad("its \"words\" are no Base64 of 8 bytes each");
    auto& segment = out.emplace_back(bytes->size() / sizeof(isaac::Word));
    if (!bytes->empty()) std::memcpy(segment.data(), bytes->data(), bytes->size());
  }
  return out;
}

Result<isaac::Message> messageOfLine(const std::string& text, const LineOf& at) {
  const Json line = Json::parse(text, nullptr, false);
  const auto textAt = [&](const char* key) {
    return line.is_object() && line.contains(key) && line[key].is_string() ? line[key].get<std::string>()
                                                                           : std::string();
  };
  if (!line.is_object()) return at.bad("it is no object in JSON");
  if (textAt("type").empty()) return at.bad("it has no \"type\"");
  isaac::Message out;
  const auto type = isaac::typeIdOf(textAt("type"));
  if (!type.ok()) return at.bad(type.status());
  out.type_id = *type;
  WW_ASSIGN(out.segments, segmentsOfLine(line, out.type_id, at));
  out.channel = textAt("channel");
  const auto published = wholeNumber(line, "pubtime_ns"), acquired = wholeNumber(line, "acqtime_ns");
  if (!published || !acquired) return at.bad("its times are no whole numbers of nanoseconds");
  if (out.channel.empty()) return at.bad("it has no \"channel\"");
  // The header of a message has a byte for the length.
  if (out.channel.size() > 255) return at.bad("its \"channel\" is longer than 255 bytes");
  out.pubtime_ns = *published;
  out.acqtime_ns = *acquired;
  const auto id = isaac::uuidOf(textAt("id"));
  out.uuid = id.ok() ? *id : isaac::newUuid();
  for (const Json& buffer : line.value("buffers", Json::array())) {
    const auto bytes = buffer.is_string() ? isaac::fromBase64(buffer.get<std::string>()) : std::nullopt;
    if (!bytes) return at.bad("a text of its \"buffers\" is no Base64");
    out.buffers.push_back(std::make_shared<const std::string>(*bytes));
  }
  return out;
}

Status writeLines(const std::string& file, const std::string& lines, isaac::CaskWriter& log, std::uint64_t& count) {
  std::istringstream in(lines);
  std::string line;
  for (LineOf at{file}; std::getline(in, line); ++at.number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    WW_ASSIGN(isaac::Message message, messageOfLine(line, at));
    WW_TRY(log.write(std::move(message)));
    ++count;
  }
  return log.close();
}

// What was asked for where there is no such message, and what there is.
std::string nothingShown(const isaac::CaskReader& log, const LogOptions& options) {
  constexpr double kEnd = 1e299;
  const isaac::LogTimes times = isaac::timesOf(log);
  const double lasts = static_cast<double>(times.last_ns) * 1e-9 - static_cast<double>(times.first_ns) * 1e-9;
  const bool begins = options.from_s > 0.0, ends = options.to_s < kEnd;
  std::string when;
  if (begins && ends)
    when = fmt::format(" from {} to {}", plainVoice().seconds(options.from_s), plainVoice().seconds(options.to_s));
  else if (begins) when = fmt::format(" from {} on", plainVoice().seconds(options.from_s));
  else if (ends) when = fmt::format(" up to {}", plainVoice().seconds(options.to_s));
  const bool chosen = !options.channels.empty() && !log.channels().empty();
  return fmt::format("no message{}{}; the log lasts {}\n", when, chosen ? " in the channels that were asked for" : "",
                     spanText(lasts));
}

}  // namespace

std::string spanText(double seconds) {
  return seconds > 0.0 && seconds < 1e-3 ? "less than a millisecond" : plainVoice().seconds(seconds);
}

Diagnostics nothingChosen(const isaac::CaskReader& log) {
  const auto isEmpty = [](const isaac::LogChannel& channel) { return channel.entries.empty(); };
  if (std::ranges::all_of(log.channels(), isEmpty)) return {};
  const isaac::LogTimes times = isaac::timesOf(log);
  const double lasts = static_cast<double>(times.last_ns) * 1e-9 - static_cast<double>(times.first_ns) * 1e-9;
  return {findingOf(ww::fail(failures::kLogNothing, {{"time", arg::Seconds{lasts}}}))};
}

int showLog(Run& run, const LogOptions& options) {
  const auto log = isaac::CaskReader::open(options.log);
  if (!log.ok()) return failInput(run, log.status());
  const auto steps = isaac::stepsOf(*log, options.choice());
  if (!steps.ok()) return fail(run, steps.status());
  for (const Status& note : log->notes()) warnOf(run, {findingOf(note)});
  const std::int64_t first_ns = isaac::timesOf(*log).first_ns;
  Json messages = Json::array();
  std::string text;
  std::set<std::string> told;  // of what is the same in many
  std::uint64_t unread = 0;
  for (std::size_t i = 0; i < std::min(steps->size(), kMostShown) && !run.stop.stop_requested(); ++i) {
    const isaac::LogChannel& channel = log->channels()[(*steps)[i].channel];
    const auto message = log->message(channel, channel.entries[(*steps)[i].entry]);
    const auto tree = message.ok() ? isaac::inspect(*message) : Result<isaac::Field>(message.status());
    if (!tree.ok()) {
      ++unread;
      if (told.size() < kMostToldUnread && told.insert(tree.status().line()).second)
        warnOf(run, {findingOf(tree.status())});
      continue;
    }
    // As --from and --to count.
    const double since = (static_cast<double>(message->pubtime_ns) - static_cast<double>(first_ns)) * 1e-9;
    // Of messages within a millisecond, too, it is told which came first.
    text += fmt::format(
        "{} {} {} s\n", message->channel, tree->type,
        since == 0.0 || std::abs(since) >= 1e-3 ? fmt::format("{:.3f}", since) : fmt::format("{:.9f}", since));
    addRows(*tree, 1, text);
    messages.push_back({{"channel", message->channel},
                        {"pubtime_ns", fmt::format("{}", message->pubtime_ns)},
                        {"since_first_s", since},
                        {"tree", treeJson(*tree)}});
  }
  if (unread > told.size())
    warnOf(run, {findingOf(ww::fail(failures::kMessagesUnread, {{"count", arg::Count{unread}}}))});
  if (steps->size() > kMostShown)
    warnOf(run, {findingOf(ww::fail(failures::kOnlyFirstShown, {{"count", arg::Count{kMostShown}}}))});
  if (steps->empty()) text = nothingShown(*log, options);
  print(run, Json{{"log", options.log}, {"messages", messages}}, text);
  return unread == 0 && log->notes().empty() ? kDone : kUnreadable;
}

int linesToLog(Run& run, const LogOptions& options) {
  const auto lines = readInput(options.log, kMostLineBytes);
  if (!lines.ok()) return failInput(run, lines.status());
  const auto log = isaac::CaskWriter::create(options.out);
  if (!log.ok()) return fail(run, log.status());
  std::uint64_t count = 0;
  const Status done = writeLines(options.log, *lines, **log, count);
  if (!done.ok()) {
    (void)(*log)->close();
    std::error_code error;
    std::filesystem::remove_all(options.out, error);
    return failInput(run, done);
  }
  Json json{{"out", options.out}, {"messages", count}, {"left_out", 0}};
  Diagnostics odd;
  if (count == 0) odd.push_back(findingOf(ww::fail(failures::kLogNoLines, {{"file", arg::Name{options.log}}})));
  warnOf(run, odd);
  addNotes(run, json, odd);
  print(run, json, fmt::format("{}: a folder, a log of {}\n", options.out, counted(count, "message")));
  return kDone;
}

}  // namespace ww::cli
