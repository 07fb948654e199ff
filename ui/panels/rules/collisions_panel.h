// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStackedWidget>
#include <QTabBar>
#include <QWidget>

#include "ui/panels/rules/explain_panel.h"
#include "ui/panels/rules/lint_list.h"
#include "ui/panels/rules/rules_panel.h"

namespace ww::ui {

// What may touch what, in pages: the rules, what is odd about them, why a pair is checked or not, and what others add.
// Nothing is worked out while it is not to be seen.
class CollisionsPanel : public QWidget {
  Q_OBJECT
 public:
  struct Sources {
    SessionBridge& bridge;
    Selection& selection;
    RuleWatch& rules;
    PairWatch& pair;
  };
  explicit CollisionsPanel(const Sources& sources, QWidget* parent = nullptr);

  // Behind those that are there; the panel owns it.
  void addPage(const QString& id, const QString& title, QWidget* page);
  // "rules", "findings", "explain", and those that were added. False when there is none of that name.
  bool showPage(const QString& id);
  QString page() const;
  QStringList pages() const;

  void explain(const world::NodeRef& a, const world::NodeRef& b);
  void goTo(const usecase::RuleRef& rule);
  // Lists the rules about what is selected, and nothing else, until all are asked for.
  void showRulesOfSelection();
  void newRule();

  RulesPanel& rules() const { return *rules_; }
  LintList& findings() const { return *findings_; }
  ExplainPanel& explainer() const { return *explain_; }
  QTabBar* tabs() const { return tabs_; }

 Q_SIGNALS:
  void pageChanged(const QString& id);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  Sources sources_;
  QTabBar* tabs_;
  QStackedWidget* stack_;
  RulesPanel* rules_;
  LintList* findings_;
  ExplainPanel* explain_;
};

}  // namespace ww::ui
