// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QVBoxLayout>
#include <QLabel>
#include <QWidget>
#include <vector>

#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/widgets/joint_row.h"

namespace ww::ui {

// The robot that selection and combos agree on: the selected kinematic object, else the one the
// selected thing belongs to or hangs on, else the first.
ObjectId robotFor(const world::World& world, const Selection& selection, ObjectId current);

// Sliders for the joints of one object. While a slider moves, the pose layer shows it; letting go
// commits once.
class JointsPanel : public QWidget {
  Q_OBJECT
 public:
  JointsPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QWidget* parent = nullptr);
  ObjectId object() const { return object_; }
  const std::vector<JointRow*>& rows() const { return rows_; }

 private:
  void follow(const ChangePtr& change);
  void fillObjects();
  void show(ObjectId object);
  void rebuild();
  JointVector positions() const;
  void preview();
  void commit(std::size_t joint);

  SessionBridge& bridge_;
  Selection& selection_;
  PoseLayer& layer_;
  ObjectId object_;
  QComboBox* objects_;
  QLabel* empty_;
  QWidget* body_;
  QVBoxLayout* list_;
  std::vector<JointRow*> rows_;
};

}  // namespace ww::ui
