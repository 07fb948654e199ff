// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/section.h"

namespace ww::ui {

// The limits of joints: of one joint, of all joints of an object, of those that all selected objects have.
class JointLimits : public Section {
  Q_OBJECT
 public:
  // Null when the nodes of this world have no joint in common.
  static JointLimits* of(SessionBridge& bridge, Selection& selection, const world::WorldPtr& world,
                         const std::vector<world::NodeRef>& nodes);

 private:
  // Joints by the same name, one of each thing that is selected.
  struct JointAt {
    ObjectId object;
    std::size_t index = 0;
  };
  struct SameJoints {
    QString name;
    std::vector<JointAt> joints;
  };
  struct LimitChange {
    bool is_lower = false;
    double number = 0.0;
    bool is_step = false;
  };
  JointLimits(const QString& id, const QString& title, SessionBridge& bridge, Selection& selection);
  static std::vector<SameJoints> shared(const world::World& world, const std::vector<world::NodeRef>& nodes);
  void add(const world::World& world, const SameJoints& same);
  void edit(QuantityField* field, const SameJoints& same, bool is_lower);
  static void showLimit(const world::World& world, QuantityField* field, const SameJoints& same, bool is_lower);
  // Null when one of the joints has gone.
  static session::EditsPtr editsFor(const world::World& world, const SameJoints& same, const LimitChange& change);
  QString problem(const SameJoints& same, const LimitChange& change) const;

  SessionBridge& bridge_;
  Selection& selection_;
  bool several_ = false;
};

// Of a joint that follows another: whom, and how; null for other nodes.
Section* followerSection(const world::World& world, const world::NodeRef& node);

}  // namespace ww::ui
