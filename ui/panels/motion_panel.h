// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QElapsedTimer>
#include <QFrame>
#include <QHash>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "ui/bridge/job_bridge.h"
#include "ui/bridge/motion.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// Choose a robot and a target, plan, look at the result: report, scrub, play. A plan that the world has
// moved on from is marked stale; one that failed says why and shows where. The report is the one of the
// robot that is shown; the robot follows the selection, but not to a robot that has just been made.
class MotionPanel : public QWidget {
  Q_OBJECT
 public:
  enum class State { kNone, kPlanning, kFresh, kStale, kFailed };
  MotionPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, JobBridge& jobs, MotionPlanner planner,
              QWidget* parent = nullptr);

  State state() const { return state_; }
  const std::optional<MotionPlan>& currentPlan() const { return plan_; }
  const std::optional<MotionOutcome>& failure() const { return failure_; }
  QString whyNotPlan() const;
  QString whyNotPlay() const;
  bool isPlaying() const { return clock_timer_.isActive(); }
  void plan();
  void cancel();
  void playOrPause();
  void stop();  // ends the preview
  // Shows the moment; seconds from the start.
  void scrub(double seconds);
  double seconds() const { return seconds_; }

  QComboBox* robotBox() const { return robots_; }
  QComboBox* targetBox() const { return targets_; }
  QComboBox* typeBox() const { return types_; }
  QSlider* timeline() const { return timeline_; }
  QString reportText() const { return report_->text(); }

 Q_SIGNALS:
  void stateChanged();
  void planned(const ww::ui::MotionPlan& plan);
  void failed(const ww::ui::MotionOutcome& outcome);
  void previewEnded();

 private:
  void buildChoice();
  void buildResult();
  void fillRobots();
  void fillTargets();
  void dropPlanOfLostRobot();
  void follow(const ChangePtr& change);
  bool differsForMotion(const world::World& world) const;
  void finish(const MotionOutcome& outcome);
  void showReport();
  void showRobotOfSelection();
  bool isAboutOther() const;  // what is planned, or was
  void showButtons();
  void excludePair();
  void setState(State state);
  void tick();
  void previewAt(double seconds);
  ObjectId robot() const { return ObjectId{robots_->currentData().toULongLong()}; }

  SessionBridge& bridge_;
  Selection& selection_;
  PoseLayer& layer_;
  JobBridge& jobs_;
  MotionPlanner planner_;
  State state_ = State::kNone;
  std::optional<MotionPlan> plan_;
  std::optional<MotionOutcome> failure_;  // of the last planning, when it gave no plan
  std::vector<world::NodeRef> involved_;
  QString gone_;                      // why there is no plan any more
  QHash<quint64, QString> wanted_;    // the target chosen last, for each robot
  ObjectId planned_robot_;
  world::WorldPtr planned_world_;
  quint64 job_ = 0;
  double seconds_ = 0.0;
  QElapsedTimer clock_;
  double clock_from_ = 0.0;
  QTimer clock_timer_;

  QComboBox *robots_, *targets_, *types_;
  QPushButton *plan_button_, *cancel_button_, *show_button_, *exclude_button_, *again_button_;
  QFrame* card_;
  QLabel *card_icon_, *report_, *time_;
  QToolButton *play_, *start_, *loop_;
  QSlider* timeline_;
  QComboBox* speed_;
};

}  // namespace ww::ui
