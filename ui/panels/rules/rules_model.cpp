// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rules_model.h"

#include <QFont>
#include <QMimeData>
#include <algorithm>
#include <utility>

#include "ui/bridge/rule_edits.h"
#include "ui/bridge/status_text.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::ui {
namespace {

using usecase::RuleHome;
using usecase::RuleRow;

constexpr auto kRuleMime = "application/x-worldwright-own-rule";
constexpr quintptr kGroupId = 0;  // of rows that are groups; rules have that of their group, counted from 1

QString actionText(const RuleRow& row) {
  switch (actionOf(row).kind) {
    case RuleAction::Kind::kExclude: return RulesModel::tr("Not checked");
    case RuleAction::Kind::kCheck: return RulesModel::tr("Checked all the same");
    default: return row.margin_m > 0.0 ? RulesModel::tr("Kept apart") : RulesModel::tr("Checked");
  }
}

// "exclusion 2" and "margin 0" of an object are counted apart.
QString numberText(const RuleRow& row) {
  const QString number = QString::number(row.rule.index);
  return row.rule.home == RuleHome::kObjectMargin ? RulesModel::tr("M%1", "number of a margin rule").arg(number)
                                                  : number;
}

}  // namespace

RulesModel::RulesModel(SessionBridge& bridge, RuleWatch& watch, QObject* parent)
    : QAbstractItemModel(parent), bridge_(bridge), watch_(watch) {}

std::vector<RulesModel::Group> RulesModel::groupsOf(const usecase::RuleList& list) {
  std::vector<Group> out;
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    const ObjectId object = list.rows[i].rule.object;
    if (out.empty() || out.back().object != object) out.push_back({object, {}});
    out.back().rules.push_back(i);
  }
  return out;
}

void RulesModel::update() {
  const auto world = bridge_.snapshot().world;
  const bool counts = watch_.countedWorld() && sameRules(*watch_.countedWorld(), *world);
  std::vector<usecase::RuleFinding> findings;
  for (const auto& finding : watch_.findings())
    if (finding.world && stands({RuleHome::kWorldMargin, 0, finding.told.rule.object}, *finding.world, *world))
      findings.push_back(finding.told);
  auto list = usecase::ruleList(*world, counts ? watch_.tally() : usecase::RuleTally{}, std::move(findings));
  auto groups = groupsOf(list);
  const bool same = std::ranges::equal(
      groups, groups_, [](const Group& a, const Group& b) { return a.object == b.object && a.rules == b.rules; });
  Q_EMIT rulesWillChange();
  if (!same) beginResetModel();
  world_ = world;
  list_ = std::move(list);
  groups_ = std::move(groups);
  if (!same) endResetModel();
  else
    for (int g = 0; g < rowCount(); ++g) {
      const QModelIndex group = index(g, 0);
      Q_EMIT dataChanged(group, group);
      Q_EMIT dataChanged(index(0, 0, group), index(rowCount(group) - 1, kColumns - 1, group));
    }
  Q_EMIT rulesChanged();
}

const RuleRow* RulesModel::ruleAt(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kGroupId) return nullptr;
  const Group& group = groups_[index.internalId() - 1];
  return &list_.rows[group.rules[static_cast<std::size_t>(index.row())]];
}

QModelIndex RulesModel::indexOf(const usecase::RuleRef& rule) const {
  for (std::size_t g = 0; g < groups_.size(); ++g)
    for (std::size_t i = 0; i < groups_[g].rules.size(); ++i)
      if (list_.rows[groups_[g].rules[i]].rule == rule) return createIndex(static_cast<int>(i), 0, g + 1);
  return {};
}

QStringList RulesModel::findingTexts(const RuleRow& row) const {
  QStringList out;
  for (const int fault : row.faults) out << toLine(list_.findings[static_cast<std::size_t>(fault)].told);
  return out;
}

// The world is another than was counted, though its rules are the same.
bool RulesModel::areCountsOld() const { return list_.counted && watch_.countedWorld() != world_; }

// ---- rows

QModelIndex RulesModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kGroupId);
}

QModelIndex RulesModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kGroupId) return {};
  return createIndex(static_cast<int>(child.internalId() - 1), 0, kGroupId);
}

int RulesModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(groups_.size());
  if (parent.internalId() != kGroupId || parent.column() != 0) return 0;
  return static_cast<int>(groups_[static_cast<std::size_t>(parent.row())].rules.size());
}

