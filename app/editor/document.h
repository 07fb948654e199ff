// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>

#include "ui/bridge/job_bridge.h"
#include "ui/bridge/session_bridge.h"

namespace ww::editor {

// The file behind the session: what it is called, whether the world differs from it, opening and
// saving as jobs.
class Document : public QObject {
  Q_OBJECT
 public:
  Document(ui::SessionBridge& bridge, ui::JobBridge& jobs, QObject* parent = nullptr);

  const QString& path() const { return path_; }
  QString title() const;  // file name or "Untitled"
  // Undoing back to what was saved makes it clean again.
  bool isDirty() const;
  bool isBusy() const { return busy_; }

  void reset();                     // an empty world without a file
  void adopt(world::World world);   // a world without a file, such as a sample
  void open(const QString& path);
  // The content of a file as a world without a file, such as a backup.
  void openCopy(const QString& path);
  // What to do when another program has changed the file since it was opened or saved here.
  enum class Changed { kAsk, kReplace };
  // `done` is told whether it was written. Other programs are waited for, and kept waiting.
  void save(const QString& path, std::function<void(bool)> done = {}, Changed changed = Changed::kAsk);
  // True once for each change of the file by another program.
  bool isNewlyChangedOnDisk();
  void setThumbnailSource(std::function<QByteArray()> png) { thumbnail_ = std::move(png); }

 Q_SIGNALS:
  void stateChanged();
  void opened(const QString& path);
  void saved(const QString& path);
  void failed(const QString& title, const ww::Status& status);
  void openFailed(const QString& path, const ww::Status& status);
  // Nothing was written; save again with Changed::kReplace, or tell `done`.
  void changedOnDisk(const QString& path, const std::function<void(bool)>& done);

 private:
  struct FileState {
    std::string mark;       // core/project/file_turn.h
    std::string rows_hash;  // of what was opened or saved
  };
  void setBusy(bool busy);
  void load(const QString& path, bool as_copy);
  ui::SessionBridge& bridge_;
  ui::JobBridge& jobs_;
  QString path_;
  FileState file_;
  std::string told_;  // the mark of the change that was told
  world::WorldPtr clean_;  // what the file has, or what was new
  bool busy_ = false;
  std::function<QByteArray()> thumbnail_;
};

// The last files, newest first; missing ones are kept (a drive may come back).
class RecentFiles {
 public:
  static QStringList list();
  static void add(const QString& path);
  static void clear();
};

}  // namespace ww::editor
