// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/status.h"

namespace ww::cli {

// Who keeps what clients build in a world file: a small file beside it, FILE.serving, as long as the server runs.
struct ServingMark {
  pid_t server = 0;
  std::string address;  // as it was printed
  // Saves since it started: the last that has begun, and the last that has ended. They differ while one is done.
  unsigned long begun = 0;
  unsigned long saves = 0;
  bool saved = true;  // whether the last that has ended wrote all that was to be written
  // What others had written since the server last saved, and where the last save has put it.
  struct SetAside {
    std::string file, backup;
  };
  std::vector<SetAside> set_aside;

  static std::string pathOf(const std::string& world_file) { return world_file + ".serving"; }
  // Nothing when there is none, or its server has ended without removing it.
  static std::optional<ServingMark> read(const std::string& world_file);
  // Errors as of writeFile().
  Status write(const std::string& world_file) const;
};

// A note when a server saves into that file: what others write there it replaces when it saves.
Diagnostics servedNote(const std::string& world_file);

}  // namespace ww::cli
