// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTabBar>
#include <QToolButton>
#include <QWidget>
#include <memory>
#include <vector>

#include "ui/panels/timeline/plot_canvas.h"
#include "ui/panels/timeline/rate_text.h"

namespace ww::ui {

// Plots of a motion: a page each for the rates of its joints and the speed of its tool, joints chosen by ticks. Joints
// that turn and joints that slide cannot share an axis: together they are shown in per cent of their limits.
class MotionPlots : public QWidget {
  Q_OBJECT
 public:
  explicit MotionPlots(QWidget* parent);

  // Null: there is nothing to show (yet).
  void setCurves(std::shared_ptr<const usecase::MotionCurves> curves, bool is_stale);
  void setMoment(double seconds) { canvas_->setMoment(seconds); }
  PlotCanvas* canvas() const { return canvas_; }
  // Position, velocity, acceleration, jerk, tool.
  QTabBar* tabs() const { return tabs_; }
  const std::vector<QToolButton*>& ticks() const { return ticks_; }

 Q_SIGNALS:
  void scrubbed(double seconds);

 private:
  bool isTool() const;
  bool ticksFit() const;
  void makeTicks();
  void refresh();
  void showJoints(PlotCanvas::Content& out) const;
  void showTool(PlotCanvas::Content& out) const;
  PlotLine lineOf(std::size_t joint, usecase::Rate rate, bool in_percent) const;

  std::shared_ptr<const usecase::MotionCurves> curves_;
  bool is_stale_ = false;
  QTabBar* tabs_;
  QWidget* tick_row_;
  std::vector<QToolButton*> ticks_;
  PlotCanvas* canvas_;
};

}  // namespace ww::ui
