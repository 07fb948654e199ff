// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>

class QGridLayout;

namespace ww::ui {

// The controls of a clock around its timeline: in one row where there is room, else with the timeline in a row of its
// own. What lies below the timeline is as wide as it is.
class ClockBar : public QWidget {
 public:
  struct Parts {
    QWidget *start, *play, *time, *timeline, *below, *speed, *loop, *more;
  };
  explicit ClockBar(const Parts& parts, QWidget* parent);

  bool isInTwoRows() const { return two_rows_; }
  // What lies below the timeline takes the height that there is.
  void setGrows(bool on);
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange(bool two_rows);
  int widthOfOthers() const;

  Parts parts_;
  QGridLayout* grid_;
  bool two_rows_ = false;
};

}  // namespace ww::ui
