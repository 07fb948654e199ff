// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/base/failure.h"
#include "core/journal/journal.h"
#include "core/project/fault_vfs.h"
#include "core/project/memory_vfs.h"
#include "core/session/client_edits.h"
#include "tests/unit/session/worlds.h"

namespace ww::test {

inline const std::string kRoot = "/journals";

inline journal::JournalOptions quick(std::uint64_t log_records = 500) {
  journal::JournalOptions options;
  options.gather = std::chrono::milliseconds(0);
  options.retry = std::chrono::milliseconds(1);
  options.log_records = log_records;
  return options;
}

// True when all is synced, false as soon as something cannot be.
inline bool settled(const journal::Journal& journal) {
  for (int i = 0; i < 100'000; ++i) {
    const journal::JournalState state = journal.state();
    if (state.synced) return true;
    if (!state.problem.ok()) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return false;
}

// A session that is edited by a script: objects come, move and go, things are undone, and done otherwise after that.
struct Scripted {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  session::WorldSession session{world::World(), store};
  std::vector<std::string> hashes{hashOf(session)};  // after each step

  Scripted() = default;
  Scripted(world::World world, std::shared_ptr<geometry::GeometryStore> from)
      : store(std::move(from)), session(std::move(world), store) {}

  bool step(int number) {
    const bool done = act(number);
    hashes.push_back(hashOf(session));
    return done;
  }
  ObjectId find(const std::string& name) const { return session.snapshot().world->aliasNamed(name); }

 private:
  bool act(int number) {
    const std::string name = fmt::format("o{}", number - number % 8);
    switch (number % 8) {
      case 0: return commit(session, box(world::kRootObject, name), "Add " + name);
      case 1: return commit(session, move(name, number), "Move " + name);
      case 2: return session.undo().ok();
      case 3: return session.redo().ok();
      case 4: return commit(session, session::copyObject(find(name), true), "Copy " + name);
      case 5: return session.undo().ok();
      case 6: return commit(session, session::renameObject(find(name), name + "_new", true), "Rename " + name);
      default: return commit(session, move(name + "_new", number), "Move " + name);
    }
  }
  session::EditsPtr move(const std::string& name, double x) const {
    return session::setPose(find(name), world::kRootObject, Pose::translation(x, 0.1, 0.2));
  }
};

// What was left on a disk, done again.
struct Left {
  std::size_t documents = 0;
  bool readable = false;
  std::string hash;
  Status stopped;
  bool has_notes = false;
};
inline Left leftOn(project::Vfs& vfs) {
  Left out;
  const auto all = journal::list(vfs, kRoot);
  out.documents = all.size();
  if (all.empty() || !all.front().unreadable.ok()) return out;
  const auto claimed = journal::claim(vfs, kRoot, all.front().id);
  if (!claimed.ok()) return out;
  geometry::GeometryStore store;
  const auto recovered = journal::recover(vfs, *claimed, store);
  if (!recovered.ok()) return out;
  out.readable = true;
  out.hash = world::contentHash(recovered->world);
  out.stopped = recovered->stopped;
  out.has_notes = !recovered->notes.empty() || !all.front().notes.empty();
  return out;
}

}  // namespace ww::test
