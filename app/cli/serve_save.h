// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <string>

#include "app/cli/cli.h"
#include "app/cli/serve_journals.h"
#include "app/cli/serving_mark.h"
#include "core/session/world_registry.h"

namespace ww::cli {

// `serve --save FILE`: the worlds that clients have built, as files. `init_world` is FILE; the others stand beside it
// as STEM.ID.wright, if clients have made or changed them. Each is written wholly or not at all. What was written of
// a world that has been deleted since becomes STEM.ID.wright~: it must not pass for one that lives. Between two saves
// journals keep what clients do.
class ServedFiles {
 public:
  ServedFiles(Run& run, std::shared_ptr<session::WorldRegistry> worlds, std::string file);

  // What would keep every save from being done, told before anything is served. INVALID_ARGUMENT, NOT_FOUND;
  // ALREADY_EXISTS when an empty world (`from_files` false) would take the place of another.
  Status check(bool from_files) const;
  // From now on changes are those of clients. `rows_hash`: of the file, when the first world was read from it.
  void begin(std::string rows_hash);
  // Tells other programs who saves there; FAILED_PRECONDITION when another server does.
  Status announce(const std::string& address);
  // Ends that, at the end of the program too.
  void withdraw();
  // All that was to be saved is: nothing is kept for a crash any more.
  void forget() { journals_.discard(); }
  // Writes what is not in its file yet, as it is now, sets aside what was deleted, and tells it; kDone or kFailed.
  int save();

 private:
  struct Known {
    std::string hash;       // of the content that needs no writing any more
    std::string rows_hash;  // of the file, see project::SaveOptions::came_from
    world::WorldPtr world;  // what the file has, where that is known
    std::string mark;       // of the file that was written, see project::fileMark()
  };

  std::string pathOf(const std::string& id) const;
  int saveAll();
  int saveOne(const std::string& id);
  int setAside(const std::string& id);
  void keepJournals();

  Run& run_;
  std::shared_ptr<session::WorldRegistry> worlds_;
  std::string file_;
  std::map<std::string, Known> known_;  // by id
  ServingMark mark_;                    // written while there is an address
  ServedJournals journals_;
};

}  // namespace ww::cli
