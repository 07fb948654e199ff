// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <iosfwd>
#include <stop_token>

#include "core/base/progress.h"
#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/release.h"

namespace ww::isaac {

struct ExportCount {
  std::uint64_t messages = 0;
  std::vector<Status> left_out;  // why messages could not be read, or not as what they are: the first 100 of each
  std::uint64_t left_out_count = 0;
  std::uint64_t damaged = 0;  // what the log does not give, and what was written though it is no message of its type
};

// What of a log is written where. CANCELLED when it is stopped (kLogStopped).
struct ExportRun {
  LogChoice choice;
  std::stop_token stop;
  Progress progress;
  Release release = Release::k2020_1;  // k2020_2: pictures become images with intrinsics beside them
};

// Each message as a line of JSON: channel, type, times in nanoseconds and id as texts, the message, and its buffers in
// base64. Unknown types, and what is damaged, have the words of each segment in base64 in place of the message. It may
// fail.
Result<ExportCount> exportJsonLines(const CaskReader& log, const ExportRun& run, std::ostream& out);
// The same as an MCAP file (version 0, without compression) with messages in JSON, one topic for each channel.
// It may fail as said above.
Result<ExportCount> exportMcap(const CaskReader& log, const ExportRun& run, std::ostream& out);
// Into a new log, which is closed by the caller. It may fail.
Result<ExportCount> copyLog(const CaskReader& log, const ExportRun& run, CaskWriter& out);

// One line of exportJsonLines() without its end. `odd`: why a message of a known type is none.
std::string jsonLine(const Message& message, Status* odd = nullptr);
std::string base64(std::string_view bytes);
// The bytes of what it makes; none where a letter is of another alphabet.
std::optional<std::string> fromBase64(std::string_view text);

}  // namespace ww::isaac
