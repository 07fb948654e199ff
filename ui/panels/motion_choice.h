// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QHash>
#include <QWidget>

#include "ui/bridge/motion.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// Which motion is asked for: robot, its tool, target, kind. The robot follows the selection, but not to one that was
// just made while there is an arm already; what was chosen for a robot comes back with it. The target is the frame
// that alone is selected, until another one is chosen: what the boxes say is what is planned, however it is started.
class MotionChoice : public QWidget {
  Q_OBJECT
 public:
  MotionChoice(SessionBridge& bridge, Selection& selection, QWidget* parent);

  ObjectId robot() const { return ObjectId{robots_->currentData().toULongLong()}; }
  // What is asked for by the boxes, wherever the robot stands.
  usecase::Target chosen() const;
  // Frames that were chosen as the tool of any robot, other than the first.
  std::vector<FrameId> chosenTools() const;
  QString whyNot() const;
  void fill() { fillRobots(); }
  void follow(const session::Change& change);

  QComboBox* robotBox() const { return robots_; }
  QComboBox* targetBox() const { return targets_; }
  QComboBox* typeBox() const { return types_; }
  QComboBox* toolBox() const { return tools_; }

 Q_SIGNALS:
  void changed();

 private:
  void fillRobots();
  void fillTargets();
  void fillTools();
  void chooseTool();
  void chooseTarget();
  void takeSelectedTarget();
  bool isSettled() const;
  void showRobotOfSelection();
  void tell();

  SessionBridge& bridge_;
  Selection& selection_;
  QHash<quint64, QString> wanted_;       // the target chosen last, for each robot
  QHash<quint64, QString> wanted_tool_;  // the same of a tool other than the first
  ObjectId robot_by_hand_;
  FrameId passed_over_;  // was selected when a target was chosen
  QComboBox *robots_, *targets_, *types_, *tools_;
};

}  // namespace ww::ui
