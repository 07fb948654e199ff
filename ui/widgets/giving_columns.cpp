// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/giving_columns.h"

#include <QAbstractItemModel>
#include <QEvent>
#include <QHeaderView>
#include <algorithm>
#include <utility>

namespace ww::ui {

GivingColumns::GivingColumns(QTreeView& view, int least, std::vector<int> can_go)
    : QObject(&view), view_(view), least_(least), can_go_(std::move(can_go)) {
  view.installEventFilter(this);
  // After the view has taken them.
  const auto fitted = [this] { fit(); };
  connect(view.model(), &QAbstractItemModel::modelReset, this, fitted, Qt::QueuedConnection);
  connect(view.model(), &QAbstractItemModel::rowsInserted, this, fitted, Qt::QueuedConnection);
  connect(view.model(), &QAbstractItemModel::rowsRemoved, this, fitted, Qt::QueuedConnection);
}

bool GivingColumns::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
    QMetaObject::invokeMethod(
        this, [this] { fit(); }, Qt::QueuedConnection);
  return QObject::eventFilter(watched, event);
}

// Also of a column that is hidden.
int GivingColumns::widthOf(int column) const {
  const auto* header = view_.header();
  const int hint = static_cast<QAbstractItemView&>(view_).sizeHintForColumn(column);
  return std::max({header->sectionSizeHint(column), hint, header->minimumSectionSize()});
}

void GivingColumns::fit() {
  const auto* header = view_.header();
  int left = view_.viewport()->width();
  for (int column = 0; column < header->count(); ++column)
    if (header->sectionResizeMode(column) != QHeaderView::Stretch) left -= widthOf(column);
  for (const int column : can_go_) {
    const bool goes = left < least_;
    if (goes) left += widthOf(column);
    if (view_.isColumnHidden(column) != goes) view_.setColumnHidden(column, goes);
  }
}

}  // namespace ww::ui
