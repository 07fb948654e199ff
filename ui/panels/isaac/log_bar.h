// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QToolButton>

#include "ui/bridge/isaac_log.h"

namespace ww::ui {

// The time of a log: played, scrubbed, shown in the view.
class LogBar : public QWidget {
  Q_OBJECT
 public:
  explicit LogBar(IsaacLog& log, QWidget* parent = nullptr);
  QSlider* slider() const { return slider_; }
  QToolButton* playButton() const { return play_; }
  QCheckBox* showBox() const { return show_; }

 private:
  void showTime();
  void showState();

  IsaacLog& log_;
  QToolButton* play_;
  QSlider* slider_;
  QLabel* time_;
  QComboBox* speed_;
  QCheckBox* show_;
};

}  // namespace ww::ui
