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
  // What can be done now; ends what was said.
  void setHint(const QString& text);
  // What has just been done, until something else is done.
  void say(const QString& text);
  void endSaid();
  bool isSaying() const { return saying_; }
  void setSaved(bool saved, const QString& file);
  // Whether what was done would outlive a crash: nothing is kept, not yet, yes, or it cannot be.
  enum class Kept { kOff, kPending, kYes, kFailing };
  void setKept(Kept kept);

 Q_SIGNALS:
  void jobsClicked();

 private:
  void showJobs();
  JobBridge& jobs_;
  void showText(const QString& text);
  QLabel* hint_;
  QString idle_;  // the last hint
  bool saying_ = false;
  QPushButton* job_text_;
  QProgressBar* bar_;
  QLabel* units_;
  QLabel* saved_;
  QLabel* kept_;
};

}  // namespace ww::ui
