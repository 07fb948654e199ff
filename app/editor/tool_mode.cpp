// SPDX-License-Identifier: Apache-2.0
#include "app/editor/tool_mode.h"

namespace ww::editor {

ToolMode::ToolMode(ViewHost& view, ui::ActionTable& actions, ui::Notifications& notifications)
    : QObject(&view),
      lock_(view.toolLock()),
      actions_(actions),
      notifications_(notifications),
      chip_(new ui::Chip(view.chipRow()->parentWidget())) {
  chip_->setAccessibleName(tr("Redefining a tool"));
  chip_->hide();
  view.chipRow()->addWidget(chip_);
  connect(chip_, &ui::Chip::clicked, this, [this] { lock_.setRedefining(false); });
  connect(&lock_, &ui::ToolLock::changed, this, &ToolMode::showChip);
  connect(&lock_, &ui::ToolLock::changed, &actions_, &ui::ActionTable::refreshSoon);
  connect(&lock_, &ui::ToolLock::refused, this, &ToolMode::refuse);
}

void ToolMode::showChip() {
  if (lock_.isRedefining())
    chip_->set(ui::Chip::Kind::kWarning, tr("Redefining tool: %1").arg(lock_.tool()->name),
               tr("The handles move %1 against %2: it is another tool then. Esc or a click ends this.")
                   .arg(lock_.tool()->name, lock_.tool()->robot));
  chip_->setVisible(lock_.isRedefining());
}

void ToolMode::refuse() {
  const auto& tool = lock_.tool();
  if (!tool) return;
  notifications_.post({ui::Notice::Kind::kWarning,
                       tr("%1 is the tool of %2: moving it redefines the tool.").arg(tool->name, tool->robot),
                       tr("The robot would not follow."), tr("Redefine tool"), [this] {
                         if (auto* action = actions_.action(QStringLiteral("tool.redefine"));
                             action && !lock_.isRedefining())
                           action->trigger();
                       }});
}

}  // namespace ww::editor
