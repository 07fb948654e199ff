// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>
#include <initializer_list>

class QGridLayout;

namespace ww::ui {

// The controls of a clock around its timeline: in one row where there is room, else with the timeline in a row of its
// own, and these in two where it is narrow. What lies below the timeline is as wide as it is.
class ClockBar : public QWidget {
 public:
  struct Parts {
    QWidget *start, *play, *time, *timeline, *below, *speed, *loop, *more;
  };
  explicit ClockBar(const Parts& parts, QWidget* parent);

  bool isInTwoRows() const { return rows_ > 1; }
  // What lies below the timeline takes the height that there is.
  void setGrows(bool on);
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange(int rows);
  static int widthOf(std::initializer_list<const QWidget*> widgets);
  int widthOfClock() const;
  int widthOfRest() const;

  Parts parts_;
  QGridLayout* grid_;
  int rows_ = 1;
};

}  // namespace ww::ui
