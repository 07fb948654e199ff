// SPDX-License-Identifier: Apache-2.0
#include "ui/models/history_model.h"

#include <QDateTime>
#include <QFont>
#include <QLocale>

#include "ui/widgets/icons.h"

namespace ww::ui {

HistoryModel::HistoryModel(SessionBridge& bridge, QObject* parent)
    : QAbstractListModel(parent), bridge_(bridge), history_(bridge.session().history()) {
  connect(&bridge_, &SessionBridge::changed, this, &HistoryModel::reload);
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(history_.entries.size()) + 1;
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto row = static_cast<std::size_t>(index.row());
  const bool undone = row > history_.position;
  const auto* entry = row == 0 ? nullptr : &history_.entries[row - 1];
  const bool saved = (entry ? entry->id : 0) == saved_id_;
  switch (role) {
    case Qt::DisplayRole: {
      QString text = entry ? QString::fromStdString(entry->label) : tr("Start");
      if (entry && !entry->author.empty()) text += tr(" (by %1)").arg(QString::fromStdString(entry->author));
      if (saved) text += tr("  - saved");
      return text;
    }
    case Qt::ToolTipRole: {
      if (!entry) return tr("The world as it was opened");
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(entry->time.time_since_epoch()).count();
      return tr("Done at %1. A click goes back or forth to here.").arg(QLocale().toString(QDateTime::fromSecsSinceEpoch(seconds).time()));
    }
    case Qt::DecorationRole: return row == history_.position ? QVariant(icon(QStringLiteral("check"), Role::kAccent)) : QVariant(icon(QStringLiteral("dot"), Role::kDim));
    case Qt::ForegroundRole: return undone ? QVariant(Theme::instance().color(Role::kDim)) : QVariant();
    case Qt::FontRole: {
      QFont font;
      font.setBold(row == history_.position);
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
  if (!status.ok()) Q_EMIT bridge_.failed(tr("The world could not go there"), QString::fromStdString(status.title), {});
}

void HistoryModel::markSaved() {
  saved_id_ = history_.position == 0 ? 0 : history_.entries[history_.position - 1].id;
  if (rowCount() > 0) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

void HistoryModel::reload() {
  auto next = bridge_.session().history();
  const auto same_start = std::min(next.entries.size(), history_.entries.size());
  std::size_t same = 0;
  while (same < same_start && next.entries[same].id == history_.entries[same].id) ++same;
  // Only the tail differs; the view keeps its place.
  if (same < history_.entries.size()) {
    beginRemoveRows({}, static_cast<int>(same) + 1, static_cast<int>(history_.entries.size()));
    history_.entries.resize(same);
    history_.position = std::min(history_.position, same);
    endRemoveRows();
  }
  if (same < next.entries.size()) {
    beginInsertRows({}, static_cast<int>(same) + 1, static_cast<int>(next.entries.size()));
    history_ = std::move(next);
    endInsertRows();
  } else {
    history_ = std::move(next);
  }
  if (saved_id_ != 0 && history_.entries.empty()) saved_id_ = 0;
  Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

}  // namespace ww::ui