// ---- what they say

QVariant RulesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const RuleRow* row = ruleAt(index);
  if (!row) return groupData(groups_[static_cast<std::size_t>(index.row())], index.column(), role);
  switch (role) {
    case Qt::DisplayRole: return text(*row, index.column());
    case Qt::ToolTipRole: return tip(*row, index.column());
    case kSortRole: return sortKey(*row, index.column());
    case kWordsRole:
      return QStringList{toText(sideWords(row->left)), toText(sideWords(row->right)), actionText(*row)}.join(
          QLatin1Char('\n'));
    case Qt::AccessibleTextRole:
      if (index.column() != kNumber) return text(*row, index.column());
      return tr("%1: %2 and %3, %4")
          .arg(ruleTitle(*world_, row->rule), toText(sideWords(row->left)), toText(sideWords(row->right)),
               actionText(*row));
    default: return look(*row, index.column(), role);
  }
}

QVariant RulesModel::groupData(const Group& group, int column, int role) const {
  if (column != 0) return {};
  const bool of_world = !group.object;
  if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
    return of_world ? tr("Rules of the world")
                    : tr("Own rules of %1").arg(QString::fromStdString(world_->display(group.object)));
  if (role == Qt::ToolTipRole)
    return of_world ? tr("An exclusion beats every margin; of several margins the smallest holds. Their order never "
                         "counts.")
                    : tr("Of the exclusions of an object the last that matches holds: these can be moved, by drag or "
                         "by Alt+Up and Alt+Down.");
  if (role == Qt::FontRole) {
    QFont font;
    font.setBold(true);
    return font;
  }
  return {};
}

QVariant RulesModel::text(const RuleRow& row, int column) const {
  switch (column) {
    case kNumber: return numberText(row);
    case kLeft: return toText(sideWords(row.left));
    case kRight: return toText(sideWords(row.right));
    case kAction: return actionText(row);
    case kMargin:
      return actionOf(row).kind == RuleAction::Kind::kMargin ? shownQuantity(row.margin_m, Quantity::kLength)
                                                             : QString();
    case kPairs:
      if (!row.enabled) return tr("off");
      return list_.counted ? QLocale().toString(static_cast<qulonglong>(row.decides)) : QStringLiteral("\u2026");
    case kFindings: return row.faults.empty() ? QString() : QString::number(row.faults.size());
    default: return {};
  }
}

QString RulesModel::tip(const RuleRow& row, int column) const {
  if (column == kFindings || (column == kNumber && !row.faults.empty()))
    return findingTexts(row).join(QLatin1Char('\n'));
  if (column == kNumber && isOfWorld(row.rule))
    return row.enabled ? tr("Is in force. Without the tick it is kept, and has no effect.")
                       : tr("Is switched off: kept in the file, and without effect.");
  if (column == kLeft || column == kRight) return toText(sideWords(column == kLeft ? row.left : row.right));
  if (column != kPairs) return {};
  if (!row.enabled) return tr("It is switched off, and decides nothing.");
  if (!list_.counted) return tr("Not counted yet, or there are too many pairs.");
  const QString counts = tr("Is about %1 pairs of bodies, and decides %2 of them.")
                             .arg(QLocale().toString(static_cast<qulonglong>(row.matches)),
                                  QLocale().toString(static_cast<qulonglong>(row.decides)));
  return areCountsOld() ? counts + QLatin1Char(' ') + tr("The world has changed since.") : counts;
}

QVariant RulesModel::sortKey(const RuleRow& row, int column) const {
  switch (column) {
    case kNumber: return static_cast<int>(&row - list_.rows.data());
    case kMargin: return actionOf(row).kind == RuleAction::Kind::kMargin ? row.margin_m : -1.0;
    case kPairs: return row.enabled ? static_cast<double>(row.decides) : -1.0;
    case kFindings: return static_cast<int>(row.faults.size());
    default: return text(row, column);
  }
}

