// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/file_dialog.h"

#include <QAbstractFileIconProvider>
#include <QApplication>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QSplitter>
#include <QStandardPaths>
#include <QStyle>
#include <QTreeView>
#include <optional>

namespace ww::ui {
namespace {

constexpr QSize kRoomy(780, 480);  // pixels
constexpr int kPlaces = 150, kSides = 28;
constexpr int kSize = 1, kDate = 3;  // columns

// Qt's own asks the database of MIME types for each file, on the window's thread: 60 ms for a folder of 1,000.
class PlainIcons : public QAbstractFileIconProvider {
  Q_DECLARE_TR_FUNCTIONS(FileDialog)
 public:
  QIcon icon(IconType type) const override {
    switch (type) {
      case Folder: return folder_;
      case Drive:
      case Computer:
      case Network: return drive_;
      default: return file_;
    }
  }
  QIcon icon(const QFileInfo& info) const override { return info.isRoot() ? drive_ : info.isDir() ? folder_ : file_; }
  QString type(const QFileInfo& info) const override {
    if (info.isDir()) return tr("Folder");
    return info.suffix().isEmpty() ? tr("File") : info.suffix().toUpper();
  }

 private:
  // Asked for on the thread that lists the folder, where a style may not be used.
  const QIcon folder_ = QApplication::style()->standardIcon(QStyle::SP_DirIcon);
  const QIcon file_ = QApplication::style()->standardIcon(QStyle::SP_FileIcon);
  const QIcon drive_ = QApplication::style()->standardIcon(QStyle::SP_DriveHDIcon);
};

// Qt's own is too narrow for its dates and for the names of the places at its side. The platform's has neither.
void makeRoomy(QFileDialog& dialog) {
  auto* parts = dialog.findChild<QSplitter*>();
  const auto* files = dialog.findChild<QTreeView*>(QStringLiteral("treeView"));
  if (!parts || !files) return;
  dialog.resize(dialog.size().expandedTo(kRoomy));
  parts->setSizes({kPlaces, kRoomy.width() - kPlaces});
  const QString date = QLocale::system().toString(QDateTime::currentDateTime(), QLocale::ShortFormat);
  files->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  const auto fit = [files](int column, const QString& text) {
    files->header()->resizeSection(column, files->fontMetrics().horizontalAdvance(text) + kSides);
  };
  fit(kSize, QLocale::system().formattedDataSize(1023LL << 20));
  fit(kDate, date);
}

// What was typed last, where nothing was chosen by the mouse since. Of "logs/run" the dialog answers with logs, whose
// name was complete on the way.
class TypedFolder {
 public:
  TypedFolder(QFileDialog& dialog, QLineEdit& name) {
    QObject::connect(&name, &QLineEdit::textEdited, &dialog, [this, &dialog](const QString& text) {
      path_ = text.isEmpty() ? QString() : QDir::cleanPath(dialog.directory().absoluteFilePath(text));
    });
    const auto forget = [this] { path_.clear(); };
    QObject::connect(&dialog, &QFileDialog::currentChanged, &dialog, forget);
    QObject::connect(&dialog, &QFileDialog::directoryEntered, &dialog, forget);
  }
  bool isThere() const { return !path_.isEmpty() && QFileInfo(path_).isDir(); }
  const QString& path() const { return path_; }

 private:
  QString path_;
};

QStringList ask(QWidget* parent, const FileQuestion& question, QFileDialog::AcceptMode accept,
                QFileDialog::FileMode mode) {
  PlainIcons icons;  // outlives the dialog
  const QFileInfo start(QFileInfo(question.start).isAbsolute() ? question.start
                                                               : QDir(usualFolder()).filePath(question.start));
  const bool folder = start.isDir();
  QFileDialog dialog(parent, question.title, folder ? start.filePath() : start.path(), question.filter);
  dialog.setAcceptMode(accept);
  dialog.setFileMode(mode);
  dialog.setIconProvider(&icons);
  if (!folder) dialog.selectFile(start.fileName());
  makeRoomy(dialog);
  // The list of names takes the Return key from a path that was typed or pasted, and empties the field.
  std::optional<TypedFolder> typed;
  if (auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))) {
    name->setCompleter(nullptr);
    if (mode == QFileDialog::Directory) typed.emplace(dialog, *name);
  }
  if (dialog.exec() != QDialog::Accepted) return {};
  return typed && typed->isThere() ? QStringList(typed->path()) : dialog.selectedFiles();
}

}  // namespace

QString usualFolder() {
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

QString freeFile(const QString& folder, const QString& name, const QString& ending) {
  const QDir there(!folder.isEmpty() && QFileInfo(folder).isDir() ? folder : usualFolder());
  QString file = there.filePath(name + ending);
  for (int i = 2; QFileInfo::exists(file); ++i)
    file = there.filePath(QStringLiteral("%1_%2%3").arg(name).arg(i).arg(ending));
  return file;
}

QString askForFile(QWidget* parent, const FileQuestion& question) {
  return ask(parent, question, QFileDialog::AcceptOpen, QFileDialog::ExistingFile).value(0);
}

QStringList askForFiles(QWidget* parent, const FileQuestion& question) {
  return ask(parent, question, QFileDialog::AcceptOpen, QFileDialog::ExistingFiles);
}

QString askForFolder(QWidget* parent, const FileQuestion& question) {
  return ask(parent, question, QFileDialog::AcceptOpen, QFileDialog::Directory).value(0);
}

QString askWhereToSave(QWidget* parent, const FileQuestion& question) {
  return ask(parent, question, QFileDialog::AcceptSave, QFileDialog::AnyFile).value(0);
}

}  // namespace ww::ui
