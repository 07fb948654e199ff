// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <set>

#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/cask_form.h"
#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/header.h"
#include "core/interop/isaac/types.h"
#include "core/io/text_scan.h"

namespace ww::isaac {
namespace {

constexpr std::size_t kMostLogChannels = 65'536;
constexpr std::uint64_t kMostIndexBytes = 64ull << 20;
constexpr std::size_t kMostNameLetters = 255;
// A list may name a message more than once; far more than there are is a file full of nothing.
constexpr std::uint64_t kMostNamings = 16, kFewEntries = 1'000'000, kMostEntries = 50'000'000;

Status damagedLog(const std::string& folder, Phrase reason) {
  return fail(failures::kLogDamaged, {{"folder", arg::Name{folder}}, {"reason", std::move(reason)}});
}

Uuid uuidIn(const Reader& parent, const char* field) {
  const auto in = parent.get(field).as<capnp::DynamicStruct>();
  return {in.get("lower").as<std::uint64_t>(), in.get("upper").as<std::uint64_t>()};
}

}  // namespace

Result<CaskReader> CaskReader::open(const std::string& folder, const std::stop_token& stop) {
  const std::filesystem::path kv = std::filesystem::path(folder) / kLogData;
  std::error_code error;
  const FailureArg named{"folder", arg::Name{folder}};
  if (!std::filesystem::exists(folder, error)) return fail(failures::kNoLogFolder, {named});
  if (!std::filesystem::is_directory(folder, error)) return fail(failures::kLogNoFolder, {named});
  if (!std::filesystem::exists(kv, error)) return fail(failures::kNoLog, {named});
  WW_ASSIGN(LmdbPages pages, LmdbPages::open(kv.string()));
  CaskReader out(std::move(pages), folder);
  WW_TRY(out.readIndex());
  std::uint64_t room =
      std::clamp(kMostNamings * std::min(out.pages_.entries(), kMostEntries), kFewEntries, kMostEntries);
  std::set<std::string> series;
  for (LogChannel& channel : out.channels_) {
    if (stop.stop_requested()) return fail(failures::kLogStopped, {named});
    out.readSeries(channel, series.insert(uuidBytes(channel.series)).second, room);
  }
  return out;
}

Status CaskReader::readIndex() {
  WW_ASSIGN(const auto bytes, pages_.get(kIndexKey, kMostIndexBytes));
  if (!bytes) {
    notes_.push_back(damagedLog(folder_, phrase(WW_TEXT("Core", "it does not list its channels"))));
    return okStatus();
  }
  const auto damaged = [&] {
    return damagedLog(folder_, phrase(WW_TEXT("Core", "the list of its channels is damaged")));
  };
  auto index = parseMessage(*bytes, kMostIndexBytes);
  if (!index.ok()) return damaged();
  index->type_id = *typeIdOf(kIndexType);
  std::set<std::string> names;
  std::map<std::string, int> next;  // number of each name
  const Status read = readAs(kIndexType, *index, [&](const Reader& in) {
    forEachIn(in, "channels", [&](const Reader& item) {
      LogChannel channel{io::cleanUtf8(textIn(item, "tag"), kMostNameLetters),
                         uuidIn(item, "componentUuid"),
                         uuidIn(item, "seriesUuid"),
                         {}};
      if (channels_.size() >= kMostLogChannels) return;
      // Two of a name would be one for whoever asks for it.
      const std::string name = channel.name;
      for (int& n = next.try_emplace(name, 2).first->second; !names.insert(channel.name).second; ++n)
        channel.name = name + "_" + std::to_string(n);
      channels_.push_back(std::move(channel));
    });
  });
  return read.ok() ? okStatus() : damaged();
}

// A file that is no plain one may be waited for without end.
void CaskReader::readSeries(LogChannel& channel, bool is_own, std::uint64_t& room) {
  const std::filesystem::path path = std::filesystem::path(folder_) / uuidText(channel.series);
  std::error_code error;
  std::ifstream in;
  if (std::filesystem::is_regular_file(path, error)) in.open(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = in.is_open() && in ? static_cast<std::streamoff>(in.tellg()) : -1;
  const auto note = [&](Phrase reason) { notes_.push_back(damagedLog(folder_, std::move(reason))); };
  if (size < static_cast<std::streamoff>(sizeof kSeriesRecord))
    return note(phrase(WW_TEXT("Core", "the list of channel {name} is missing"), {{"name", arg::Name{channel.name}}}));
  in.seekg(0);
  std::uint32_t record = 0;
  in.read(reinterpret_cast<char*>(&record), sizeof record);
  const auto count = static_cast<std::size_t>(size - static_cast<std::streamoff>(sizeof record)) / kSeriesRecord;
  if (record != kSeriesRecord || !is_own || count > room)
    return note(phrase(WW_TEXT("Core", "the list of channel {name} is damaged"), {{"name", arg::Name{channel.name}}}));
  room -= count;
  if (count * kSeriesRecord + sizeof record != static_cast<std::size_t>(size))
    note(phrase(WW_TEXT("Core", "the list of channel {name} is cut"), {{"name", arg::Name{channel.name}}}));
  char bytes[kSeriesRecord];
  for (std::size_t i = 0; i < count && in.read(bytes, sizeof bytes); ++i) {
    LogEntry& entry = channel.entries.emplace_back();
    std::memcpy(&entry.pubtime_ns, bytes, 8);
    entry.id = uuidFromBytes(std::string_view(bytes + 8, 16));
  }
}

Result<Message> CaskReader::message(const LogChannel& channel, const LogEntry& entry,
                                    const std::stop_token& stop) const {
  const std::string key = uuidBytes(entry.id);
  WW_ASSIGN(const auto bytes, pages_.get(key, kMostPayloadBytes + kMostHeaderBytes + 8, stop));
  if (!bytes)
    return damagedLog(folder_, phrase(WW_TEXT("Core", "message {id} of channel {name} is missing"),
                                      {{"id", arg::Words{uuidText(entry.id)}}, {"name", arg::Name{channel.name}}}));
  auto out = parseMessage(*bytes);
  if (!out.ok())
    return fail(failures::kLogMessage, {{"id", arg::Words{uuidText(entry.id)}}, {"name", arg::Name{channel.name}}},
                out.status());
  out->uuid = entry.id;
  out->channel = channel.name;
  return out;
}

LogTimes timesOf(const CaskReader& log) {
  LogTimes out{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
  for (const LogChannel& channel : log.channels()) {
    for (const LogEntry& entry : channel.entries) {
      out.first_ns = std::min(out.first_ns, entry.pubtime_ns);
      out.last_ns = std::max(out.last_ns, entry.pubtime_ns);
    }
  }
  return out.first_ns > out.last_ns ? LogTimes{} : out;
}

Result<std::vector<LogStep>> stepsOf(const CaskReader& log, const LogChoice& choice) {
  std::vector<std::string> names;
  for (const LogChannel& channel : log.channels()) names.push_back(channel.name);
  for (const std::string& wanted : choice.channels) {
    if (std::ranges::find(names, wanted) == names.end())
      return withNearest(fail(failures::kNoChannel, {{"name", arg::Name{wanted}}}), wanted, names);
  }
  const std::int64_t first = timesOf(log).first_ns;
  std::vector<LogStep> out;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (!choice.channels.empty() && std::ranges::find(choice.channels, names[c]) == choice.channels.end()) continue;
    const auto& entries = log.channels()[c].entries;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      // Times of a damaged log may be any: they are compared in floating point, which does not overflow.
      const double at = (static_cast<double>(entries[i].pubtime_ns) - static_cast<double>(first)) * 1e-9;
      if (at >= choice.from_s && at <= choice.to_s) out.push_back({c, i, entries[i].pubtime_ns});
    }
  }
  std::ranges::stable_sort(out, {}, &LogStep::pubtime_ns);
  return out;
}

}  // namespace ww::isaac
