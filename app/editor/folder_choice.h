// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <functional>

namespace ww::editor {

struct WindowParts;

// Which of the files that were found in folders are to be imported.
class FolderChoice : public QDialog {
  Q_OBJECT
 public:
  struct Found {
    QString file, shown;  // `shown`: from the folder on
  };
  FolderChoice(const std::vector<Found>& found, bool cut, QWidget* parent);
  QStringList chosen() const;
  QListWidget* list() const { return list_; }
  QLineEdit* filter() const { return filter_; }
  QPushButton* importButton() const { return import_; }

 private:
  void fill(const std::vector<Found>& found);
  void narrow(const QString& text);
  void update_();

  QLineEdit* filter_;
  QListWidget* list_;
  QPushButton* import_;
};

using GoOn = std::function<void(const QStringList& files)>;
// Calls `go` with what is to be imported in the place of each folder: found by a job, and chosen by the
// user where there is more than one. Not called when nothing is left. `parts` outlives the job.
void resolveFolders(const WindowParts& parts, const QStringList& paths, const GoOn& go);
bool hasFolder(const QStringList& paths);

}  // namespace ww::editor
