// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <vector>

#include "core/usecase/rules/rule_list.h"
#include "ui/bridge/rule_edits.h"
#include "ui/panels/rules/rule_side_field.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// The rules that are chosen in the list: of one both sides, of several what they do. Each change is a step of the
// history at once. A new rule is put together here, and made by its button.
class RuleEditor : public QWidget {
  Q_OBJECT
 public:
  RuleEditor(SessionBridge& bridge, Selection& selection, QWidget* parent = nullptr);

  // `world` is the one that the rows are of; `notes`: what there is to say about one of them, a line each.
  void setRules(const world::WorldPtr& world, std::vector<usecase::RuleRow> rows, const QStringList& notes);
  // A new one, of the world or of an object; the sides are what is selected, if that can be.
  void draft(ObjectId object = {});
  bool isDrafting() const { return drafting_; }
  void endDraft();
  // The keys go to the first field that can be edited.
  void takeFocus();

  RuleSideField* left() const { return left_; }
  RuleSideField* right() const { return right_; }
  QComboBox* action() const { return action_; }
  QuantityField* margin() const { return margin_; }
  QPushButton* addButton() const { return add_; }

 Q_SIGNALS:
  // A new rule was made, of the world (0) or of an object; or given up.
  void made(quint64 owner, bool is_margin);
  void givenUp();

 private:
  using Kind = RuleAction::Kind;
  void build();
  void refresh();
  void showSides();
  void fillActions();
  void showAction(const RuleAction& action, bool is_mixed);
  RuleAction chosenAction() const;
  bool isOwn() const { return drafting_ ? bool(owner_) : rows_.size() == 1 && rows_[0].rule.object; }
  void actionChosen();
  // Of rules that are margins already, each may keep its own.
  void setAction(const RuleAction& action, bool keeps_margins = false);
  void sideEdited(bool is_left);
  void changeWorldRule(bool is_left, const RuleSideField::Side& edited);
  void changeOwnRule(bool is_left, const RuleSideField::Side& edited);
  void make();

  SessionBridge& bridge_;
  Selection& selection_;
  world::WorldPtr world_;
  std::vector<usecase::RuleRow> rows_;
  bool drafting_ = false;
  ObjectId owner_;  // of a new rule; none: the world
  QLabel* title_;
  QLabel* notes_;
  QWidget* fields_;
  RuleSideField *left_, *right_;
  QComboBox* action_;
  QuantityField* margin_;
  QPushButton *add_, *cancel_;
};

}  // namespace ww::ui
