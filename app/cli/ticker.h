// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <thread>

#include "app/cli/cli.h"
#include "core/base/progress.h"

namespace ww::cli {

// Shows on a terminal how far long work has come, on one line of standard error that is wiped at the
// end. Shows nothing with --quiet, when standard error is no terminal, or within the first half second.
class Ticker {
 public:
  Ticker(const Run& run, std::string what);
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;
  Progress progress() const { return Progress(state_); }

 private:
  void show(const std::stop_token& stop) const;

  std::string what_;
  std::shared_ptr<ProgressState> state_ = std::make_shared<ProgressState>();
  std::jthread thread_;
};

}  // namespace ww::cli
