// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

#include "ui/bridge/job_bridge.h"

namespace ww::ui {

// The line at the bottom: what a click, drag or key does now; jobs; units; saved or not.
class StatusLine : public QWidget {
  Q_OBJECT
 public:
  explicit StatusLine(JobBridge& jobs, QWidget* parent = nullptr);
  void setHint(const QString& text);
  void setSaved(bool saved, const QString& file);

 Q_SIGNALS:
  void jobsClicked();

 private:
  void showJobs();
  JobBridge& jobs_;
  QLabel* hint_;
  QPushButton* job_text_;
  QProgressBar* bar_;
  QLabel* units_;
  QLabel* saved_;
};

}  // namespace ww::ui
