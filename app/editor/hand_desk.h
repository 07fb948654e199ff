// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QKeyEvent>

#include "app/editor/hand_bar.h"
#include "app/editor/window_parts.h"
#include "ui/scene/gizmos/handle_target.h"

namespace ww::editor {

// A robot that follows the hand: what the window does between it, the 3D view and the bar above it, while the tool Hand
// is chosen.
class HandDesk : public QObject, private ui::scene::HandleTarget {
  Q_OBJECT
 public:
  HandDesk(const WindowParts& parts, ui::Hand& hand);
  ~HandDesk() override;

  HandBar& bar() const { return *bar_; }
  // The keys 1 to 8 choose a posture while the tool is in use, wherever the keys go but into a text; they are the
  // view's otherwise. True when it was one.
  bool press(const QKeyEvent& event);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  std::optional<Pose> rootT() const override { return hand_.rootTTool(); }
  bool begin() override;
  void want(const Pose& root_t_handle) override { hand_.want(root_t_handle); }
  void finish() override { hand_.finish(); }
  void cancel() override { hand_.cancel(); }
  QString readout() const override { return hand_.report() ? hand_.report()->text : QString(); }

  bool isOn() const;
  std::optional<std::size_t> postureOf(const QKeyEvent& event) const;
  void follow();
  void showGhosts();

  WindowParts parts_;
  ui::Hand& hand_;
  HandBar* bar_;
};

}  // namespace ww::editor
