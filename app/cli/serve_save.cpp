// SPDX-License-Identifier: Apache-2.0
#include "app/cli/serve_save.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "app/cli/failures.h"
#include "app/cli/notes.h"
#include "app/cli/turn.h"
#include "core/history/states.h"
#include "core/project/file_hold.h"
#include "core/project/file_turn.h"
#include "core/usecase/share.h"

namespace ww::cli {
namespace {

// In a name of a file.
std::string plain(std::string id) {
  for (char& c : id) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (!fits) c = '_';
  }
  return id;
}

// What the file has of it, with all that clients have done since as one step.
std::shared_ptr<const project::HistoryRows> historyOf(const Run& run, const world::WorldPtr& before,
                                                      const std::string& path, const world::World& after) {
  const auto none = std::make_shared<const project::HistoryRows>();
  if (!before) return none;
  const auto rows = project::storedHistory(project::systemVfs(), path);
  if (!rows.ok() || rows->empty()) return none;
  const auto known = history::recordOf(*rows);
  auto next = history::continued(*rows, *before, after,
                                 {history::labelOfCommand("serve"), {}, std::chrono::system_clock::now()});
  if (known)
    warnOfNames(run, fmt::format("the history of {} {}", path, next ? "has no room left for" : "begins anew, without"),
                history::namesLost(*known, next.value_or(project::HistoryRows())));
  return next ? std::make_shared<const project::HistoryRows>(std::move(*next)) : none;
}

std::string absolute(const std::string& path) {
  std::error_code error;
  const auto out = std::filesystem::absolute(path, error);
  return error ? path : out.string();
}

std::string stemOf(const std::string& path) { return std::filesystem::path(path).stem().string(); }

int tellFailed(Run& run, const std::string& what, Status status) {
  fail(run, std::move(status).in(what));
  return kFailed;
}

}  // namespace

ServedFiles::ServedFiles(Run& run, std::shared_ptr<session::WorldRegistry> worlds, std::string file)
    : run_(run), worlds_(std::move(worlds)), file_(std::move(file)), journals_(run, worlds_) {}

