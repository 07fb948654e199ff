// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>

#include "ui/actions/action_table.h"

namespace ww::ui {

// The shortcuts of all actions: found by name or keys, given, taken away, put back. Keys that belong to another action
// are only taken from it when that was said.
class ShortcutPage : public QWidget {
  Q_OBJECT
 public:
  explicit ShortcutPage(ActionTable& actions, QWidget* parent = nullptr);
  QTreeWidget* list() const { return list_; }
  // Shows the action and selects it.
  void choose(const QString& action);

 private:
  void build();
  void fill();
  void filter(const QString& text);
  QString chosen() const;
  void enable(QPushButton* button, bool on);
  void look();
  void assign();
  void set(const QString& action, const QList<QKeySequence>& keys);

  ActionTable& actions_;
  QLineEdit* filter_;
  QTreeWidget* list_;
  QKeySequenceEdit* keys_;
  QPushButton *assign_, *remove_, *usual_, *all_usual_;
  QLabel* note_;
};

}  // namespace ww::ui
