// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <optional>
#include <string>

#include "app/editor/document.h"

namespace ww::editor {

// Looks whether others change the file of a document, damage or remove it, or close one that is only looked at here.
// The system tells of most of it at once; what it does not tell of, as on drives of other machines, is found some
// seconds later. A file is looked at off the Qt thread, and judged by what it says: all of it is read when its time,
// its size or the file itself is another one.
class FileWatch : public QObject {
  Q_OBJECT
 public:
  explicit FileWatch(Document& document, QObject* parent = nullptr);
  // Looks now; what it finds is told soon.
  void look();
  // What is there now was told, and is known.
  void forget() { told_.clear(); }

 Q_SIGNALS:
  // Each once, until something else happens.
  void changed(const QString& path);
  void damaged(const QString& path, const ww::Status& status);
  void gone(const QString& path);
  void freed(const QString& path);  // nobody has it open any more
  // After one of the first three: the file is as it was read or saved here.
  void regained(const QString& path);

 private:
  struct Found {
    std::string mark, rows_hash;  // no mark: there is no file
    bool is_held = false;         // by another program
    bool is_busy = false;         // others are at it: nothing is known
    Status damage;
  };
  static Found lookAt(const std::string& file, const FileState& known, project::Vfs& vfs,
                      const std::optional<Found>& before);
  void follow();
  void compare(const QString& path, const std::string& asked, const Found& found);
  void tell(const std::string& what, void (FileWatch::*signal)(const QString&), const QString& path);

  Document& document_;
  QFileSystemWatcher system_;
  QTimer soon_, regularly_;
  QString path_;
  std::string told_;
  std::optional<Found> seen_;  // what was there when it was read last
  bool looking_ = false;
};

}  // namespace ww::editor
