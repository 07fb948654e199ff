// SPDX-License-Identifier: Apache-2.0
#include "app/editor/save_job.h"

#include <filesystem>

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

Result<project::FileInfo> SaveJob::run(const std::stop_token& stop, const Progress& progress) {
  progress.text(waiting);
  WW_ASSIGN(const project::FileTurn turn, project::FileTurn::take(file, stop));
  if (stop.stop_requested()) return fail(ui::failures::kCancelled);
  std::error_code error;
  if (fs::is_directory(file, error))
    return fail(ui::failures::kIsFolder,
                {{"file", arg::Place{file}}, {"name", arg::Place{fs::path(file).filename().string()}}});
  const std::string now = project::fileMark(file);
  if (!now.empty() && now != may_replace) {
    found = now;
    return fail(ui::failures::kFileChanged, {{"file", arg::Place{file}}});
  }
  had_turn = true;
  kept_old = !now.empty() && options.whole;
  if (picture) options.thumbnail = picture->png(kPictureWait);
  const OlderBackup older(file);
  auto info = project::save(project::systemVfs(), file, *world, *store, options, progress);
  // Nobody else had a turn: a save that failed and was rolled back has changed the time of the file.
  after = {project::fileMark(file), info.ok() ? info->rows_hash : options.came_from};
  return info;
}

}  // namespace ww::editor
