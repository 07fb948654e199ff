// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/film_desk.h"
#include "app/editor/window_parts.h"
#include "ui/actions/editor_commands.h"
#include "ui/bridge/path_clearance.h"
#include "ui/bridge/path_curves.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/timeline/mark_strip.h"

namespace ww::ui {
class ActionTable;
class ReportPage;
}  // namespace ww::ui

namespace ww::editor {
class ProgramTimes;

// What stands along the time of the planned motion: marks and curves below its line, the report, ghosts along its way,
// pictures and movies.
class TimelineDesk : public QObject, public ui::TimelineCommands {
  Q_OBJECT
 public:
  // What it takes from the window's other parts.
  struct Sources {
    ui::MotionPanel& motion;
    const ui::PathClearance& clearance;
    std::shared_ptr<ui::WorldScenes> scenes;
  };
  TimelineDesk(const WindowParts& parts, const Sources& sources);

  const ui::PathCurves& curves() const { return *curves_; }
  FilmDesk& films() const { return *films_; }
  // What is filmed now: the program that is seen, else the motion.
  FilmStrip strip();
  // Null while nobody has asked for it.
  ui::ReportPage* report() const { return report_; }
  // Its curves and its report are meant while a program is shown.
  void setProgram(ProgramTimes& program);
  // Behind what the menus of the clocks have.
  void addToMenus(const ui::ActionTable& actions);

  void showCurves(bool on) override;
  bool areCurvesShown() const override;
  void showReport() override;
  void showOnion(bool on) override;
  bool isOnionShown() const override { return onion_; }
  void savePicture() override;
  void saveFrames() override;
  void saveMovie() override;
  QString whyNoMotion() const override;
  QString whyNotFilm() const override;

 Q_SIGNALS:
  void changed();

 private:
  void follow();
  void update();
  void updateReport();
  void updateOnion();
  void addCounts(QMenu& menu);
  bool isProgramShown() const;
  void setOnionCount(int count);
  bool isStale() const { return motion_.state() == ui::MotionPanel::State::kStale; }

  WindowParts parts_;
  ui::MotionPanel& motion_;
  const ui::PathClearance& clearance_;
  ui::PathCurves* curves_;
  FilmDesk* films_;
  ProgramTimes* program_ = nullptr;
  ui::ReportPage* report_ = nullptr;
  std::vector<ui::TimeMark> marks_;
  std::shared_ptr<const usecase::MotionCurves> drawn_;  // that the plots have
  bool drawn_stale_ = false;
  bool onion_ = false;
  int onion_count_;
};

}  // namespace ww::editor
