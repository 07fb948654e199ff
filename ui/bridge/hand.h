// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "core/usecase/hand/hand_choice.h"
#include "core/usecase/hand/hand_follower.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// A robot in the user's hand: dragged by its tool, taken to another posture, jogged. All that costs is done by a thread
// of its own, which goes for the newest wish; what it finds lies in the pose layer until it is committed as one step.
class Hand : public QObject {
  Q_OBJECT
 public:
  using Posture = usecase::HandFollower::Posture;
  // Where the robot went for the hand.
  struct Report {
    usecase::HandStep step;
    QString text;          // why there is a gap; empty without one
    double worked_ms = 0;  // what the thread has spent on this wish so far
    quint64 wish = 0;      // its number
  };

  Hand(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QObject* parent = nullptr);
  ~Hand() override;

  // The robot and tool that the selection means; none where it means none.
  const std::optional<usecase::HandChoice>& choice() const { return choice_; }
  QString robotName() const;
  QString toolName() const;
  // As shown, in the root frame; none without a choice.
  std::optional<Pose> rootTTool() const;
  // Somebody wants to know the postures.
  void setWatched(bool on);
  bool keepsClear() const { return keep_clear_; }
  void setKeepClear(bool on);

  // ---- a gesture: want() as often as it likes, then finish() or cancel()
  bool begin();
  void want(const Pose& root_t_hand);
  // The robot goes on to where the hand was let go, as far as it gets; then it is one step of the history.
  void finish();
  void cancel();
  bool isHeld() const { return held_; }
  bool isBusy() const { return held_ || settling_ || going_; }
  const std::optional<Report>& report() const { return report_; }

  // ---- postures with the same pose of the tool
  const std::vector<Posture>& postures() const { return postures_; }
  QString postureText(const Posture& posture) const;  // "free", "joint_3 beyond its limit by 12 degrees", "a and b ..."
  QString branchText(const Posture& posture) const;   // "shoulder right, elbow up"; or that it has no name
  // Refused when it is beyond a limit, or collides and that is to be kept clear of.
  void takePosture(std::size_t index);

  // ---- steps and typed poses: all the way, or refused with the reason
  void goTo(const Pose& root_t_hand, const QString& label, const QString& coalesce_key = {});
  // Along or about an axis, see usecase::jogged(); does nothing while the last one is under way.
  void jog(const Quat& root_q_axes, int axis, double amount);

 Q_SIGNALS:
  void choiceChanged();
  void moved();  // the report, or where the tool is
  void posturesChanged();
  void optionsChanged();
  void refused(const QString& title, const QString& hint);

 private:
  struct Worker;
  void choose();
  void worldChanged(const ChangePtr& change);
  void lookSoon();
  bool isLooking() const { return look_soon_.isActive() || looking_; }
  void look();
  void take();
  void takeLooked(quint64 number, std::vector<Posture> found);
  void takeGone(quint64 number, const Result<JointVector>& gone);
  void commit(const QString& label, const JointVector& q, const QString& coalesce_key);
  void giveUp();
  void endSettling();
  void forgetReport();
  JointVector standing() const;

  SessionBridge& bridge_;
  Selection& selection_;
  PoseLayer& layer_;
  std::optional<usecase::HandChoice> choice_;
  std::optional<Report> report_;
  std::vector<Posture> postures_;
  bool watched_ = false, keep_clear_ = true, held_ = false, settling_ = false, going_ = false;
  bool looking_ = false;
  bool wanted_ = false;                 // something was asked for in this gesture
  std::optional<std::size_t> pending_;  // the posture to take once they are known
  std::uint64_t told_revision_ = 0;     // in which the last gesture ended
  quint64 gesture_ = 0, wish_ = 0, look_ = 0, go_ = 0;
  QString go_label_, go_key_;
  QTimer look_soon_, settle_end_, told_end_;
  std::unique_ptr<Worker> worker_;
};

}  // namespace ww::ui
