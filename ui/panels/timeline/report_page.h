// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDialog>
#include <QPushButton>
#include <QTextBrowser>

#include "ui/panels/timeline/motion_report.h"

namespace ww::ui {

// The figures of a motion as a page of its own, to be read beside the view and copied. It follows the motion.
class ReportPage : public QDialog {
  Q_OBJECT
 public:
  explicit ReportPage(QWidget* parent);

  void setReport(const MotionReport& report);
  const MotionReport& report() const { return report_; }
  QTextBrowser* page() const { return page_; }
  QPushButton* copyButton() const { return copy_; }

 private:
  void copy();

  MotionReport report_;
  QTextBrowser* page_;
  QPushButton* copy_;
};

}  // namespace ww::ui
