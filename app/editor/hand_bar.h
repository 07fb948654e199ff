// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <array>

#include "ui/bridge/hand.h"
#include "ui/widgets/chip.h"

namespace ww::editor {

// Above the view while a robot is in the hand: which robot and tool, whether it stops before collisions, a chip for
// each posture that has the tool at the same place, and what kept the robot from the hand.
class HandBar : public QWidget {
  Q_OBJECT
 public:
  HandBar(ui::Hand& hand, QWidget* parent);
  // Of the posture with that number, from 0.
  ui::Chip* chip(std::size_t index) const { return chips_[index]; }
  QToolButton* keepClear() const { return keep_clear_; }
  QString said() const { return said_->text(); }

 private:
  void showChoice();
  void showPostures();
  void showReport();

  ui::Hand& hand_;
  QLabel* title_;
  QToolButton* keep_clear_;
  std::array<ui::Chip*, usecase::HandFollower::kMostPostures> chips_{};
  QLabel* said_;
};

}  // namespace ww::editor
