// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMessageBox>
#include <QPointer>

#include "app/editor/file_watch.h"
#include "app/editor/window_parts.h"

namespace ww::editor {

// What other programs do with the file of a window, and what can be done about it: they have it open already, change
// it, remove it, or close it at last.
class OtherPrograms : public QObject {
  Q_OBJECT
 public:
  explicit OtherPrograms(const WindowParts& parts);
  // Looks at the file now.
  void look() { watch_.look(); }
  // The file comes in the place of what is here; edits that are not saved are asked about.
  void openAnew(const QString& path);

 Q_SIGNALS:
  // The differences from the file are to be listed, for each to be taken over or left.
  void listAsked(const QString& path);

 private:
  void askHeld(const QString& path, const Status& status);
  void tellChanged(const QString& path);
  void tellDamaged(const QString& path, const Status& status);
  void tellGone(const QString& path);
  void tellRegained(const QString& path);
  void tellSaved(const QString& path);
  void withdrawNotices(const QString& path);
  void tellFreed(const QString& path);
  void compare(const QString& path);
  void notify(const QString& path, ui::Notice notice);
  ui::Notice changeNotice(const QString& path, const QString& text);

  WindowParts parts_;
  FileWatch watch_;
  QString damaged_;  // the file of which that was told
  QPointer<QMessageBox> question_;
};

// What differs between a file and the world here, as counts in words; empty when nothing does.
QString differenceText(const world::World& file, const world::World& here);

}  // namespace ww::editor
