// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/film_desk.h"
#include "app/editor/window_parts.h"
#include "ui/bridge/path_curves.h"
#include "ui/panels/program/program_panel.h"
#include "ui/panels/timeline/mark_strip.h"

class QAction;

namespace ww::ui {
class ReportPage;
}

namespace ww::editor {

// What stands along the time of a planned program: curves and marks below its line, and the report. Of the robot that
// moves longest in it, as a motion from its beginning to its end.
class ProgramTimes : public QObject {
  Q_OBJECT
 public:
  ProgramTimes(const WindowParts& parts, ui::ProgramPanel& panel, std::shared_ptr<ui::WorldScenes> scenes);

  // The panel is seen, and has a plan.
  bool isShown() const;
  void showCurves(bool on);
  bool areCurvesShown() const;
  void showReport();
  // Of the robot that moves longest, all of the program; null where there is none.
  const ui::MotionPlan* plan() const { return plan_.world ? &plan_ : nullptr; }
  const ui::MotionClock& clock() const { return *panel_.clock(); }
  // What is played of it.
  FilmStrip strip();
  // Behind what the menu of its clock has.
  QMenu* menu() const { return panel_.clock()->menu(); }
  // Null while nobody has asked for it.
  ui::ReportPage* report() const { return report_; }
  const ui::PathCurves& curves() const { return *curves_; }

 Q_SIGNALS:
  void changed();
  // Another plan, another part of it, or it is seen or no longer.
  void followed();

 private:
  void fillMenu();
  void follow();
  void update();
  void updateReport();
  bool isStale() const;

  WindowParts parts_;
  ui::ProgramPanel& panel_;
  ui::PathCurves* curves_;
  ui::ReportPage* report_ = nullptr;
  QAction* curves_action_;
  std::shared_ptr<const usecase::Playback> playback_;  // that they are of
  ui::MotionPlan plan_;
  std::shared_ptr<const usecase::MotionCurves> drawn_;  // that the plots have
  bool drawn_stale_ = false;
  std::vector<ui::TimeMark> marks_;
};

}  // namespace ww::editor
