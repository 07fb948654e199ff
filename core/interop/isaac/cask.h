// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/interop/isaac/lmdb_pages.h"
#include "core/interop/isaac/message.h"

// Logs as the Isaac SDK keeps them: a folder with an LMDB file `kv` of messages by their ids, and for each channel a
// file that lists its messages in the order of their publication.
namespace ww::isaac {

struct LogEntry {
  std::int64_t pubtime_ns = 0;
  Uuid id;
};

struct LogChannel {
  std::string name;
  Uuid component, series;
  std::vector<LogEntry> entries;
};

class CaskReader {
 public:
  // Only looks: nothing is written into the folder. NOT_FOUND (kNoLog), UNAVAILABLE (kLogUnreadable), DATA_LOSS
  // (kLogDamaged), CANCELLED (kLogStopped). A channel whose list is cut or gone, or that of another channel, is there
  // with what is left, and a note says so.
  static Result<CaskReader> open(const std::string& folder, const std::stop_token& stop = {});

  const std::vector<LogChannel>& channels() const { return channels_; }
  const std::vector<Status>& notes() const { return notes_; }
  const std::string& folder() const { return folder_; }
  // DATA_LOSS (kLogDamaged, kLogMessage) when it is not there or not whole; kTooLarge; CANCELLED
  // (kLogStopped). The channel's name and the id are those of the log.
  Result<Message> message(const LogChannel& channel, const LogEntry& entry, const std::stop_token& stop = {}) const;

 private:
  CaskReader(LmdbPages pages, std::string folder) : pages_(std::move(pages)), folder_(std::move(folder)) {}
  // Fails as said above.
  Status readIndex();
  // `room`: of the entries of all lists together.
  void readSeries(LogChannel& channel, bool is_own, std::uint64_t& room);

  LmdbPages pages_;
  std::string folder_;
  std::vector<LogChannel> channels_;
  std::vector<Status> notes_;
};

// Writes a log. A thread of its own puts messages into batches (100 ms, or 64 MiB); what is in a batch that was written
// survives a crash. Thread-safe.
class CaskWriter {
 public:
  // Makes the folder, which must not be there or be empty. ALREADY_EXISTS (kLogThere), UNAVAILABLE (kLogWrite).
  static Result<std::unique_ptr<CaskWriter>> create(const std::string& folder);
  virtual ~CaskWriter() = default;
  // Waits while 256 MiB are not written yet. UNAVAILABLE (kLogWrite) with the first failure; RESOURCE_EXHAUSTED
  // (kTooManyChannels; kTooLarge for what the reader would not take).
  virtual Status write(Message message) = 0;
  // What is written from here on is taken at once, however much that is: the log ends soon.
  virtual void waitNoMore() = 0;
  // All is on the disk when it returns; further messages are refused (kLogEnded).
  virtual Status close() = 0;
  virtual bool isFull() const = 0;            // write() would wait
  virtual std::uint64_t written() const = 0;  // messages that are in the log
  virtual std::uint64_t taken() const = 0;    // that are in it, or will be
};

// What of a log: times in seconds from its first message.
struct LogChoice {
  std::vector<std::string> channels;  // empty: all
  double from_s = 0.0, to_s = 1e300;
};
struct LogStep {
  std::size_t channel = 0, entry = 0;
  std::int64_t pubtime_ns = 0;
};
// Of all chosen channels, in the order of time. NOT_FOUND (kNoChannel) for a name that the log does not have.
Result<std::vector<LogStep>> stepsOf(const CaskReader& log, const LogChoice& choice);
// The first and last time of publication; both 0 for an empty log.
struct LogTimes {
  std::int64_t first_ns = 0, last_ns = 0;
};
LogTimes timesOf(const CaskReader& log);

}  // namespace ww::isaac
