// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rule_generator_model.h"

#include <algorithm>

#include "core/collision/rules/rule_words.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {

using usecase::PairKind;

void RuleGeneratorModel::show(const world::World& world, std::optional<usecase::RuleProposal> proposal) {
  beginResetModel();
  proposal_ = std::move(proposal);
  groups_.clear();
  if (proposal_) {
    for (const usecase::RulePair& pair : proposal_->pairs) {
      if (groups_.empty() || groups_.back().kind != pair.kind) groups_.push_back({pair.kind, {}});
      Row& row = groups_.back().rows.emplace_back();
      row.pair = pair;
      fillIn(world, row);
    }
  }
  endResetModel();
  Q_EMIT choiceChanged();
}

void RuleGeneratorModel::fillIn(const world::World& world, Row& row) const {
  const std::string a = world.display(row.pair.a), b = world.display(row.pair.b);
  row.name = tr("%1 and %2").arg(QString::fromStdString(a), QString::fromStdString(b));
  row.now = toText(collision::ruleSentence(a, b, row.pair.now));
}

bool RuleGeneratorModel::follow(const world::World& world, const collision::RuleSet& rules) {
  if (!proposal_) return true;
  const bool all_there = std::all_of(proposal_->pairs.begin(), proposal_->pairs.end(),
                                     [&world](const auto& pair) { return world.owner(pair.a) && world.owner(pair.b); });
  if (!all_there || !world.object(proposal_->robot)) return false;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (Row& row : groups_[g].rows) {
      row.pair.now = rules.explain(row.pair.a, row.pair.b);
      row.pair.is_excluded_then = row.pair.now.excluded || row.pair.kind != PairKind::kSometimes;
      fillIn(world, row);
    }
    const int last = static_cast<int>(groups_[g].rows.size()) - 1;
    const QModelIndex group = index(static_cast<int>(g), 0);
    if (last >= 0) Q_EMIT dataChanged(index(0, 0, group), index(last, kColumns - 1, group));
    Q_EMIT dataChanged(group, index(static_cast<int>(g), kColumns - 1));
  }
  Q_EMIT choiceChanged();
  return true;
}

usecase::RuleProposal RuleGeneratorModel::chosen() const {
  usecase::RuleProposal out{proposal_->robot, proposal_->samples, proposal_->seed, {}};
  for (const Group& group : groups_)
    for (const Row& row : group.rows)
      if (row.isChosen()) out.pairs.push_back(row.pair);
  return out;
}

QString RuleGeneratorModel::sentence() const {
  std::size_t all = 0, changed = 0, excluded = 0;
  for (const Group& group : groups_) {
    all += group.rows.size();
    for (const Row& row : group.rows) {
      changed += row.isChosen() ? 1 : 0;
      excluded += row.pair.now.excluded ? 1 : 0;
    }
  }
  const std::size_t checked = all - changed - excluded;
  if (changed == 0)
    return tr("Nothing would change: of %1 pairs, %2 are left out already and %3 stay checked.")
        .arg(all)
        .arg(excluded)
        .arg(checked);
  return tr("Of %1 pairs, %2 would be left out of checks that are checked now; %3 are left out already, and %4 stay "
            "checked.")
      .arg(all)
      .arg(changed)
      .arg(excluded)
      .arg(checked);
}

// ---- the tree

QModelIndex RuleGeneratorModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= kColumns || row >= rowCount(parent)) return {};
  // Of a pair, the number of its group and one more.
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex RuleGeneratorModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || isGroup(child)) return {};
  return createIndex(static_cast<int>(child.internalId()) - 1, 0, quintptr{0});
}

int RuleGeneratorModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(groups_.size());
  return isGroup(parent) && parent.column() == 0 ? static_cast<int>(groupAt(parent).rows.size()) : 0;
}

const RuleGeneratorModel::Group& RuleGeneratorModel::groupAt(const QModelIndex& index) const {
  return groups_[static_cast<std::size_t>(isGroup(index) ? index.row() : index.parent().row())];
}

const RuleGeneratorModel::Row& RuleGeneratorModel::rowAt(const QModelIndex& index) const {
  return groupAt(index).rows[static_cast<std::size_t>(index.row())];
}

