// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSortFilterProxyModel>
#include <functional>

#include "ui/panels/rules/rules_model.h"

namespace ww::ui {

// Which rules are listed, and in which order; groups keep their places.
class RulesFilter : public QSortFilterProxyModel {
 public:
  using Fits = std::function<bool(const usecase::RuleRow& row)>;
  explicit RulesFilter(RulesModel& model, QObject* parent = nullptr);

  // Only rules that have all these words in their sides or in what they do; "" for all.
  void setWords(const QString& words);
  // And that this holds for; none: all.
  void setFits(Fits fits);
  // Anything is hidden.
  bool isActive() const { return !words_.isEmpty() || fits_; }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  RulesModel& model_;
  QStringList words_;
  Fits fits_;
};

// Rules that name one of the nodes, or what it belongs to.
RulesFilter::Fits namesAny(const world::World& world, const std::vector<world::NodeRef>& nodes);

}  // namespace ww::ui
