// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractListModel>
#include <QDateTime>
#include <deque>

#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// What was done, oldest first. Row 0 is the start; the row where the world stands is marked; undone
// ones follow it, dimmed. A change costs the size of what is new, however long the history is.
class HistoryModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Roles { kUndoneRole = Qt::UserRole + 1 };
  explicit HistoryModel(SessionBridge& bridge, QObject* parent = nullptr);
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  int currentRow() const { return static_cast<int>(position_); }
  void jumpTo(int row);
  // Marks the entry that the file on disk has: the last that is done, or none.
  void markSaved();
  void markNoneSaved();
  // Whether the file still has it: the mark is hidden as long as not.
  void setSavedThere(bool there);

 private:
  struct Entry {
    quint64 id = 0;
    QString label, author;
    std::chrono::system_clock::time_point time;
  };
  static Entry toEntry(const session::HistoryEntry& entry);
  void reload();
  void remove(std::size_t first, std::size_t count);
  SessionBridge& bridge_;
  std::deque<Entry> entries_;
  std::size_t position_ = 0;  // entries before this one are done
  static constexpr quint64 kNone = ~quint64{0};
  quint64 saved_id_ = kNone;  // 0: the start
  bool saved_is_there_ = true;
};

}  // namespace ww::ui