QVariant RulesModel::look(const RuleRow& row, int column, int role) const {
  if (role == Qt::CheckStateRole && column == kNumber && isOfWorld(row.rule))
    return row.enabled ? Qt::Checked : Qt::Unchecked;
  if (role == Qt::DecorationRole && column == kFindings && !row.faults.empty())
    return icon(QStringLiteral("warning"), Role::kWarning);
  if (role == Qt::ForegroundRole && (!row.enabled || (column == kPairs && areCountsOld())))
    return Theme::instance().color(Role::kDim);
  if (role == Qt::ForegroundRole && ((column == kLeft && row.left.missing) || (column == kRight && row.right.missing)))
    return Theme::instance().color(Role::kError);
  if (role == Qt::TextAlignmentRole && (column == kMargin || column == kPairs))
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

QVariant RulesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  static constexpr const char* kTitles[] = {QT_TR_NOOP("Rule"),     QT_TR_NOOP("Between"), QT_TR_NOOP("And"),
                                            QT_TR_NOOP("They are"), QT_TR_NOOP("Margin"),  QT_TR_NOOP("Decides"),
                                            QT_TR_NOOP("Findings")};
  static constexpr const char* kTips[] = {
      QT_TR_NOOP("The number that messages name the rule by; the tick switches it"),
      QT_TR_NOOP("One side: objects, links, or anything"),
      QT_TR_NOOP("The other side"),
      QT_TR_NOOP("What is done about the pairs that it is about"),
      QT_TR_NOOP("How far they are kept from each other"),
      QT_TR_NOOP("How many pairs of bodies this rule alone decides about now"),
      QT_TR_NOOP("What is odd about the rule; the page Findings says how to repair it")};
  if (role == Qt::DisplayRole) return tr(kTitles[section]);
  if (role == Qt::ToolTipRole) return tr(kTips[section]);
  return {};
}

// ---- what is done to them

Qt::ItemFlags RulesModel::flags(const QModelIndex& index) const {
  const RuleRow* row = ruleAt(index);
  if (!index.isValid()) return Qt::NoItemFlags;
  if (!row) return Qt::ItemIsEnabled | Qt::ItemIsDropEnabled;
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  if (index.column() == kNumber && isOfWorld(row->rule)) flags |= Qt::ItemIsUserCheckable;
  if (row->isOrdered() && dragging_) flags |= Qt::ItemIsDragEnabled;
  return flags;
}

bool RulesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const RuleRow* row = ruleAt(index);
  if (!row || role != Qt::CheckStateRole || !isOfWorld(row->rule)) return false;
  return switchRules(bridge_, *world_, {row->rule}, value.toInt() == Qt::Checked);
}

QStringList RulesModel::mimeTypes() const { return {QLatin1String(kRuleMime)}; }

QMimeData* RulesModel::mimeData(const QModelIndexList& indexes) const {
  QByteArray bytes;
  for (const QModelIndex& index : indexes)
    if (const RuleRow* row = ruleAt(index); row && row->isOrdered() && bytes.isEmpty())
      bytes = QByteArray::number(static_cast<qulonglong>(row->rule.object.value)) + ':' +
              QByteArray::number(row->rule.index);
  auto* data = new QMimeData;
  data->setData(QLatin1String(kRuleMime), bytes);
  return data;
}

// Only among the exclusions of its own object.
bool RulesModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex& parent) const {
  if (!data || !data->hasFormat(QLatin1String(kRuleMime)) || !parent.isValid() || ruleAt(parent)) return false;
  const ObjectId object{data->data(QLatin1String(kRuleMime)).split(':').front().toULongLong()};
  return object && groups_[static_cast<std::size_t>(parent.row())].object == object;
}

bool RulesModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                              const QModelIndex& parent) {
  if (!canDropMimeData(data, action, row, column, parent)) return false;
  const QList<QByteArray> parts = data->data(QLatin1String(kRuleMime)).split(':');
  const ObjectId object{parts.front().toULongLong()};
  const int from = parts.back().toInt();
  const int last = static_cast<int>(ownExclusions(*world_, object)) - 1;
  const int before = row < 0 ? last + 1 : row;  // on the group: to its end
  const int to = std::clamp(before > from ? before - 1 : before, 0, std::max(0, last));
  for (const std::size_t i : groups_[static_cast<std::size_t>(parent.row())].rules)
    if (const RuleRow& moved = list_.rows[i]; moved.isOrdered() && moved.rule.index == from)
      return moveOwnRule(bridge_, *world_, usecase::RuleRef(moved.rule), static_cast<std::size_t>(to));
  return false;
}

}  // namespace ww::ui
