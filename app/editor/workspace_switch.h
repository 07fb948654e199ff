// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAction>
#include <QList>
#include <QToolButton>
#include <QWidget>

namespace ww::editor {

// One of several actions is on: a button for each, or, where there is little room, one with a menu of all.
class WorkspaceSwitch : public QWidget {
  Q_OBJECT
 public:
  explicit WorkspaceSwitch(const QList<QAction*>& actions, QWidget* parent = nullptr);
  void setCompact(bool compact);
  int fullWidth() const;

 private:
  void showCurrent();

  QList<QAction*> actions_;
  QList<QToolButton*> buttons_;
  QToolButton* menu_;
};

}  // namespace ww::editor
