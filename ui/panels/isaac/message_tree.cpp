// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/message_tree.h"

#include <QHeaderView>
#include <functional>

#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

constexpr int kFieldRole = Qt::UserRole;  // const isaac::Field* of the root that is kept
constexpr int kFilledRole = Qt::UserRole + 1;

QString text(const std::string& from) { return QString::fromStdString(from); }

QString pathOf(const QTreeWidgetItem* item) {
  QString out = item->text(0);
  for (const auto* up = item->parent(); up; up = up->parent()) out = up->text(0) + QLatin1Char('/') + out;
  return out;
}

}  // namespace

MessageTree::MessageTree(QWidget* parent) : QTreeWidget(parent) {
  setObjectName(QStringLiteral("messageTree"));
  setAccessibleName(tr("Fields of the message"));
  setHeaderLabels({tr("Field"), tr("Value"), tr("Type")});
  setUniformRowHeights(true);
  header()->setStretchLastSection(true);
  setColumnWidth(0, 220);
  setColumnWidth(1, 200);
  connect(this, &QTreeWidget::itemExpanded, this, &MessageTree::fill);
}

void MessageTree::clearFields() {
  clear();
  root_.reset();
}

QStringList MessageTree::unfolded() const {
  QStringList out;
  const std::function<void(const QTreeWidgetItem*)> look = [&](const QTreeWidgetItem* item) {
    if (!item->isExpanded()) return;
    out << pathOf(item);
    for (int i = 0; i < item->childCount(); ++i) look(item->child(i));
  };
  for (int i = 0; i < topLevelItemCount(); ++i) look(topLevelItem(i));
  return out;
}

void MessageTree::setFields(isaac::Field root) {
  const QStringList open = unfolded();
  const QString current = currentItem() ? pathOf(currentItem()) : QString();
  setUpdatesEnabled(false);
  clear();
  root_ = std::make_shared<const isaac::Field>(std::move(root));
  addRows(invisibleRootItem(), *root_);
  for (const QString& path : open)
    if (auto* item = itemAt(path)) item->setExpanded(true);
  if (auto* item = current.isEmpty() ? nullptr : itemAt(current)) setCurrentItem(item);
  setUpdatesEnabled(true);
}

void MessageTree::addRows(QTreeWidgetItem* parent, const isaac::Field& field) {
  for (const isaac::Field& child : field.children) {
    auto* item = new QTreeWidgetItem(parent, {text(child.name), text(child.value), text(child.type)});
    item->setData(0, kFieldRole, QVariant::fromValue<quintptr>(reinterpret_cast<quintptr>(&child)));
    item->setToolTip(1, text(child.value));
    item->setForeground(2, Theme::instance().color(Role::kDim));
    if (!child.children.empty()) item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
  }
  if (field.left_out > 0) {
    auto* more = new QTreeWidgetItem(parent, {tr("%n more", "", static_cast<int>(field.left_out))});
    more->setForeground(0, Theme::instance().color(Role::kDim));
  }
}

void MessageTree::fill(QTreeWidgetItem* item) {
  const auto* field = reinterpret_cast<const isaac::Field*>(item->data(0, kFieldRole).value<quintptr>());
  if (!field || item->data(0, kFilledRole).toBool()) return;
  item->setData(0, kFilledRole, true);
  addRows(item, *field);
}

QTreeWidgetItem* MessageTree::itemAt(const QString& path) {
  QTreeWidgetItem* at = invisibleRootItem();
  const QStringList names = path.split(QLatin1Char('/'));
  for (int k = 0; k < names.size(); ++k) {
    QTreeWidgetItem* next = nullptr;
    for (int i = 0; i < at->childCount() && !next; ++i)
      if (at->child(i)->text(0) == names[k]) next = at->child(i);
    if (!next) return nullptr;
    if (k + 1 < names.size()) {
      fill(next);
      next->setExpanded(true);
    }
    at = next;
  }
  return at;
}

}  // namespace ww::ui
