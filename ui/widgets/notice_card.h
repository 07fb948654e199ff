// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QTimer>

#include "ui/widgets/notifications.h"

namespace ww::ui {

// One notice: asks to go when its time is over, unless the pointer rests on it. It does not fade: what would
// show through is not the view, which is a native window, but a blank ground.
class NoticeCard : public QFrame {
  Q_OBJECT
 public:
  NoticeCard(const Notice& notice, double pace, QWidget* parent);
  bool isSame(const Notice& notice) const;
  // The same has happened again: counts it and starts its time anew.
  void again();
  const QString& title() const { return notice_.title; }
  bool stays() const { return notice_.stays; }

 Q_SIGNALS:
  void left();  // closed, acted on, or read

 protected:
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QLayout* buildHead();
  QLayout* buildActions();
  void startReading();

  Notice notice_;
  double pace_;
  int times_ = 1;
  QLabel* title_;
  QTimer life_;
};

}  // namespace ww::ui
