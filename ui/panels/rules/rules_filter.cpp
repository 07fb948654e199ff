// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rules_filter.h"

#include <algorithm>
#include <set>

#include "ui/models/node_text.h"

namespace ww::ui {

RulesFilter::RulesFilter(RulesModel& model, QObject* parent) : QSortFilterProxyModel(parent), model_(model) {
  setSourceModel(&model);
  setRecursiveFilteringEnabled(true);  // a group is there as long as one of its rules is
  setSortRole(RulesModel::kSortRole);
  setSortCaseSensitivity(Qt::CaseInsensitive);
  setSortLocaleAware(true);
}

void RulesFilter::setWords(const QString& words) {
  words_ = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateFilter();
}

void RulesFilter::setFits(Fits fits) {
  fits_ = std::move(fits);
  invalidateFilter();
}

bool RulesFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex at = model_.index(row, 0, parent);
  const usecase::RuleRow* rule = model_.ruleAt(at);
  if (!rule || (fits_ && !fits_(*rule))) return false;
  const QString all = at.data(RulesModel::kWordsRole).toString();
  return std::ranges::all_of(words_, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

bool RulesFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  if (model_.ruleAt(left)) return QSortFilterProxyModel::lessThan(left, right);
  return (sortOrder() == Qt::AscendingOrder) == (left.row() < right.row());
}

RulesFilter::Fits namesAny(const world::World& world, const std::vector<world::NodeRef>& nodes) {
  std::set<ObjectId> objects;  // selected as a whole, or something of them
  std::set<ObjectId> wholes;
  std::set<EntityId> entities;
  std::set<std::string> names;
  for (const world::NodeRef& node : nodes) {
    objects.insert(ownerOf(world, node));
    if (const auto* object = std::get_if<ObjectId>(&node)) wholes.insert(*object);
    if (const auto* entity = std::get_if<EntityId>(&node)) {
      entities.insert(*entity);
      if (const auto there = world.entity(*entity)) names.insert(there->name);
    }
  }
  return [=](const usecase::RuleRow& row) {
    const auto about = [&](const usecase::RuleSideRow& side) {
      if (row.rule.object)
        return objects.contains(row.rule.object) &&
               (wholes.contains(row.rule.object) ||
                std::ranges::any_of(side.names, [&](const std::string& name) { return names.contains(name); }));
      return std::ranges::any_of(side.nodes, [&](const session::RuleSide& one) {
        if (!one.entity) return objects.contains(one.object);
        return entities.contains(one.entity) || wholes.contains(one.object);
      });
    };
    return about(row.left) || about(row.right);
  };
}

}  // namespace ww::ui
