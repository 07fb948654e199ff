// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/bridge/pose_layer.h"
#include "ui/bridge/program_planning.h"
#include "ui/bridge/program_watch.h"
#include "ui/bridge/selection.h"
#include "ui/panels/motion_clock.h"
#include "ui/panels/program/program_cards.h"
#include "ui/panels/program/program_list.h"
#include "ui/panels/program/program_writer.h"
#include "ui/panels/program/step_editor.h"
#include "ui/panels/program/step_strip.h"
#include "ui/panels/program/step_tools.h"
#include "ui/panels/program/steps_view.h"

namespace ww::ui {

// The programs of the world: their steps, put together, taught and changed; planned, played, checked anew after each
// change of the world. Everything that changes the world is one step of the history.
class ProgramPanel : public QWidget {
  Q_OBJECT
 public:
  struct Sources {
    SessionBridge& bridge;
    Selection& selection;
    PoseLayer& layer;
    JobBridge& jobs;
  };
  explicit ProgramPanel(const Sources& sources, QWidget* parent = nullptr);
  ~ProgramPanel() override;

  // Empty: there is none.
  std::string program() const { return list_->chosen(); }

  void plan();
  void planAll();
  QString whyNotPlan() const;
  QString whyNotPlanAll() const;
  QString whyNotExport() const;

  // ---- what is shown
  void playOrPause();
  bool isPlaying() const { return clock_->isPlaying(); }
  void scrub(double seconds) { clock_->scrub(seconds); }
  void stop();
  QString whyNotPlay() const;
  bool isPreviewing() const { return previewing_; }
  // Somebody else shows something else now.
  void leavePreview();
  void chooseStep(int step);
  void apply(const usecase::Remedy& remedy);
  QString verdict() const { return verdict_->text(); }

  ProgramWatch& watch() const { return *watch_; }
  ProgramPlanning& planning() const { return *planning_; }
  ProgramList* list() const { return list_; }
  StepsModel* model() const { return model_; }
  StepsView* steps() const { return steps_; }
  StepEditor* editor() const { return editor_; }
  ProgramCards* cards() const { return cards_; }
  StepStrip* strip() const { return strip_; }
  MotionClock* clock() const { return clock_; }
  StepTools* tools() const { return tools_; }
  ProgramWriter* writer() const { return writer_; }
  // The menu of what can be added, filled as for now.
  QMenu* addMenu();

 Q_SIGNALS:
  // What is drawn into the world, or chosen of it, or whether it is to be seen.
  void routeChanged();
  // What can be done.
  void changed();
  void previewBegan();
  void message(const QString& text);
  void exportAsked();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildTime();
  void layOut();
  void setNarrow(bool narrow);
  void connectParts();
  void connectSteps();
  void connectEditor();
  void connectCards();
  void refreshSoon();
  void refresh();
  void showSteps(const world::WorldPtr& world);
  void showCards(const world::WorldPtr& world);
  void showVerdict();
  void showButtons();
  void showTime();
  void showMarks();
  void chosenChanged();
  void preview(double seconds);
  void keepPreview();
  void showWhere();
  void showCandidate(int i);
  void pose(const usecase::FailureStory& story, const JointVector& joints);
  const ProgramPlanning::Failed* failed() const { return planning_->failureOf(program()); }
  const ProgramWatch::Known* known() const;

  Sources sources_;
  ProgramWatch* watch_;
  ProgramPlanning* planning_;
  session::ProgramData data_;  // of the program that is shown
  ProgramList* list_;
  StepsModel* model_;
  StepsView* steps_;
  StepEditor* editor_;
  ProgramCards* cards_;
  StepStrip* strip_;
  MotionClock* clock_ = nullptr;
  QLabel* verdict_;
  QProgressBar* progress_;
  QMenu* add_menu_;
  StepTools* tools_;
  ProgramWriter* writer_;
  QVBoxLayout* rows_ = nullptr;  // a flat list of programs, and below it
  QSplitter* parts_ = nullptr;   // a list of programs, steps, their fields
  bool narrow_ = false;
  QTimer soon_;
  std::shared_ptr<const usecase::Playback> playback_;
  bool previewing_ = false;
  // The moment that is previewed is of this; null: it is a posture.
  struct Shown {
    world::WorldPtr world;
    std::shared_ptr<const usecase::Playback> playback;
  } shown_;
};

}  // namespace ww::ui
