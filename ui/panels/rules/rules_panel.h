// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <vector>

#include "ui/panels/rules/rule_commands.h"
#include "ui/panels/rules/rule_editor.h"
#include "ui/panels/rules/rules_filter.h"

namespace ww::ui {

// The list of collision rules, with what changes them beside it and what holds for all above. Everything can be done
// by keys in the list: Insert, Delete, F2, space, Ctrl+D, Alt+Up and Alt+Down.
class RulesPanel : public QWidget {
  Q_OBJECT
 public:
  using Do = RuleDo;
  enum class Show { kAll, kFindings, kOff, kSelection };

  RulesPanel(SessionBridge& bridge, Selection& selection, RuleWatch& watch, QWidget* parent = nullptr);

  // Begins a new rule of the world, or of an object.
  void newRule(ObjectId object = {});
  // Chooses a rule, and shows it whatever is filtered.
  void goTo(const usecase::RuleRef& rule);
  // Lists these alone, whatever is typed in the filter.
  void showOnly(Show which);
  RuleRefs chosen() const;
  // Does it, if it can be done to what is chosen.
  void run(Do what);

  RulesModel* model() const { return model_; }
  QTreeView* list() const { return list_; }
  RuleEditor* editor() const { return editor_; }
  QLineEdit* filter() const { return filter_; }
  QComboBox* shown() const { return shown_; }
  QCheckBox* checking() const { return checking_; }
  QuantityField* minimumMargin() const { return margin_; }
  QToolButton* noMarginButton() const { return no_margin_; }
  QToolButton* button(Do what) const { return buttons_[static_cast<std::size_t>(what)]; }
  QLabel* status() const { return status_; }

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  // A rule as it is known again when the rows are others.
  struct Key {
    usecase::RuleRef rule;
    std::vector<std::string> words;
  };
  static Key keyOf(const usecase::RuleRow& row);
  void buildTop();
  void buildList();
  void layOut();
  QToolButton* makeButton(Do what);
  void fillAddMenu();
  void refresh();
  void refreshSoon();
  void remember();
  void restore();
  QModelIndex find(const Key& key, const std::vector<QModelIndex>& taken) const;
  void showAll();
  void showChosen();
  void showStatus();
  void applyFilter();
  void selectMade(ObjectId owner, bool is_margin);
  bool can(Do what, const RuleRefs& rules) const;
  void move(int by);

  SessionBridge& bridge_;
  Selection& selection_;
  RuleWatch& watch_;
  RulesModel* model_;
  RulesFilter* rows_;
  QTreeView* list_;
  RuleEditor* editor_;
  QLineEdit* filter_;
  QComboBox* shown_;
  QCheckBox* checking_;
  QuantityField* margin_;
  QToolButton* no_margin_;
  QMenu* add_menu_;
  std::vector<QToolButton*> buttons_;  // in the order of Do
  QLabel *status_, *empty_;
  QTimer soon_;
  std::vector<Key> remembered_;
  int top_ = 0;  // of the list, pixels
  bool restoring_ = false;
};

}  // namespace ww::ui
