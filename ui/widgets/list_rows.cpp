// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/list_rows.h"

namespace ww::ui {

void setRows(QTreeWidget* list, const std::vector<QStringList>& rows) {
  const QString current = list->currentItem() ? list->currentItem()->text(0) : QString();
  while (list->topLevelItemCount() > static_cast<int>(rows.size()))
    delete list->takeTopLevelItem(list->topLevelItemCount() - 1);
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    const QStringList& texts = rows[static_cast<std::size_t>(i)];
    auto* item = list->topLevelItem(i);
    if (!item) list->addTopLevelItem(item = new QTreeWidgetItem);
    for (int c = 0; c < texts.size(); ++c)
      if (item->text(c) != texts[c]) item->setText(c, texts[c]);
    if (!current.isEmpty() && texts.front() == current && list->currentItem() != item) list->setCurrentItem(item);
  }
}

}  // namespace ww::ui
