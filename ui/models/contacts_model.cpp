// SPDX-License-Identifier: Apache-2.0
#include "ui/models/contacts_model.h"

#include <algorithm>
#include <map>

#include "ui/bridge/motion_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {

namespace {

QString namesOf(const world::World& world, const Collision& c) {
  return ContactsModel::tr("%1 and %2")
      .arg(QString::fromStdString(world.display(c.a)), QString::fromStdString(world.display(c.b)));
}

}  // namespace

void ContactsModel::set(const world::World& world, const std::vector<Collision>& contacts) {
  std::map<Pair, const Collision*> now;
  for (const Collision& c : contacts) now.emplace(pairOf(c), &c);
  for (int row = static_cast<int>(rows_.size()) - 1; row >= 0; --row) {
    const auto it = now.find(pairOf(rows_[row].contact));
    if (it != now.end()) {
      rows_[row] = {*it->second, namesOf(world, *it->second)};
      now.erase(it);
      continue;
    }
    beginRemoveRows({}, row, row);
    rows_.removeAt(row);
    endRemoveRows();
  }
  if (!rows_.isEmpty()) Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(rows_.size()) - 1, kColumns - 1));
  if (now.empty()) return;
  const auto first = static_cast<int>(rows_.size());
  beginInsertRows({}, first, first + static_cast<int>(now.size()) - 1);
  // In the order in which they are told, deepest first.
  for (const Collision& c : contacts)
    if (now.erase(pairOf(c)) > 0) rows_.append({c, namesOf(world, c)});
  endInsertRows();
}

std::optional<int> ContactsModel::rowOf(const Pair& pair) const {
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row)
    if (pairOf(rows_[row].contact) == pair) return row;
  return std::nullopt;
}

int ContactsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ContactsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant ContactsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rows_.size()) return {};
  const auto& [contact, names] = rows_[index.row()];
  if (role == Qt::DecorationRole && index.column() == kPair) return icon(QStringLiteral("collision"), Role::kError);
  if (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole) return contact.text;
  if (role == Qt::TextAlignmentRole && (index.column() == kDepth || index.column() == kMargin))
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kPair: return names;
    case kDepth:
      // Within its margin, they do not overlap.
      return contact.distance_m < 0.0 ? lengthText(-contact.distance_m)
                                      : tr("%1 apart").arg(lengthText(contact.distance_m));
    case kMargin: return contact.margin_m > 0.0 ? lengthText(contact.margin_m) : tr("none");
    default: return contact.rule;
  }
}

QVariant ContactsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kPair: return tr("Pair");
    case kDepth: return tr("Depth");
    case kMargin: return tr("Margin");
    default: return tr("Margin by");
  }
}

}  // namespace ww::ui
