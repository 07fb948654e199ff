// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractListModel>

#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// What was done, oldest first. Row 0 is the start; the row where the world stands is marked; undone
// ones follow it, dimmed.
class HistoryModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Roles { kUndoneRole = Qt::UserRole + 1 };
  explicit HistoryModel(SessionBridge& bridge, QObject* parent = nullptr);
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  int currentRow() const { return static_cast<int>(history_.position); }
  void jumpTo(int row);
  // Marks the entry that the file on disk has.
  void markSaved();

 private:
  void reload();
  SessionBridge& bridge_;
  session::WorldSession::History history_;
  quint64 saved_id_ = 0;
};

}  // namespace ww::ui
