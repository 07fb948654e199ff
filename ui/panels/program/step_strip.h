// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>
#include <vector>

#include "ui/panels/program/step_text.h"

namespace ww::ui {

// The steps of a planned program over its time: a field each, with its number and the mark of its state, and an upright
// line at the moment that is shown. A click or a drag goes to a moment. Hidden without steps.
class StepStrip : public QWidget {
  Q_OBJECT
 public:
  struct Mark {
    int step = 0;                     // from 0
    double begins = 0.0, ends = 0.0;  // seconds
    StepState state = StepState::kPlanned;
    QString text;
    bool is_chosen = false;
  };
  explicit StepStrip(QWidget* parent = nullptr);

  void setMarks(std::vector<Mark> marks, double duration);
  const std::vector<Mark>& marks() const { return marks_; }
  void setMoment(double seconds);
  // Pixels from the left.
  double xOf(double seconds) const;
  QSize sizeHint() const override;

 Q_SIGNALS:
  void scrubbed(double seconds);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  const Mark* markAt(double x) const;
  double secondsAt(double x) const;

  std::vector<Mark> marks_;
  double duration_ = 0.0, moment_ = 0.0;  // seconds
};

}  // namespace ww::ui
