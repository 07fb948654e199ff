// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFrame>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>
#include <vector>

#include "ui/bridge/program_planning.h"
#include "ui/widgets/theme.h"

namespace ww::ui {

// What stands against a program, a card each: a step that could not be planned, with the postures that were refused and
// what helps; steps of a plan that no longer hold.
class ProgramCards : public QWidget {
  Q_OBJECT
 public:
  explicit ProgramCards(QWidget* parent = nullptr);

  // `failed`: null, there is none. `is_old`: the world has changed since.
  void show(const ProgramPlanning::Failed* failed, bool is_old, const std::vector<usecase::StepFinding>& findings,
            const std::vector<usecase::StepFinding>& notes);
  int count() const { return count_; }
  // In the order of the story.
  QPushButton* candidate(int i) const { return candidates_.value(i); }
  QPushButton* remedy(int i) const { return remedies_.value(i); }
  QPushButton* where() const { return where_; }
  QString text() const;  // of all cards, a line each

 Q_SIGNALS:
  void candidateChosen(int i);
  void remedyChosen(int i);
  void whereChosen();
  // From 0.
  void stepChosen(int step);

 private:
  struct Card {
    QFrame* frame;
    QVBoxLayout* inside;
  };
  Card add(const char* kind, const char* sign, Role role, const QStringList& lines);
  QPushButton* link(const QString& text, const QString& tip, QWidget* parent);
  void addStory(const usecase::FailureStory& story, bool is_old);
  void addCandidates(const Card& card, const usecase::FailureStory& story);
  void addRemedies(const Card& card, const usecase::FailureStory& story);
  void addFinding(const usecase::StepFinding& finding, const char* kind, const char* sign, Role role);

  QVBoxLayout* column_;
  QList<QPushButton*> candidates_, remedies_;
  QPushButton* where_ = nullptr;
  QStringList texts_, shown_;  // shown_: what it was made of
  int count_ = 0;
};

}  // namespace ww::ui
