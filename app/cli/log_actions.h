// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/publisher.h"

namespace ww::cli {

// What the verb `log` was told.
struct LogOptions {
  std::string action, log, out, address;
  std::vector<std::string> channels;
  std::string release = "2020.1";
  double from_s = 0.0, to_s = 1e300, seconds = 0.0, speed = 1.0, wait_s = 10.0;

  isaac::LogChoice choice() const { return {channels, from_s, to_s}; }
};

// Writes the messages of a connection into a new log, until the time is over or the run is stopped.
int recordLog(Run& run, const LogOptions& options);
// Publishes a log in its own time.
int playLog(Run& run, const LogOptions& options);

// Warns on standard error when others than this machine can connect; INVALID_ARGUMENT for what is no address.
Result<isaac::Address> listenAddress(const Run& run, const std::string& text);

}  // namespace ww::cli
