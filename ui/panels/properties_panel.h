// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>
#include <QWidget>

#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/world_size.h"
#include "ui/widgets/pose_editor.h"
#include "ui/widgets/section.h"

namespace ww::ui {

// What the active node is, in numbers. Rebuilt when another node becomes active or its make-up changes;
// else only the numbers follow, so nothing jumps while one types.
class PropertiesPanel : public QWidget {
  Q_OBJECT
 public:
  PropertiesPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QWidget* parent = nullptr);
  PoseEditor* poseEditor() const { return pose_; }
  QLineEdit* nameEdit() const { return name_; }

 Q_SIGNALS:
  void message(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showActive();
  void follow(const ChangePtr& change);
  void rebuild();
  void refresh();
  void showPose();
  void showParent(const QString& parent);
  FrameId attachedTo() const;
  void detach();
  void rename();
  void showNameProblem(const QString& text);
  void commitPose(Pose reference_t_node);
  void previewPose(const Pose& reference_t_node);
  world::NodeRef parentOf(const world::NodeRef& node) const;

  void addGeometry(const world::World& world);
  void addJoint(const world::World& world);
  void addJointLimits(const world::Object& object, std::size_t index, Section& section);
  void editJointLimit(QuantityField* field, ObjectId object, std::size_t joint, bool is_lower);
  void addFrames(const world::World& world);
  void addConfigurations(const world::World& world);
  void addRules(const world::World& world);
  void addUserData(const world::World& world);

  SessionBridge& bridge_;
  Selection& selection_;
  PoseLayer& layer_;
  world::WorldPtr world_;
  std::optional<world::NodeRef> node_;
  QStackedWidget* pages_;
  QLabel* empty_;
  QLineEdit* name_;
  QLabel* name_problem_;
  QLabel* type_;
  QLabel* parent_label_;
  QWidget* attachment_;  // shown while the node is attached to a frame
  QPushButton* go_to_frame_;
  QPushButton* detach_;
  PoseEditor* pose_;
  Section* transform_;
  QVBoxLayout* details_;
  QPointer<WorldSize> size_;  // in the details of an object that has geometry
};

}  // namespace ww::ui
