// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/log_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <ostream>

#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/mcap.h"
#include "core/interop/isaac/types.h"
#include "core/io/text_scan.h"

namespace ww::isaac {
namespace {

constexpr std::size_t kMostTold = 100;

std::string wordsInBase64(const Message& message) {
  std::string out = "[";
  for (const auto& segment : message.segments) {
    const std::string_view bytes(reinterpret_cast<const char*>(segment.data()), segment.size() * sizeof(Word));
    out += (out.back() == '[' ? "\"" : ",\"") + base64(bytes) + '"';
  }
  return out + ']';
}

// What it is in that release.
Result<std::vector<Message>> inRelease(Message message, Release release) {
  if (release == Release::k2020_2) return asImages(std::move(message));
  std::vector<Message> out;
  out.push_back(std::move(message));
  return out;
}

// fn(message) for each that is chosen and can be read.
Result<ExportCount> forEachMessage(const CaskReader& log, const ExportRun& run,
                                   const std::function<Status(Message)>& fn) {
  WW_ASSIGN(const std::vector<LogStep> steps, stepsOf(log, run.choice));
  ExportCount out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (run.stop.stop_requested()) return fail(failures::kLogStopped, {{"folder", arg::Name{log.folder()}}});
    run.progress.report(static_cast<double>(i) / static_cast<double>(steps.size()));
    const LogChannel& channel = log.channels()[steps[i].channel];
    auto message = log.message(channel, channel.entries[steps[i].entry]);
    if (!message.ok()) ++out.damaged;
    auto told = message.ok() ? inRelease(std::move(*message), run.release) : message.status();
    if (!told.ok()) {
      if (++out.left_out_count <= kMostTold) out.left_out.push_back(told.status());
      continue;
    }
    for (Message& one : *told) {
      WW_TRY(fn(std::move(one)));
      ++out.messages;
    }
  }
  return out;
}

// The same with the line of each.
Result<ExportCount> forEachLine(const CaskReader& log, const ExportRun& run,
                                const std::function<void(const Message&, const std::string&)>& fn) {
  std::vector<Status> odd;
  std::uint64_t count = 0;
  WW_ASSIGN(ExportCount out, forEachMessage(log, run, [&](const Message& message) {
              Status wrong;
              fn(message, jsonLine(message, &wrong));
              if (!wrong.ok() && ++count <= kMostTold)
                odd.push_back(within(std::move(wrong), phrase(WW_TEXT("Core", "message {id} of channel {name}"),
                                                              {{"id", arg::Words{uuidText(message.uuid)}},
                                                               {"name", arg::Name{message.channel}}})));
              return okStatus();
            }));
  out.damaged += count;
  std::ranges::move(odd, std::back_inserter(out.left_out));
  return out;
}

}  // namespace

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += i + k <= bytes.size() ? kDigits[three >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

std::optional<std::string> fromBase64(std::string_view text) {
  static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xff);
  }
  return out;
}

std::string jsonLine(const Message& message, Status* odd) {
  std::string out = fmt::format(R"({{"channel":{},"type":"{}","pubtime_ns":"{}","acqtime_ns":"{}","id":"{}")",
                                quotedJson(message.channel), typeName(message.type_id), message.pubtime_ns,
                                message.acqtime_ns, uuidText(message.uuid));
  const auto json = jsonOf(message, false);
  if (json.ok()) out += ",\"message\":" + *json;
  else out += ",\"words\":" + wordsInBase64(message);
  if (odd && !json.ok() && findType(message.type_id)) *odd = json.status();
  if (!message.buffers.empty()) {
    out += ",\"buffers\":[";
    for (const Buffer& buffer : message.buffers) out += (out.back() == '[' ? "\"" : ",\"") + base64(*buffer) + '"';
    out += ']';
  }
  return out + '}';
}

Result<ExportCount> exportJsonLines(const CaskReader& log, const ExportRun& run, std::ostream& out) {
  return forEachLine(log, run, [&](const Message&, const std::string& line) { out << line << '\n'; });
}

Result<ExportCount> exportMcap(const CaskReader& log, const ExportRun& run, std::ostream& out) {
  McapWriter mcap(out);
  WW_ASSIGN(ExportCount count,
            forEachLine(log, run, [&](const Message& message, const std::string& line) { mcap.write(message, line); }));
  mcap.close();
  return count;
}

Result<ExportCount> copyLog(const CaskReader& log, const ExportRun& run, CaskWriter& out) {
  return forEachMessage(log, run, [&](Message message) { return out.write(std::move(message)); });
}

}  // namespace ww::isaac
