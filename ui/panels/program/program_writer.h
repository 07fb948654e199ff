// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMenu>

#include "core/usecase/programs/mirror.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/panels/program/program_list.h"
#include "ui/panels/program/step_choices.h"
#include "ui/panels/program/steps_model.h"
#include "ui/panels/program/steps_view.h"

namespace ww::ui {

enum class TeachAs { kJoints, kPose, kFrame };

// What is done to the program that is chosen; each is a step of the history. Steps are added behind those that are
// chosen, to a new program where there is none.
class ProgramWriter : public QObject {
  Q_OBJECT
 public:
  // They outlive it.
  struct Parts {
    SessionBridge& bridge;
    Selection& selection;
    PoseLayer& layer;
    ProgramList& list;
    StepsView& steps;
    StepsModel& model;
    const session::ProgramData& data;  // of the program that is chosen
    std::function<program::MotionKind()> kind;
  };
  explicit ProgramWriter(const Parts& parts, QObject* parent = nullptr);

  // Empty: there is none.
  std::string program() const { return parts_.list.chosen(); }
  // What steps are added to: the program that is chosen, or a new one.
  std::string programToFill() const;
  // Where steps are added: behind those that are chosen, else at the end.
  std::size_t place() const;
  // Of moves that are added.
  program::MotionKind newKind() const { return parts_.kind(); }

  void teach(TeachAs as = TeachAs::kJoints);
  QString whyNotTeach() const;
  void addMove(const session::MoveSpec& move, const QString& label);
  void addStep(const session::EditsPtr& edits, const QString& label);
  // All that can be added now.
  void fill(QMenu& menu);

  void run(StepDo what);
  void mirrorChosen(usecase::MirrorPlane plane);
  // Of the steps that are chosen; empty: one of them moves.
  QString whyNotLock() const;
  void change(const QList<int>& rows, const session::StepChange& change);
  void moveRows(const QList<int>& rows, int before);
  bool commit(const QString& label, const session::EditsPtr& edits);

 Q_SIGNALS:
  void message(const QString& text);

 private:
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
  void lockChosen();
  std::optional<JointVector> shownJoints(ObjectId robot) const;
  bool hasRobot() const;

  Parts parts_;
  mutable world::WorldPtr asked_world_;  // that has_robot_ is of
  mutable std::string asked_program_;
  mutable bool has_robot_ = false;
};

}  // namespace ww::ui
