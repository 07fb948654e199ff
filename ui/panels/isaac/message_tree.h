// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTreeWidget>
#include <memory>

#include "core/interop/isaac/inspect.h"

namespace ww::ui {

// A message as a tree of its fields. Rows are made when what they are in is unfolded; what is unfolded stays so in the
// next message of that type.
class MessageTree : public QTreeWidget {
  Q_OBJECT
 public:
  explicit MessageTree(QWidget* parent = nullptr);
  void setFields(isaac::Field root);
  void clearFields();
  // The row of "pose/translation/x", unfolded up to it; null when there is none.
  QTreeWidgetItem* itemAt(const QString& path);

 private:
  void addRows(QTreeWidgetItem* parent, const isaac::Field& field);
  void fill(QTreeWidgetItem* item);
  QStringList unfolded() const;

  std::shared_ptr<const isaac::Field> root_;
};

}  // namespace ww::ui
