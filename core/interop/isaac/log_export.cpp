// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/log_export.h"

#include <fmt/format.h>

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

std::string jsonLine(const Message& message) {
  std::string out = fmt::format(R"({{"channel":{},"type":"{}","pubtime_ns":"{}","acqtime_ns":"{}","id":"{}")",
                                quotedJson(message.channel), typeName(message.type_id), message.pubtime_ns,
                                message.acqtime_ns, uuidText(message.uuid));
  const auto json = jsonOf(message, false);
  if (json.ok()) out += ",\"message\":" + *json;
  else out += ",\"words\":" + wordsInBase64(message);
  if (!message.buffers.empty()) {
    out += ",\"buffers\":[";
    for (const Buffer& buffer : message.buffers) out += (out.back() == '[' ? "\"" : ",\"") + base64(*buffer) + '"';
    out += ']';
  }
  return out + '}';
}

Result<ExportCount> exportJsonLines(const CaskReader& log, const ExportRun& run, std::ostream& out) {
  return forEachMessage(log, run, [&](const Message& message) {
    out << jsonLine(message) << '\n';
    return okStatus();
  });
}

Result<ExportCount> exportMcap(const CaskReader& log, const ExportRun& run, std::ostream& out) {
  McapWriter mcap(out);
  WW_ASSIGN(ExportCount count, forEachMessage(log, run, [&](const Message& message) {
              mcap.write(message, jsonLine(message));
              return okStatus();
            }));
  mcap.close();
  return count;
}

Result<ExportCount> copyLog(const CaskReader& log, const ExportRun& run, CaskWriter& out) {
  return forEachMessage(log, run, [&](Message message) { return out.write(std::move(message)); });
}

}  // namespace ww::isaac
