// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QScrollArea>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/bridge/physics.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/widgets/joint_row.h"

namespace ww::ui {

// The robot that selection and combos agree on: the selected kinematic object, else the one the
// selected thing belongs to or hangs on, else the first.
ObjectId robotFor(const world::World& world, const Selection& selection, ObjectId current);

// Sliders for the joints of one object that follow no other; below each, what follows it. In a wide panel they stand in
// several columns, to be read down. While a slider moves, the pose layer shows it; letting go commits once. While
// physics is on they tell where the joints are in it, to be read alone.
class JointsPanel : public QWidget {
  Q_OBJECT
 public:
  JointsPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QWidget* parent = nullptr);
  void setPhysics(Physics& physics);
  ObjectId object() const { return object_; }
  const std::vector<JointRow*>& rows() const { return rows_; }
  // What follows, each below its leader: in the order of Object::followers.
  const std::vector<QLabel*>& followers() const { return followers_; }
  // What is said of joints that are simulated; hidden while these are the world's.
  QLabel* simulatedLabel() const { return simulated_; }
  bool eventFilter(QObject* watched, QEvent* event) override;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void follow(const ChangePtr& change);
  void fillObjects();
  void show(ObjectId object);
  void rebuild();
  void arrange();
  void addFollowers(const world::Object& object, std::size_t leader, QWidget* group);
  void showFollowers(const world::Object& object);
  void showSimulated();
  JointVector positions() const;
  void preview();
  void commit(std::size_t joint);

  SessionBridge& bridge_;
  Selection& selection_;
  PoseLayer& layer_;
  QPointer<Physics> physics_;
  QTimer soon_;
  ObjectId object_;
  QComboBox* objects_;
  QLabel *empty_, *simulated_;
  QScrollArea* scroll_;
  QWidget* body_;
  QHBoxLayout* columns_;
  std::vector<QWidget*> groups_;  // each a joint with what follows it
  std::size_t shown_columns_ = 0;
  std::vector<JointRow*> rows_;
  std::vector<QLabel*> followers_;
};

}  // namespace ww::ui
