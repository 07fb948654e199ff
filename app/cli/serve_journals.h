// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/cli/cli.h"
#include "core/journal/journal.h"
#include "core/session/world_registry.h"

namespace ww::cli {

// Keeps what clients do in served worlds for the case of a crash, a journal each, as an editor does: `recover` lists
// and restores it. Worlds that come later are found within a tenth of a second. Thread-safe.
class ServedJournals {
 public:
  ServedJournals(const Run& run, std::shared_ptr<session::WorldRegistry> worlds);
  // What is not saved stays to be recovered.
  ~ServedJournals();

  // From now on. `first` tells of a world that is there already what its file has, `later` of one that clients make.
  using Describe = std::function<journal::Document(const std::string& id, const world::WorldPtr& now)>;
  void begin(const Describe& first, Describe later);
  // The file has it now.
  void saved(const std::string& id, journal::Document document);
  // All is saved: nothing more is kept.
  void discard();

 private:
  struct Kept {
    std::shared_ptr<session::WorldSession> session;
    std::unique_ptr<journal::Journal> journal;
  };
  void look(const Describe& describe);
  void follow(const std::stop_token& stop);
  void tellProblems();

  const Run& run_;
  std::shared_ptr<session::WorldRegistry> worlds_;
  std::string root_;
  Describe later_;
  std::mutex mutex_;
  std::map<std::string, Kept> kept_;  // by id
  bool failing_ = false;              // was told
  std::jthread thread_;
};

}  // namespace ww::cli
