// SPDX-License-Identifier: Apache-2.0
#include "app/editor/folder_choice.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "app/editor/problem_watch.h"
#include "app/editor/window_parts.h"
#include "core/io/find_models.h"
#include "ui/bridge/failures.h"

namespace ww::editor {
namespace {

constexpr int kManyFiles = 8;  // from here on a filter helps

struct Folder {
  QString path;
  Status status;
  io::FoundModels found;
};

struct Searched {
  QStringList files;  // that were named themselves
  std::vector<Folder> folders;
};

Result<Searched> searchIn(const QStringList& paths, const std::stop_token& stop) {
  Searched out;
  for (const QString& path : paths) {
    if (!QFileInfo(path).isDir()) {
      out.files << path;
      continue;
    }
    auto found = io::findModels(path.toStdString(), stop);
    if (stop.stop_requested()) return fail(ui::failures::kCancelled);
    out.folders.push_back({path, found.status(), found.ok() ? std::move(found).value() : io::FoundModels{}});
  }
  return out;
}

void ask(QWidget* window, const std::vector<FolderChoice::Found>& choices, bool cut,
         const std::function<void(const QStringList&)>& go) {
  auto* dialog = new FolderChoice(choices, cut, window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  // What was named itself comes also when nothing of the folder is wanted.
  QObject::connect(dialog, &QDialog::finished, window,
                   [dialog, go](int result) { go(result == QDialog::Accepted ? dialog->chosen() : QStringList()); });
  dialog->open();
}

void goOn(const WindowParts& parts, const Searched& searched, const GoOn& go) {
  QStringList files = searched.files;
  std::vector<FolderChoice::Found> choices;
  bool cut = false;
  for (const Folder& folder : searched.folders) {
    const QString name = QFileInfo(folder.path).fileName();
    if (!folder.status.ok())
      parts.messages.report(FolderChoice::tr("Nothing was imported from %1").arg(name), folder.status,
                            ProblemWatch::import(folder.path));
    if (folder.found.files.size() == 1) files << QString::fromStdString(folder.found.files.front().string());
    if (folder.found.files.size() < 2) continue;
    cut = cut || folder.found.cut;
    const QDir root(folder.path);
    for (const auto& file : folder.found.files) {
      const QString path = QString::fromStdString(file.string());
      choices.push_back({path, name + QLatin1Char('/') + root.relativeFilePath(path)});
    }
  }
  if (!choices.empty())
    return ask(&parts.window, choices, cut, [files, go](const QStringList& chosen) {
      if (!(files + chosen).isEmpty()) go(files + chosen);
    });
  if (!files.isEmpty()) go(files);
}

}  // namespace

FolderChoice::FolderChoice(const std::vector<Found>& found, bool cut, QWidget* parent)
    : QDialog(parent), filter_(new QLineEdit(this)), list_(new QListWidget(this)) {
  setObjectName(QStringLiteral("folderChoice"));
  setWindowTitle(tr("Import from a folder"));
  auto* what =
      new QLabel(tr("%n files can be imported. Which ones?", "", static_cast<int>(found.size())) +
                     (cut ? QLatin1Char(' ') + tr("There are more: drop a folder further in to see them.") : QString()),
                 this);
  what->setWordWrap(true);
  filter_->setPlaceholderText(tr("Filter"));
  filter_->setAccessibleName(tr("Filter of the files"));
  filter_->setClearButtonEnabled(true);
  filter_->setVisible(static_cast<int>(found.size()) >= kManyFiles);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setAccessibleName(tr("Files in the folder"));
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  fill(found);
  import_ = new QPushButton(tr("Import"), this);
  import_->setDefault(true);
  auto* cancel = new QPushButton(tr("Cancel"), this);
  auto* buttons = new QHBoxLayout;
  buttons->addStretch(1);
  buttons->addWidget(cancel);
  buttons->addWidget(import_);
  auto* box = new QVBoxLayout(this);
  box->addWidget(what);
  box->addWidget(filter_);
  box->addWidget(list_, 1);
  box->addLayout(buttons);
  resize(520, 360);
  list_->setFocus();
  connect(import_, &QPushButton::clicked, this, &QDialog::accept);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(list_, &QListWidget::itemDoubleClicked, this, &QDialog::accept);
  connect(list_, &QListWidget::itemSelectionChanged, this, &FolderChoice::update_);
  connect(filter_, &QLineEdit::textChanged, this, &FolderChoice::narrow);
  update_();
}

void FolderChoice::fill(const std::vector<Found>& found) {
  for (const Found& one : found) {
    auto* item = new QListWidgetItem(one.shown, list_);
    item->setData(Qt::UserRole, one.file);
    item->setToolTip(one.file);
  }
  list_->setCurrentRow(0);
}

QStringList FolderChoice::chosen() const {
  QStringList out;
  for (int row = 0; row < list_->count(); ++row)
    if (auto* item = list_->item(row); item->isSelected() && !item->isHidden())
      out << item->data(Qt::UserRole).toString();
  return out;
}

// What is hidden is not chosen; of what is left, the first.
void FolderChoice::narrow(const QString& text) {
  QListWidgetItem* first = nullptr;
  for (int row = 0; row < list_->count(); ++row) {
    auto* item = list_->item(row);
    item->setHidden(!item->text().contains(text, Qt::CaseInsensitive));
    if (!item->isHidden() && !first) first = item;
  }
  if (first && chosen().isEmpty()) list_->setCurrentItem(first);
  update_();
}

void FolderChoice::update_() { import_->setEnabled(!chosen().isEmpty()); }

bool hasFolder(const QStringList& paths) {
  return std::any_of(paths.begin(), paths.end(), [](const QString& path) { return QFileInfo(path).isDir(); });
}

void resolveFolders(const WindowParts& parts, const QStringList& paths, const GoOn& go) {
  parts.jobs.run<Searched>(
      FolderChoice::tr("Look for models"),
      [paths](std::stop_token stop, const Progress&) { return searchIn(paths, stop); },
      [&parts, go](const Result<Searched>& searched) {
        if (searched.ok()) goOn(parts, *searched, go);
        else parts.messages.report(FolderChoice::tr("Nothing was imported"), searched.status());
      });
}

}  // namespace ww::editor
