// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractItemModel>
#include <optional>
#include <vector>

#include "core/usecase/rules/rule_samples.h"

namespace ww::ui {

// What a proposal says of pairs of bodies, grouped by kind. Those that it would change have a check box; a group's is
// for all of its own.
class RuleGeneratorModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { kPair, kTouched, kNow, kThen, kColumns };
  explicit RuleGeneratorModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

  // All that would change is chosen. Names are those of this world.
  void show(const world::World& world, std::optional<usecase::RuleProposal> proposal);
  // The same pairs under other rules; what was not chosen stays so. False when one of them has gone.
  bool follow(const world::World& world, const collision::RuleSet& rules);
  const std::optional<usecase::RuleProposal>& proposal() const { return proposal_; }
  // With only those changes that are chosen.
  usecase::RuleProposal chosen() const;
  // What changes against the present rules, in one sentence.
  QString sentence() const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation side, int role) const override;

  // Null for a group.
  const usecase::RulePair* pairAt(const QModelIndex& index) const;
  // Whether a group has something to choose.
  bool changes(const QModelIndex& group) const;

 Q_SIGNALS:
  void choiceChanged();

 private:
  struct Row {
    usecase::RulePair pair;
    QString name, now;
    bool is_wanted = true;
    bool isChosen() const { return pair.changes() && is_wanted; }
  };
  struct Group {
    usecase::PairKind kind;
    std::vector<Row> rows;
  };
  const Group& groupAt(const QModelIndex& index) const;
  const Row& rowAt(const QModelIndex& index) const;
  static bool isGroup(const QModelIndex& index) { return index.internalId() == 0; }
  QString groupText(const Group& group) const;
  QVariant groupData(const Group& group, int column, int role) const;
  QVariant rowData(const Row& row, int column, int role) const;
  static Qt::CheckState stateOf(const Group& group);
  void fillIn(const world::World& world, Row& row) const;

  std::optional<usecase::RuleProposal> proposal_;
  std::vector<Group> groups_;
};

}  // namespace ww::ui
