// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QListView>
#include <QWidget>

#include "ui/models/history_model.h"
#include "ui/models/jobs_model.h"
#include "ui/models/log_model.h"

namespace ww::ui {

// What was done; a click goes there.
class HistoryPanel : public QWidget {
  Q_OBJECT
 public:
  explicit HistoryPanel(HistoryModel& model, QWidget* parent = nullptr);
  QListView* list() const { return list_; }

 private:
  QListView* list_;
};

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

// Lines of a log or of problems; a double click shows what a line is about.
class LogPanel : public QWidget {
  Q_OBJECT
 public:
  LogPanel(QAbstractItemModel& model, LogModel& log, const QString& name, const QString& when_empty, QWidget* parent = nullptr);

 Q_SIGNALS:
  void subjectActivated(const QString& subject);

 private:
  QListView* list_;
};

}  // namespace ww::ui
