// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QWidget>
#include <optional>

#include "ui/bridge/pair_watch.h"
#include "ui/bridge/selection.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// Why two things are checked against each other, or not: every rule that has a say, what decides and why, the margin
// that holds, how far apart they are now; and what changes that. It follows the selection while two things are
// selected, unless a pair was asked for.
class ExplainPanel : public QWidget {
  Q_OBJECT
 public:
  ExplainPanel(SessionBridge& bridge, Selection& selection, PairWatch& watch, QWidget* parent = nullptr);

  // Asks about these two, whatever is selected, until other two are.
  void explain(const world::NodeRef& a, const world::NodeRef& b);
  // The nearest points of the pair that is told of, while it is to be seen.
  struct Nearest {
    Vec3 p_a, p_b;  // root frame
    EntityId a, b;
  };
  std::optional<Nearest> nearest() const;

  QLabel* verdict() const { return verdict_; }
  QLabel* why() const { return why_; }
  QLabel* distance() const { return distance_; }
  QTreeWidget* says() const { return says_; }
  QCheckBox* following() const { return following_; }
  QPushButton* excludeButton() const { return exclude_; }
  QPushButton* checkButton() const { return check_; }
  QPushButton* apartButton() const { return apart_; }
  QuantityField* margin() const { return margin_; }
  QPushButton* ruleButton() const { return rule_; }
  QPushButton* switchButton() const { return switch_; }
  QPushButton* showButton() const { return show_; }

 Q_SIGNALS:
  // Other nearest points, or none.
  void nearestChanged();
  void ruleWanted(const ww::usecase::RuleRef& rule);
  void lookWanted();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void build();
  void buildButtons(QLayout* to);
  void followSelection();
  void refresh();
  void showNothing(const QString& text);
  void showStory(const PairWatch::Answer& answer);
  void showSays(const usecase::PairStory& story);
  void showButtons(const PairWatch::Answer& answer);
  enum class Change { kExclude, kCheck, kApart };
  void change(Change what);
  bool canKeepApart(double margin);
  void switchDecider();
  std::optional<usecase::RuleRef> decider() const;

  SessionBridge& bridge_;
  Selection& selection_;
  PairWatch& watch_;
  QLabel *verdict_, *why_, *distance_;
  QTreeWidget* says_;
  QCheckBox* following_;
  QPushButton *exclude_, *check_, *apart_, *rule_, *switch_, *show_;
  QuantityField* margin_;
  QWidget* changes_;
  world::WorldPtr margin_of_;  // the world whose margin the field shows
};

}  // namespace ww::ui
