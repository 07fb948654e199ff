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
#include "ui/panels/kept_scroll.h"
#include "ui/panels/world_size.h"
#include "ui/widgets/pose_editor.h"
#include "ui/widgets/section.h"

namespace ww::ui {

class RulesSection;

// What is selected, in numbers. Of several things at once it shows what they share, "mixed" where they
// differ, and what is entered is done to all of them in one step. Rebuilt when another node becomes active
// or its make-up changes; else only the numbers follow, so nothing jumps while one types.
class PropertiesPanel : public QWidget {
  Q_OBJECT
 public:
  PropertiesPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QWidget* parent = nullptr);
  PoseEditor* poseEditor() const { return pose_; }
  QLineEdit* nameEdit() const { return name_; }

 Q_SIGNALS:
  void message(const QString& text);
  void refused(const QString& title, const QString& hint);
  void rulesAsked();   // all rules about what is selected
  void shapesAsked();  // with what it is checked for collisions

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void connectAll();
  void showSelected();
  void follow(const ChangePtr& change);
  bool changesMakeUp(const session::Change& change, const world::WorldDiff& diff) const;
  void rebuild();
  void rebuildSoon();
  QWidget* makeDetails();
  void addDetails();
  void refresh();
  void showTitle();
  void countSelected();
  void showPose();
  void showParents();
  void detach();
  bool several() const { return nodes_.size() > 1; }
  void rename();
  void showNameProblem(const QString& text);
  world::WorldPtr worldOfNow() const;  // null when one of the nodes has gone
  void commitPose(PoseChange change);
  void previewPose(const PoseChange& change);
  world::NodeRef parentOf(const world::NodeRef& node) const;

  void addGeometry(const world::World& world);
  void addFrames(const world::World& world);
  void addConfigurations(const world::World& world);
  void addRules();

  SessionBridge& bridge_;
  Selection& selection_;
  PoseLayer& layer_;
  world::WorldPtr world_;
  std::vector<world::NodeRef> nodes_;   // what is selected and there, the active one last
  std::optional<world::NodeRef> node_;  // the active one
  std::vector<ObjectId> owners_;        // of the nodes, sorted
  QStackedWidget* pages_;
  QLabel* empty_;
  QLabel* title_;  // of several, in the place of a name
  QLineEdit* name_;
  QLabel *name_problem_, *type_, *parent_label_;
  QWidget* attachment_;  // shown while the node is attached to a frame
  QPushButton* go_to_frame_;
  QPushButton* detach_;
  PoseEditor* pose_;
  QLabel* why_not_;  // the pose cannot be edited
  Section* transform_;
  QVBoxLayout* box_ = nullptr;
  QWidget* details_host_ = nullptr;  // another one each time it is rebuilt
  QVBoxLayout* details_ = nullptr;
  QPointer<WorldSize> size_;      // in the details of an object that has geometry
  QPointer<RulesSection> rules_;  // in the details of one node
  KeptScroll* scroll_ = nullptr;
  bool rebuild_waits_ = false;
};

}  // namespace ww::ui
