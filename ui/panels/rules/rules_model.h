// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractItemModel>
#include <vector>

#include "core/usecase/rules/rule_list.h"
#include "ui/bridge/rule_watch.h"

namespace ww::ui {

// The collision rules: those of the world with the switched-off ones, then below each object its own. Two levels:
// groups, and the rules in them. The box of a rule switches it; an object's own exclusions, among which the order
// counts, can be dragged. What rules decide and what is odd about them comes later than they do, from the watch.
class RulesModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { kNumber, kLeft, kRight, kAction, kMargin, kPairs, kFindings, kColumns };
  enum Roles { kSortRole = Qt::UserRole + 1, kWordsRole };  // kWordsRole: all that a filter looks at

  RulesModel(SessionBridge& bridge, RuleWatch& watch, QObject* parent = nullptr);

  // Brings the rows to the world as it is; costs the rules, and a look at each object.
  void update();
  const world::WorldPtr& world() const { return world_; }  // that the rows are of
  const usecase::RuleList& list() const { return list_; }
  const usecase::RuleRow* ruleAt(const QModelIndex& index) const;  // null: a group
  QModelIndex indexOf(const usecase::RuleRef& rule) const;         // of the first column
  int ruleCount() const { return static_cast<int>(list_.rows.size()); }
  // Where another order is shown, dragging means nothing.
  void setDragging(bool on) { dragging_ = on; }
  // The findings about a rule, a line each.
  QStringList findingTexts(const usecase::RuleRow& row) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return kColumns; }
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  bool canDropMimeData(const QMimeData* data, Qt::DropAction, int row, int, const QModelIndex& parent) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction, int row, int, const QModelIndex& parent) override;

 Q_SIGNALS:
  // Around every change of rows: who remembers some knows them by what they say.
  void rulesWillChange();
  void rulesChanged();

 private:
  struct Group {
    ObjectId object;  // none: the world
    std::vector<std::size_t> rules;
  };
  static std::vector<Group> groupsOf(const usecase::RuleList& list);
  QVariant groupData(const Group& group, int column, int role) const;
  QVariant text(const usecase::RuleRow& row, int column) const;
  QString tip(const usecase::RuleRow& row, int column) const;
  QVariant sortKey(const usecase::RuleRow& row, int column) const;
  QVariant look(const usecase::RuleRow& row, int column, int role) const;
  bool areCountsOld() const;

  SessionBridge& bridge_;
  RuleWatch& watch_;
  world::WorldPtr world_;
  usecase::RuleList list_;
  std::vector<Group> groups_;
  bool dragging_ = true;
};

}  // namespace ww::ui
