// SPDX-License-Identifier: Apache-2.0
#include "app/editor/workspace_switch.h"

#include <QHBoxLayout>
#include <QMenu>

namespace ww::editor {

WorkspaceSwitch::WorkspaceSwitch(const QList<QAction*>& actions, QWidget* parent)
    : QWidget(parent), actions_(actions), menu_(new QToolButton(this)) {
  setObjectName(QStringLiteral("workspaces"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(1);
  auto* list = new QMenu(menu_);
  list->setToolTipsVisible(true);
  for (QAction* action : actions_) {
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("workspace"));
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(tr("Workspace %1").arg(action->iconText()));
    row->addWidget(button);
    buttons_ << button;
    list->addAction(action);
    connect(action, &QAction::toggled, this, &WorkspaceSwitch::showCurrent);
  }
  menu_->setObjectName(QStringLiteral("workspace"));
  menu_->setMenu(list);
  menu_->setPopupMode(QToolButton::InstantPopup);
  menu_->setFocusPolicy(Qt::TabFocus);
  menu_->setToolTip(tr("Which panels are open, for which kind of work"));
  menu_->setArrowType(Qt::DownArrow);
  menu_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  menu_->hide();
  row->addWidget(menu_);
  showCurrent();
}

void WorkspaceSwitch::showCurrent() {
  for (const QAction* action : actions_)
    if (action->isChecked()) menu_->setText(action->iconText());
  menu_->setAccessibleName(tr("Workspace %1").arg(menu_->text()));
}

void WorkspaceSwitch::setCompact(bool compact) {
  if (menu_->isHidden() != compact) return;
  for (auto* button : buttons_) button->setVisible(!compact);
  menu_->setVisible(compact);
}

int WorkspaceSwitch::fullWidth() const {
  int width = 0;
  for (const auto* button : buttons_) width += button->sizeHint().width() + 1;
  return width;
}

}  // namespace ww::editor
