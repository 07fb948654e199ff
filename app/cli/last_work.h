// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww::cli {

// What a verb still does after it was stopped, where stopping is how it ends: from here to the end of the program,
// which has the world of that verb to tidy away, too. The program waits for that, until it is stopped once more.
// Thread-safe.
class LastWork {
 public:
  LastWork();

  static bool isGoingOn();
};

}  // namespace ww::cli
