// SPDX-License-Identifier: Apache-2.0
#include "ui/models/history_model.h"

#include <QDateTime>
#include <QFont>
#include <QLocale>
#include <algorithm>

#include "ui/bridge/status_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {

HistoryModel::HistoryModel(SessionBridge& bridge, QObject* parent) : QAbstractListModel(parent), bridge_(bridge) {
  reload();
  connect(&bridge_, &SessionBridge::changed, this, &HistoryModel::reload);
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(entries_.size()) + 1;
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto row = static_cast<std::size_t>(index.row());
  const bool undone = row > position_;
  const auto* entry = row == 0 ? nullptr : &entries_[row - 1];
  const bool saved = saved_is_there_ && (entry ? entry->id : 0) == saved_id_;
  switch (role) {
    case Qt::DisplayRole: {
      QString text = entry ? entry->label : tr("Start");
      if (entry && !entry->author.isEmpty()) text += tr(" (by %1)").arg(entry->author);
      if (saved) text += tr("  - saved");
      return text;
    }
    case Qt::ToolTipRole: {
      if (!entry) return tr("The world as it was opened");
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(entry->time.time_since_epoch()).count();
      return entry->label + QLatin1Char('\n') +
             tr("Done at %1. A click goes back or forth to here.")
                 .arg(QLocale().toString(QDateTime::fromSecsSinceEpoch(seconds).time()));
    }
    case Qt::DecorationRole:
      return row == position_ ? QVariant(icon(QStringLiteral("check"), Role::kAccent))
                              : QVariant(icon(QStringLiteral("dot"), Role::kDim));
    case Qt::ForegroundRole: return undone ? QVariant(Theme::instance().color(Role::kDim)) : QVariant();
    case Qt::FontRole: {
      QFont font;
      font.setBold(row == position_);
      font.setItalic(undone);
      return font;
    }
    case kUndoneRole: return undone;
    default: return {};
  }
}

void HistoryModel::jumpTo(int row) {
  if (row < 0 || row >= rowCount()) return;
  const Status status = bridge_.session().goTo(static_cast<std::size_t>(row));
  if (!status.ok())
    Q_EMIT bridge_.failed(tr("The world could not go there"), toLine(status), {}, toMessage(status).action);
}

void HistoryModel::markSaved() {
  reload();  // what was just put there is told later
  saved_id_ = position_ == 0 ? 0 : entries_[position_ - 1].id;
  setSavedThere(true);
}

void HistoryModel::markNoneSaved() {
  saved_id_ = kNone;
  setSavedThere(true);
}

void HistoryModel::setSavedThere(bool there) {
  saved_is_there_ = there;
  Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

HistoryModel::Entry HistoryModel::toEntry(const session::HistoryEntry& entry) {
  return {entry.id, toText(entry.label), QString::fromStdString(entry.author), entry.time};
}

void HistoryModel::remove(std::size_t first, std::size_t count) {
  if (count == 0) return;
  beginRemoveRows({}, static_cast<int>(first) + 1, static_cast<int>(first + count));
  const auto from = entries_.begin() + static_cast<std::ptrdiff_t>(first);
  entries_.erase(from, from + static_cast<std::ptrdiff_t>(count));
  position_ = std::min(position_, entries_.size());
  endRemoveRows();
}

// Only what differs is touched; the view keeps its place.
void HistoryModel::reload() {
  const auto tail = bridge_.session().historyFrom(entries_.empty() ? 0 : entries_.back().id);
  const auto oldest = std::find_if(entries_.begin(), entries_.end(),
                                   [&](const Entry& e) { return tail.size > 0 && e.id >= tail.first_id; });
  remove(0, static_cast<std::size_t>(oldest - entries_.begin()));
  std::size_t kept = tail.size - tail.entries.size(), known = 0;
  if (kept < entries_.size() && !tail.entries.empty() && entries_[kept].id == tail.entries.front().id) {
    entries_[kept++] = toEntry(tail.entries.front());  // it may have been joined with what followed
    known = 1;
  }
  remove(kept, entries_.size() - kept);
  if (known < tail.entries.size()) {
    beginInsertRows({}, static_cast<int>(kept) + 1, static_cast<int>(tail.size));
    for (; known < tail.entries.size(); ++known) entries_.push_back(toEntry(tail.entries[known]));
    endInsertRows();
  }
  position_ = tail.position;
  if (saved_id_ != kNone && entries_.empty()) saved_id_ = 0;
  Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

}  // namespace ww::ui
