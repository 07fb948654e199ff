// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSet>
#include <QTimer>

#include "app/editor/window_parts.h"
#include "ui/panels/history_panel.h"

namespace ww::editor {

// What is asked of the history: to go to a state, to bring one back, to name one, to show what it was like.
class HistoryDesk : public QObject {
  Q_OBJECT
 public:
  HistoryDesk(const WindowParts& parts, ui::HistoryPanel& panel, ui::HistoryTreeModel& model, ui::HistoryModel& line);

 private:
  void followFile(ui::HistoryModel& line);
  // Makes the states between here and there first, off the Qt thread where that takes work.
  void whenReady(history::NodeId id, const std::function<Status()>& run);
  void goTo(history::NodeId id);
  void bringBack(history::NodeId id);
  void keep(const QString& name);
  void forget(history::NodeId id);
  // Pictures are drawn one at a time, of what is seen of the list.
  void draw(history::NodeId id);
  void drawNext();
  bool lacksPicture(history::NodeId id) const;
  void tell(const Status& status);

  WindowParts parts_;
  ui::HistoryPanel& panel_;
  ui::HistoryTreeModel& model_;
  std::shared_ptr<history::Tree> tree_;
  quint64 worlds_ = 0;  // counts those that came: each has states of the same numbers
  history::NodeId drawing_ = 0;
  QSet<quint64> tried_;  // some have nothing to be seen
  QTimer look_;
};

}  // namespace ww::editor
