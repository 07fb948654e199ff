// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/view_host.h"
#include "ui/actions/action_table.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/notifications.h"

namespace ww::editor {

// What the window tells of the lock on tools: a notice to who tries to drag one, a chip while one is redefined.
class ToolMode : public QObject {
  Q_OBJECT
 public:
  ToolMode(ViewHost& view, ui::ActionTable& actions, ui::Notifications& notifications);

 private:
  void showChip();
  void refuse();

  ui::ToolLock& lock_;
  ui::ActionTable& actions_;
  ui::Notifications& notifications_;
  ui::Chip* chip_;
};

}  // namespace ww::editor
