// SPDX-License-Identifier: Apache-2.0
// The questions for files: the platform's dialog where there is one, else Qt's.
#pragma once
#include <QString>
#include <QStringList>

class QWidget;

namespace ww::ui {

struct FileQuestion {
  QString title;
  QString start;   // a folder, or the file that is proposed; in usualFolder() where it names no folder
  QString filter;  // as QFileDialog's: "Worlds (*.wright);;All files (*)"
};

// Where the user keeps files: not where the program was started.
QString usualFolder();
// `folder`/`name``ending`, or with a number behind the name: a file that is not there yet. No folder, or one that is
// gone: usualFolder().
QString freeFile(const QString& folder, const QString& name, const QString& ending);

// Each waits for the answer; empty when there is none.
QString askForFile(QWidget* parent, const FileQuestion& question);
QStringList askForFiles(QWidget* parent, const FileQuestion& question);
QString askForFolder(QWidget* parent, const FileQuestion& question);
// Asks before an existing file is chosen.
QString askWhereToSave(QWidget* parent, const FileQuestion& question);

}  // namespace ww::ui
