// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

#include "app/editor/docks.h"
#include "ui/actions/editor_commands.h"

namespace ww::editor {

// Which panels are open, where and how large, for each kind of work: kept for the user from one start to the next.
// Nothing but the panels goes with a workspace: neither world nor selection nor history.
class Workspaces : public QObject, public ui::LayoutCommands {
  Q_OBJECT
 public:
  Workspaces(QMainWindow& window, Docks& docks);
  // As the user left it, or as it is at first.
  void restore();
  // For another start.
  void keep() const;
  // What is at first open depends on the room: to be called for each size that the window gets before it is seen.
  void fitBeforeShown();
  // The window is there, with its frame and bars, and not painted yet.
  void shown();

  void setWorkspace(ui::Workspace workspace) override;
  ui::Workspace workspace() const override { return current_; }
  void resetWorkspace() override;
  void togglePanel(const QString& id) override { docks_.toggle(id); }
  bool isPanelOpen(const QString& id) const override { return docks_.isOpen(id); }
  void toggleRoom() override;
  bool hasAllRoom() const override { return docks_.open().isEmpty(); }

 Q_SIGNALS:
  void changed();

 private:
  void put();
  void arrange();

  QMainWindow& window_;
  Docks& docks_;
  ui::Workspace current_ = ui::Workspace::kLayout;
  QStringList first_;      // places of arrange()
  bool is_first_ = false;  // arranged, not restored
  bool was_shown_ = false;
  QStringList folded_;  // by toggleRoom()
};

}  // namespace ww::editor
