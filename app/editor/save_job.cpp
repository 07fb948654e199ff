// SPDX-License-Identifier: Apache-2.0
#include "app/editor/save_job.h"

#include <filesystem>

#include "core/history/failures.h"
#include "core/project/file_turn.h"
#include "ui/bridge/failures.h"

namespace ww::editor {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kPictureWait{50};  // a save is quick or has no new picture

// The backup beside a file, held by a second name (`file.~1~`) while the file is saved: one that the save
// replaces stays by that name. Where a file cannot have two names nothing is held.
class OlderBackup {
 public:
  explicit OlderBackup(const std::string& file) : backup_(file + "~") {
    std::error_code error;
    for (int i = 1; i < kMost; ++i) {
      held_ = file + ".~" + std::to_string(i) + "~";
      if (!fs::exists(fs::symlink_status(held_, error))) break;
    }
    fs::create_hard_link(backup_, held_, error);
    if (error) held_.clear();
  }
  ~OlderBackup() {
    std::error_code error;
    if (!held_.empty() && fs::equivalent(backup_, held_, error) && !error) fs::remove(held_, error);
  }
  OlderBackup(const OlderBackup&) = delete;
  OlderBackup& operator=(const OlderBackup&) = delete;

 private:
  static constexpr int kMost = 1000;
  fs::path backup_, held_;
};

}  // namespace

// Others are told that the file is open here before anything is written to it.
Status SaveJob::hold() {
  if (after.hold && after.hold->isTold()) return okStatus();
  after.hold.reset();
  WW_ASSIGN(after.hold, keeping.holds->take(file));
  return okStatus();
}

// By what it says, where that is known: a copy to the place and back changes its time alone. One that was known and can
// be read no more is damaged: it is kept as a backup, and nobody has worked on it.
bool SaveJob::isChanged(const std::string& now) const {
  if (now.empty() || now == may_replace || now == keeping.settled) return false;
  if (options.came_from.empty()) return true;
  const auto rows = project::storedRowsHash(*keeping.vfs, file);
  if (!rows.ok()) return rows.status().code != Code::kDataLoss;
  return *rows != options.came_from;
}

// Nobody else had a turn: a save that failed and was rolled back has changed the time of the file. What others made of
// it before stays as unknown as it was.
void SaveJob::learn(const std::string& before, const Result<project::FileInfo>& info) {
  if (info.ok() || before == after.mark) after.mark = project::fileMark(file);
  after.notes.clear();
  if (!info.ok()) return;
  after.read_only = false;
  after.rows_hash = info->rows_hash;
  after.is_of_others = false;
  after.damage = info->damage;
  const std::shared_ptr<const history::States> known = past ? past : unkept;
  const auto lost =
      known && options.history ? history::namesLost(*known, *options.history) : std::vector<std::string>();
  if (!lost.empty()) after.notes.push_back(fail(history::failures::kNamesLost, {{"names", arg::Names{lost}}}));
  kept_old = kept_old || !info->damage.ok();
}

void SaveJob::addPast() {
  if (!past || past->current == 0) return;
  if (!options.thumbnail.empty() && keeping.history) {
    keeping.history->setPicture(past->current, options.thumbnail);
    history::State& now = past->all.at(past->current);
    auto node = std::make_shared<history::Node>(*now.node);
    node->picture = options.thumbnail;
    now.node = std::move(node);
  }
  options.history = std::make_shared<const project::HistoryRows>(history::rowsOf(history::toRecord(*past), bounds));
  if (keeping.history) keeping.history->learn(*past);
}

Result<project::FileInfo> SaveJob::run(const std::stop_token& stop, const Progress& progress) {
  progress.text(waiting);
  WW_TRY(hold());
  WW_ASSIGN(const project::FileTurn turn, project::FileTurn::take(file, stop));
  if (stop.stop_requested()) return fail(ui::failures::kCancelled);
  std::error_code error;
  if (fs::is_directory(file, error))
    return fail(ui::failures::kIsFolder,
                {{"file", arg::Place{file}}, {"name", arg::Place{fs::path(file).filename().string()}}});
  const std::string now = project::fileMark(file);
  if (isChanged(now)) {
    found = now;
    return fail(ui::failures::kFileChanged, {{"file", arg::Place{file}}});
  }
  had_turn = true;
  kept_old = !now.empty() && options.whole;
  if (picture) options.thumbnail = picture->png(kPictureWait);
  addPast();
  const OlderBackup older(file);
  auto info = project::save(*keeping.vfs, file, *world, *store, options, progress);
  learn(now, info);
  return info;
}

}  // namespace ww::editor
