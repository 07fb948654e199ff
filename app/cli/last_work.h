// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww::cli {

// What a verb still does after it was stopped, where stopping is how it ends. The program waits for that, until it is
// stopped once more. Thread-safe.
class LastWork {
 public:
  LastWork();
  ~LastWork();
  LastWork(const LastWork&) = delete;
  LastWork& operator=(const LastWork&) = delete;

  static bool isGoingOn();
};

}  // namespace ww::cli