Status ServedFiles::check(bool from_files) const {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(file_, error);
  if (file_ == "-" || path.filename().empty() || std::filesystem::is_directory(path, error))
    return ww::fail(failures::kSaveNoFile, {{"file", arg::Name{file_}}});
  const std::string folder = path.parent_path().string();
  if (!std::filesystem::is_directory(folder, error)) {
    return ww::fail(failures::kSaveNoFolder,
                    {{"file", arg::Name{file_}}, {"folder", arg::Name{folder}}, {"path", arg::Name{folder}}});
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    return ww::fail(failures::kSaveMayNot, {{"folder", arg::Name{folder}}});
  if (const auto other = project::holderOf(file_)) return project::heldBy(file_, *other);
  if (!std::filesystem::exists(path, error)) return okStatus();
  const auto there = project::verify(project::systemVfs(), path.string());
  if (!there.ok() || !there->unreadable.ok()) return ww::fail(failures::kSaveOtherFile, {{"file", arg::Name{file_}}});
  if (from_files || ServingMark::read(file_)) return okStatus();  // a server that saves there is told of by announce()
  return ww::fail(failures::kSaveOverWorld, {{"file", arg::Name{file_}}, {"path", arg::Name{file_}}});
}

void ServedFiles::begin(std::string rows_hash) {
  Known& shared = known_[std::string(usecase::kSharedWorld)];
  const auto first = worlds_->find(std::string(usecase::kSharedWorld));
  if (first.ok() && !rows_hash.empty()) shared.world = (*first)->snapshot().world;
  shared.rows_hash = std::move(rows_hash);
  for (const session::WorldMetadata& world : worlds_->list()) {
    const auto session = worlds_->find(world.id);
    if (session.ok() && world.id != usecase::kSharedWorld)
      known_[world.id].hash = world::contentHash(*(*session)->snapshot().world);
  }
  keepJournals();
}

// What a world began as nobody misses; its file has it only where it was read from there.
void ServedFiles::keepJournals() {
  const bool is_read = known_[std::string(usecase::kSharedWorld)].world != nullptr;
  const auto wish = [file = file_](const std::string& id) {
    return id == usecase::kSharedWorld ? stemOf(file) : stemOf(file) + "." + plain(id);
  };
  const auto first = [this, is_read, wish](const std::string& id, const world::WorldPtr& now) {
    const bool in_file = is_read && id == usecase::kSharedWorld;
    return journal::Document{in_file ? absolute(file_) : std::string(), wish(id), now, {}};
  };
  journals_.begin(first, [wish](const std::string& id, const world::WorldPtr&) {
    return journal::Document{{}, wish(id), nullptr, {}};
  });
}

Status ServedFiles::announce(const std::string& address) {
  if (const auto other = ServingMark::read(file_))
    return ww::fail(failures::kSaveTaken, {{"file", arg::Name{file_}}, {"address", arg::Words{other->address}}});
  mark_ = {::getpid(), address, 0, 0, true, {}};
  return mark_.write(file_);
}

void ServedFiles::withdraw() {
  if (mark_.server) ::unlink(ServingMark::pathOf(file_).c_str());
  mark_ = {};
}

int ServedFiles::save() {
  // Who asks from now on waits for the next one: of this one nobody knows what it has seen already.
  ++mark_.begun;
  const Status begun = mark_.server ? mark_.write(file_) : okStatus();
  mark_.set_aside.clear();
  const int exit = saveAll();
  if (!mark_.server) return exit;
  mark_.saves = mark_.begun;
  mark_.saved = exit == kDone && begun.ok();
  if (const Status told = mark_.write(file_); !told.ok() && exit == kDone) return fail(run_, told);
  return exit;
}

int ServedFiles::saveAll() {
  int exit = kDone;
  for (const session::WorldMetadata& world : worlds_->list()) {
    if (const int one = saveOne(world.id); one != kDone) exit = one;
  }
  std::vector<std::string> deleted;
  for (const auto& [id, known] : known_) {
    if (!worlds_->find(id).ok()) deleted.push_back(id);
  }
  for (const std::string& id : deleted) {
    if (const int one = setAside(id); one != kDone) exit = one;
  }
  return exit;
}

// Ids that give one name are told apart by their hash.
std::string ServedFiles::pathOf(const std::string& id) const {
  if (id == usecase::kSharedWorld) return file_;
  const std::filesystem::path first(file_);
  std::string name = plain(id);
  if (name != id) name += fmt::format("-{:08x}", static_cast<std::uint32_t>(std::hash<std::string>{}(id)));
  return (first.parent_path() / fmt::format("{}.{}.wright", first.stem().string(), name)).string();
}

int ServedFiles::saveOne(const std::string& id) {
  const auto session = worlds_->find(id);
  if (!session.ok()) return kDone;  // deleted meanwhile
  const world::WorldPtr world = (*session)->snapshot().world;
  const std::string hash = world::contentHash(*world), path = pathOf(id);
  Known& known = known_[id];
  // What has gone, or was changed by another program, is written again.
  const bool written = known.mark.empty() || known.mark == project::fileMark(path);
  if (known.hash == hash && written) return kDone;
  const auto failed = [&](Status status) {
    return tellFailed(run_, fmt::format("'{}' is not saved", id), std::move(status));
  };
  const auto turn = Turn::take(run_, path);
  if (!turn.ok()) return failed(turn.status());
  project::SaveOptions options;
  // A world that resembles another is no later state of it: what neither was read nor written here is kept whole.
  const bool of_others = known.rows_hash.empty() && known.mark.empty();
  options.came_from = of_others ? "none" : known.rows_hash;
  options.history = historyOf(run_, known.world, path, *world);
  if (id == usecase::kSharedWorld && run_.origin) options.foreign = run_.origin->foreign;
  refreshPicture(path, *world, options, {});  // not stopped by the signal that ends the server: this is its last save
  const std::string backup = path + "~", backup_before = project::fileMark(backup);
  run_.unfinished->set(path);
  const auto saved = project::save(project::systemVfs(), path, *world, *run_.store, options);
  run_.unfinished->set({});
  if (!saved.ok()) return failed(saved.status());
  known = {hash, saved->rows_hash, world, project::fileMark(path)};
  tellDamage(run_, path, saved->damage);
  journals_.saved(id, {absolute(path), stemOf(path), world, {}});
  const bool set_aside = saved->damage.ok() && project::fileMark(backup) != backup_before;
  if (set_aside && !of_others && !options.came_from.empty()) {
    mark_.set_aside.push_back({path, backup});
    warn(run_, fmt::format("another program has changed {}: what it wrote is kept as {}", path, backup));
  } else if (set_aside && of_others) {
    warn(run_, fmt::format("what {} held before is kept as {}", path, backup));
  }
  if (!run_.quiet) std::cerr << fmt::format("'{}' is saved in {}\n", id, path) << std::flush;
  return kDone;
}

// Only a file that this server has written, and nobody else since.
int ServedFiles::setAside(const std::string& id) {
  const std::string path = pathOf(id), mark = known_[id].mark, kept = path + "~";
  if (mark.empty() || !std::filesystem::exists(path)) return known_.erase(id), kDone;
  const auto failed = [&](Status status) {
    return tellFailed(run_, fmt::format("{} of the deleted world '{}' stays", path, id), std::move(status));
  };
  const auto turn = Turn::take(run_, path);
  if (!turn.ok()) return failed(turn.status());
  if (mark != project::fileMark(path)) {
    warn(run_, fmt::format("'{}' is deleted; {} stays, as another program has changed it", id, path));
    return known_.erase(id), kDone;
  }
  if (const Status done = project::systemVfs().rename(path, kept); !done.ok()) return failed(done);
  if (const Status synced = project::systemVfs().syncFolder(project::folderOf(path)); !synced.ok())
    return failed(synced);
  known_.erase(id);
  if (!run_.quiet)
    std::cerr << fmt::format("'{}' is deleted; what was saved of it is {} now\n", id, kept) << std::flush;
  return kDone;
}

}  // namespace ww::cli
