// SPDX-License-Identifier: Apache-2.0
#include "ui/models/scene_filter.h"

#include "ui/models/scene_tree_model.h"

namespace ww::ui {

SceneFilter::SceneFilter(QObject* parent) : QSortFilterProxyModel(parent) {
  setRecursiveFilteringEnabled(true);
  setDynamicSortFilter(true);
}

void SceneFilter::setText(const QString& text) {
  words_ = text.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateFilter();
}

bool SceneFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex at = sourceModel()->index(row, 0, parent);
  const QString name = at.data().toString().toLower();
  for (const QString& word : words_) {
    const bool by_type = word.startsWith(QLatin1String("type:"));
    if (by_type && !at.data(SceneTreeModel::kTypeRole).toString().startsWith(word.mid(5))) return false;
    if (!by_type && !name.contains(word)) return false;
  }
  return true;
}

}  // namespace ww::ui
