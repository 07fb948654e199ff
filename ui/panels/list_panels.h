// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QListView>
#include <QPushButton>
#include <QWidget>

#include "ui/actions/action_table.h"
#include "ui/models/jobs_model.h"
#include "ui/models/log_model.h"
#include "ui/models/problems_model.h"

namespace ww::ui {

// Jobs with progress and cancel.
class JobsPanel : public QWidget {
  Q_OBJECT
 public:
  JobsPanel(JobsModel& model, JobBridge& jobs, QWidget* parent = nullptr);

 private:
  void cancelSelected();
  JobBridge& jobs_;
  QListView* list_;
};

// Lines of the log; a double click shows what a line is about.
class LogPanel : public QWidget {
  Q_OBJECT
 public:
  explicit LogPanel(LogModel& log, QWidget* parent = nullptr);

 Q_SIGNALS:
  void subjectActivated(const QString& subject);

 private:
  QListView* list_;
};

// What is wrong now; a double click or Return goes there.
class ProblemsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ProblemsPanel(ProblemsModel& model, QWidget* parent = nullptr);
  QListView* list() const { return list_; }
  QPushButton* showButton() const { return show_; }
  QPushButton* dismissButton() const { return dismiss_; }
  // What helps with the first of the chosen problems.
  QPushButton* actionButton() const { return act_; }
  QPushButton* otherActionButton() const { return act_too_; }
  QPushButton* whyButton() const { return why_; }
  QPushButton* quietButton() const { return quiet_; }
  QPushButton* allNotesButton() const { return all_notes_; }
  // What can be done about a problem by an action of the editor.
  void setActions(ActionTable& actions);

 Q_SIGNALS:
  void activated(int row);
  // Why the two that the problem is about are checked against each other.
  void whyAsked(int row);

 private:
  QList<int> chosen() const;  // the selected rows, or all
  void act(qsizetype which);
  void connectNotes();
  void update_();

  ProblemsModel& model_;
  QListView* list_;
  QPushButton *show_, *dismiss_, *act_, *act_too_, *why_, *quiet_, *all_notes_;
  ActionTable* actions_ = nullptr;
};

}  // namespace ww::ui
