// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "core/usecase/programs/mirror.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/program_planning.h"
#include "ui/bridge/program_watch.h"
#include "ui/bridge/selection.h"
#include "ui/panels/motion_clock.h"
#include "ui/panels/program/program_cards.h"
#include "ui/panels/program/program_list.h"
#include "ui/panels/program/step_editor.h"
#include "ui/panels/program/step_strip.h"
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
  // What steps are added to: the program that is shown, or a new one.
  std::string programToFill() const;
  // Where steps are added: behind those that are chosen, else at the end.
  std::size_t place() const;
  // Of steps that are added.
  program::MotionKind newKind() const;

  // ---- what is done; each is a step of the history
  enum class TeachAs { kJoints, kPose, kFrame };
  void teach(TeachAs as = TeachAs::kJoints);
  QString whyNotTeach() const;
  void addMove(const session::MoveSpec& move, const QString& label);
  void addStep(const session::EditsPtr& edits, const QString& label);
  void addMoveToSelection(program::MotionKind kind);
  void addHold(bool attaches);
  void addWait();
  void addSignal(bool awaits);
  void addGripperJoint();
  void addCall();
  void addRetreat();
  void removeChosen();
  void duplicateChosen();
  void moveChosen(int by);
  void switchChosen();
  void mirrorChosen(usecase::MirrorPlane plane);
  void apply(const usecase::Remedy& remedy);

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
  QToolButton* addButton() const { return add_; }
  QToolButton* teachButton() const { return teach_; }
  QToolButton* button(StepDo what) const { return buttons_[static_cast<std::size_t>(what)]; }
  QPushButton* planButton() const { return plan_; }
  QPushButton* cancelButton() const { return cancel_; }
  QComboBox* kinds() const { return kinds_; }
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

 private:
  void buildTools();
  QToolButton* tool(const QString& icon, const QString& text, const QString& tip);
  QToolButton* stepTool(StepDo what, const QString& icon, const QString& text, const QString& tip);
  void buildTime();
  void layOut();
  void connectParts();
  void connectSteps();
  void connectEditor();
  void connectCards();
  void fillAddMenu();
  void refreshSoon();
  void refresh();
  void showSteps(const world::WorldPtr& world);
  void showCards(const world::WorldPtr& world);
  void showVerdict();
  void showButtons();
  void showTime();
  void showMarks();
  void chosenChanged();
  bool commit(const QString& label, const session::EditsPtr& edits);
  void change(const QList<int>& rows, const session::StepChange& change);
  void moveRows(const QList<int>& rows, int before);
  void run(StepDo what);
  void preview(double seconds);
  void showWhere();
  void showCandidate(int i);
  void pose(const usecase::FailureStory& story, const JointVector& joints);
  std::optional<JointVector> shownJoints(ObjectId robot) const;
  bool hasRobot() const;
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
  QToolButton *add_ = nullptr, *teach_ = nullptr, *mirror_ = nullptr;
  std::vector<QToolButton*> buttons_;  // in the order of StepDo
  QComboBox* kinds_ = nullptr;
  QPushButton *plan_ = nullptr, *cancel_ = nullptr, *export_ = nullptr;
  QProgressBar* progress_;
  QMenu* add_menu_;
  QTimer soon_;
  std::shared_ptr<const usecase::Playback> playback_;
  bool previewing_ = false;
  mutable world::WorldPtr asked_world_;  // that has_robot_ is of
  mutable std::string asked_program_;
  mutable bool has_robot_ = false;
};

}  // namespace ww::ui
