// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>
#include <QWidget>
#include <vector>

#include "ui/bridge/rule_watch.h"

namespace ww::ui {

// What is odd about the collision rules, each finding with the button of its repair. What is of an older world says
// so, and can be repaired as long as the rules are the same.
class LintList : public QWidget {
  Q_OBJECT
 public:
  LintList(SessionBridge& bridge, RuleWatch& watch, QWidget* parent = nullptr);

  int count() const { return static_cast<int>(shown_.size()); }
  QStringList texts() const;
  // Of the finding with that number; null where it cannot be repaired now.
  QPushButton* repairButton(int number) const;
  QPushButton* showButton(int number) const;
  QPushButton* allButton() const { return all_; }
  QPushButton* posturesButton() const { return postures_; }
  QLabel* note() const { return note_; }

 Q_SIGNALS:
  void countChanged();
  void ruleWanted(const ww::usecase::RuleRef& rule);
  void pairWanted(ww::EntityId a, ww::EntityId b);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Row {
    QWidget* card = nullptr;
    QPushButton *repair = nullptr, *show = nullptr;
    QString text;
  };
  void refresh();
  void rebuild();
  Row makeRow(const RuleWatch::Finding& finding);
  void repair(const std::vector<RuleWatch::Finding>& findings);
  bool canRepair(const RuleWatch::Finding& finding) const;
  // Whoever allows a collision says so for each: it is no repair of a rule.
  std::vector<RuleWatch::Finding> repairable() const;
  QString noteText() const;

  SessionBridge& bridge_;
  RuleWatch& watch_;
  std::vector<RuleWatch::Finding> shown_;
  std::vector<Row> rows_;
  QLabel* note_;
  QPushButton *all_, *postures_;
  QWidget* body_;
  QVBoxLayout* list_;
};

}  // namespace ww::ui
