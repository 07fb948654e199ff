// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFrame>
#include <QLineEdit>
#include <QListWidget>

#include "ui/actions/action_table.h"

namespace ww::ui {

// How well a typed text fits a name: all its letters in order, words' starts count more. Negative: not.
int fuzzyScore(const QString& typed, const QString& name);

// Finds any action by its name. Actions that are off say why.
class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  CommandPalette(const ActionTable& table, QWidget* parent);
  void popup(const QPoint& top_center_global);
  QLineEdit* edit() const { return edit_; }
  QListWidget* list() const { return list_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void find(const QString& typed);
  void run(QListWidgetItem* item);

  const ActionTable& table_;
  QLineEdit* edit_;
  QListWidget* list_;
};

}  // namespace ww::ui
