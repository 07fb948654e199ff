// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <string>

#include "app/editor/document.h"

namespace ww::editor {

// Looks whether others change the file of a document, remove it, or close one that is only looked at here. The system
// tells of most of it at once; what it does not tell of, as on drives of other machines, is found some seconds later.
// A file is looked at off the Qt thread, by what it says, not by its time.
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
  void gone(const QString& path);
  void freed(const QString& path);  // nobody has it open any more
  // What was saved is in this program alone, or in the file again: Keeping::file_lost.
  void lostChanged();

 private:
  struct Found {
    std::string mark, rows_hash;  // no mark: there is no file
    bool is_held = false;         // by another program
    bool is_world = true;         // one can be read there
  };
  void follow();
  void compare(const QString& path, const std::string& asked, const Found& found);
  void setLost(bool lost);
  void tell(const std::string& what, void (FileWatch::*signal)(const QString&), const QString& path);

  Document& document_;
  QFileSystemWatcher system_;
  QTimer soon_, regularly_;
  QString path_;
  std::string told_;
  bool looking_ = false;
};

// What the file had when it was read or saved last, whatever has become of it since.
world::WorldPtr lastSaved(Document& document);

}  // namespace ww::editor
