// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPushButton>
#include <QWidget>

#include "ui/actions/action_table.h"
#include "ui/bridge/job_bridge.h"
#include "ui/bridge/motion.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/motion_card.h"
#include "ui/panels/motion_choice.h"
#include "ui/panels/motion_clock.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// Choose a robot, its tool and a target, plan, look at the result: report, scrub, play, move the robot
// there. A plan that the world has moved on from is marked stale; one that failed says why and shows
// where; one that comes too near to something says to what and when. The report names its motion, and says
// so when another one is chosen by now. The robot follows the selection, but not to one that was just made.
class MotionPanel : public QWidget {
  Q_OBJECT
 public:
  enum class State { kNone, kPlanning, kFresh, kStale, kFailed };
  MotionPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, JobBridge& jobs, MotionPlanner planner,
              QWidget* parent = nullptr);

  // What can be done about a failure by an action of the editor.
  void setActions(ActionTable& actions);
  State state() const { return state_; }
  const std::optional<MotionPlan>& currentPlan() const { return plan_; }
  const std::optional<MotionOutcome>& failure() const { return failure_; }
  static constexpr double kTouch = 5e-5;  // metres; what is nearer is told as 0
  ObjectId plannedRobot() const { return planned_.robot; }
  // A moment of the plan is shown in the place of the world.
  bool isPreviewing() const { return previewing_; }
  // The moment that is too near is shown because it was asked for: a motion may well start there.
  bool isShowingPlace() const { return showing_place_; }
  // What is chosen now is not what was planned last.
  bool isAboutOther() const;
  bool isClose() const;     // the plan comes nearer to something than the user wants to know of
  bool hasArrived() const;  // the robot was moved along the plan, and stands there still
  // "robot: home → pick": the motion that was planned last.
  QString title() const { return title_; }
  // What is chosen now, in words; and what is too near: "Plan touches: robot:link_5 and table, 0 mm at 1.32 s".
  QString otherText() const;
  QString closeText() const;
  // What stands in the way, or comes too near: the pair, and where.
  std::optional<MotionContact> place() const;
  QString whyNotPlan() const;
  QString whyNotPlay() const;
  bool isPlaying() const { return clock_->isPlaying(); }
  void plan();
  void cancel();
  void playOrPause() { clock_->playOrPause(); }
  void stop();  // ends the preview
  // Shows the moment; seconds from the start.
  void scrub(double seconds) { clock_->scrub(seconds); }
  double seconds() const { return clock_->seconds(); }
  // Sets the world to the moment that is shown (of none, and at the start, to the end), as one step.
  void moveHere();
  void moveToEnd();

  QComboBox* robotBox() const { return choice_->robotBox(); }
  QComboBox* targetBox() const { return choice_->targetBox(); }
  MotionChoice* choice() const { return choice_; }
  QuantityField* warnBelow() const { return warn_below_; }
  QSlider* timeline() const { return clock_->timeline(); }
  MotionClock* clock() const { return clock_; }
  QString reportText() const { return card_->text(); }

 Q_SIGNALS:
  void stateChanged();
  void planned(const ww::ui::MotionPlan& plan);
  void failed(const ww::ui::MotionOutcome& outcome);
  void previewEnded();
  // Another moment is shown, or none.
  void momentChanged();
  // What is involved, or too near, shall be seen: it is selected, the moment is shown.
  void placeWanted();

 private:
  void buildChoice();
  void buildWarning();
  void buildResult();
  void giveUpPlanning();
  void dropPlanOfLostRobot();
  void follow(const ChangePtr& change);
  bool differsForMotion(const world::World& world) const;
  void finish(const MotionOutcome& outcome);
  QString cardText() const;
  QString planText() const;
  QString detailsText() const;
  QString emptyText() const;
  QString helpingAction() const;
  void showButtons();
  void showPlace();
  void moveTo(double seconds, const QString& label);
  void restClock();
  void excludePair();
  void setState(State state);
  void preview(double seconds);
  void leaveMoment();

  SessionBridge& bridge_;
  Selection& selection_;
  PoseLayer& layer_;
  JobBridge& jobs_;
  MotionPlanner planner_;
  ActionTable* actions_ = nullptr;
  State state_ = State::kNone;
  std::optional<MotionPlan> plan_;
  std::optional<MotionOutcome> failure_;  // of the last planning, when it gave no plan
  std::vector<world::NodeRef> involved_;
  QString gone_;             // why there is no plan any more
  usecase::Target planned_;  // what was asked for last
  QString title_, goal_;
  world::WorldPtr planned_world_;
  world::WorldPtr moved_world_;     // as it was when the robot had been moved
  double arrived_s_ = 0.0;          // to this moment of the plan
  quint64 job_ = 0, planning_ = 0;  // the second counts: one that was given up tells nothing
  bool previewing_ = false, showing_place_ = false;
  MotionChoice* choice_ = nullptr;
  QuantityField* warn_below_;
  QPushButton *plan_button_, *cancel_button_;
  MotionCard* card_ = nullptr;
  MotionClock* clock_ = nullptr;
};

}  // namespace ww::ui
