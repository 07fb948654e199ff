// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/interop/isaac/cask.h"

namespace ww::usecase {

// The log of a moment; null where none is recorded. What is told with it is in that log, however soon the recording
// ends: its end waits until nobody holds it.
struct OpenLog;
using LogHold = std::shared_ptr<OpenLog>;

// A recording that takes nothing more, and is still being written. Who lets go of it waits for its end.
struct EndingLog {
  std::string folder;
  std::shared_ptr<const isaac::CaskWriter> log;
  std::future<Status> done;
};

// One log at a time that messages go into. Thread-safe, and never waits for the disk but in write() and begin().
class Recording {
 public:
  struct State {
    std::string folder;  // empty: nothing is recorded
    std::uint64_t logged = 0;
    Status failure;  // what ended it
  };

  // To be taken before a message is sent, and kept until it is written.
  LogHold hold() const;
  bool isOn() const { return hold() != nullptr; }
  State state() const;
  // Where none is recorded. Fails as isaac::CaskWriter::create().
  Status begin(const std::string& folder);
  // Nothing where none is recorded.
  std::optional<EndingLog> end();
  // Nothing without a log. A failure ends the recording, and is in its state.
  void write(const LogHold& log, isaac::Message message);
  // Whether write() would wait.
  static bool isFull(const LogHold& log);

 private:
  mutable std::mutex mutex_;
  LogHold log_;
  std::string folder_;
  Status failure_;
};

}  // namespace ww::usecase
