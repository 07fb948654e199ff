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
  // `done` is told whether it was written.
  void save(const QString& path, std::function<void(bool)> done = {});
  void setThumbnailSource(std::function<QByteArray()> png) { thumbnail_ = std::move(png); }

 Q_SIGNALS:
  void stateChanged();
  void opened(const QString& path);
  void saved(const QString& path);
  void failed(const QString& title, const ww::Status& status);

 private:
  void setBusy(bool busy);
  ui::SessionBridge& bridge_;
  ui::JobBridge& jobs_;
  QString path_;
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
