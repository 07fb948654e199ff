// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QWidget>
#include <filesystem>
#include <vector>

#include "core/usecase/revision/choose_parts.h"

namespace ww::ui {

// The parts of a file that was read, each with a box: without a tick it stays out; and where the origin goes.
class ImportParts : public QWidget {
  Q_OBJECT
 public:
  // Of that file; the origin goes to the middle of the underside at first, or stays.
  ImportParts(const QString& file, bool bottom_center, QWidget* parent = nullptr);

  // Shows the parts of a reading; those that were left out before stay so, by their names.
  void setReading(const io::ImportResult& read);
  usecase::PartChoice choice() const;
  // Brings the part of that name into sight; false when there is none.
  bool showPart(const QString& name);
  // The same for the part that a text names in quotes.
  bool showNamedIn(const QString& text);
  // Where files are looked for that a file names: the folders that were pointed at, the last first.
  static std::vector<std::filesystem::path> searchFolders();
  // Only there while files are missing: asks for a folder that has them, from that of the file on.
  QPushButton* findButton() const { return find_; }
  // That folder is looked into from now on.
  void searchIn(const QString& folder);
  QTreeWidget* tree() const { return tree_; }
  QComboBox* originBox() const { return origin_; }
  // The origin goes to that point of the file (metres), which is called so.
  void setOrigin(const Vec3& in_file, const QString& text);
  // It says nothing of another reading.
  void forgetOrigin();

 Q_SIGNALS:
  // A tick, or the origin: in the turn after it.
  void changed();
  // Another folder to look into.
  void searchChanged();

 private:
  void ticked(QTreeWidgetItem* item);

  QString file_;
  QTreeWidget* tree_;
  QComboBox* origin_;
  std::optional<Vec3> picked_;  // in the file, metres
  QPushButton* find_;
};

}  // namespace ww::ui
