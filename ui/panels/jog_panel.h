// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <array>
#include <functional>

#include "ui/bridge/hand.h"
#include "ui/bridge/session_bridge.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// A robot's tool, jogged and typed: along and about the axes of the world, of the tool or of any frame, in steps, and
// its pose there in numbers. Buttons and keys repeat while they are held, as one step of the history. What cannot be
// reached is refused, with the reason.
class JogPanel : public QWidget {
  Q_OBJECT
 public:
  JogPanel(SessionBridge& bridge, Hand& hand, QWidget* parent = nullptr);

  QComboBox* frames() const { return frames_; }
  // Axes 0 to 2: along X, Y, Z; 3 to 5: about them.
  QToolButton* button(int axis, bool forward) const { return buttons_[static_cast<std::size_t>(2 * axis + forward)]; }
  QuantityField* field(int axis) const { return fields_[static_cast<std::size_t>(axis)]; }
  QuantityField* lengthStep() const { return length_step_; }
  QuantityField* angleStep() const { return angle_step_; }
  QString said() const { return said_->text(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  QWidget* buildSteps();
  QWidget* buildAxes();
  QToolButton* addButton(int axis, bool forward, QWidget* parent);
  void showChoice();
  void dropTyped();
  void fillFrames();
  void showPose();
  void jog(int axis, bool forward);
  bool jogByKey(const QKeyEvent& event);
  void take(int axis, double value);
  // The frame whose axes and numbers are used, in the root frame.
  Pose rootTFrame() const;

  SessionBridge& bridge_;
  Hand& hand_;
  QLabel* title_;
  QComboBox* frames_;
  QuantityField* length_step_ = nullptr;
  QuantityField* angle_step_ = nullptr;
  std::array<QToolButton*, 12> buttons_{};
  std::array<QuantityField*, 6> fields_{};
  QWidget* axes_ = nullptr;
  QLabel* said_;
  std::function<void()> next_;  // a number that was typed while the tool was on its way
};

}  // namespace ww::ui