const usecase::RulePair* RuleGeneratorModel::pairAt(const QModelIndex& index) const {
  return index.isValid() && !isGroup(index) ? &rowAt(index).pair : nullptr;
}

bool RuleGeneratorModel::changes(const QModelIndex& group) const {
  const auto& rows = groupAt(group).rows;
  return std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.pair.changes(); });
}

QString RuleGeneratorModel::groupText(const Group& group) const {
  const std::size_t count = group.rows.size();
  switch (group.kind) {
    case PairKind::kRigid: return tr("Cannot move against each other (%1)").arg(count);
    case PairKind::kAdjacent: return tr("On the two sides of a joint (%1)").arg(count);
    case PairKind::kAlways: return tr("Overlap in every posture (%1)").arg(count);
    case PairKind::kSometimes: return tr("Overlap in some postures: these stay as they are (%1)").arg(count);
    case PairKind::kNever: break;
  }
  return tr("Never met (%1)").arg(count);
}

// Of those that have a choice.
Qt::CheckState RuleGeneratorModel::stateOf(const Group& group) {
  std::size_t open = 0, chosen = 0;
  for (const Row& row : group.rows) {
    open += row.pair.changes() ? 1 : 0;
    chosen += row.isChosen() ? 1 : 0;
  }
  return chosen == 0 ? Qt::Unchecked : chosen == open ? Qt::Checked : Qt::PartiallyChecked;
}

QVariant RuleGeneratorModel::groupData(const Group& group, int column, int role) const {
  if (column != kPair) return {};
  const bool can_choose =
      std::any_of(group.rows.begin(), group.rows.end(), [](const Row& row) { return row.pair.changes(); });
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole) return groupText(group);
  if (role == Qt::CheckStateRole && can_choose) return stateOf(group);
  return {};
}

QVariant RuleGeneratorModel::rowData(const Row& row, int column, int role) const {
  if (role == Qt::CheckStateRole && column == kPair && row.pair.changes())
    return row.is_wanted ? Qt::Checked : Qt::Unchecked;
  if (role == Qt::ToolTipRole) return column == kNow ? row.now : toText(reasonOf(row.pair, proposal_->samples));
  if (role != Qt::DisplayRole) return {};
  const auto word = [](bool excluded) { return excluded ? tr("not checked") : tr("checked"); };
  switch (column) {
    case kPair: return row.name;
    case kTouched: return tr("%1 of %2").arg(row.pair.touched).arg(proposal_->samples);
    case kNow: return word(row.pair.now.excluded);
    case kThen: return word(row.pair.now.excluded || row.isChosen());
    default: return {};
  }
}

QVariant RuleGeneratorModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  return isGroup(index) ? groupData(groupAt(index), index.column(), role) : rowData(rowAt(index), index.column(), role);
}

bool RuleGeneratorModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::CheckStateRole || index.column() != kPair) return false;
  const QModelIndex top = isGroup(index) ? index : index.parent();
  Group& group = groups_[static_cast<std::size_t>(top.row())];
  const bool wanted = value.toInt() == Qt::Checked;
  if (isGroup(index)) {
    for (Row& row : group.rows) row.is_wanted = wanted;
  } else {
    group.rows[static_cast<std::size_t>(index.row())].is_wanted = wanted;
  }
  const int last = static_cast<int>(group.rows.size()) - 1;
  Q_EMIT dataChanged(this->index(0, 0, top), this->index(last, kColumns - 1, top));
  Q_EMIT dataChanged(top, top);
  Q_EMIT choiceChanged();
  return true;
}

Qt::ItemFlags RuleGeneratorModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  if (!index.isValid() || index.column() != kPair) return flags;
  if (isGroup(index) ? changes(index) : rowAt(index).pair.changes()) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

QVariant RuleGeneratorModel::headerData(int section, Qt::Orientation side, int role) const {
  if (side != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kPair: return tr("Pair");
    case kTouched: return tr("Overlapped in");
    case kNow: return tr("Now");
    case kThen: return tr("Then");
    default: return {};
  }
}

}  // namespace ww::ui
