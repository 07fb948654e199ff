// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>
#include <functional>
#include <optional>

#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/tool_lock.h"
#include "ui/scene/gizmos/gizmo.h"
#include "ui/scene/gizmos/handle_target.h"

namespace ww::ui::scene {

// Moves and turns what is selected, about the active node. While a handle is dragged only the pose
// layer changes; letting go is one commit, Esc leaves everything as it was.
class TransformTool : public QObject {
  Q_OBJECT
 public:
  TransformTool(Gizmo& gizmo, SessionBridge* bridge, Selection* selection, PoseLayer* poses);
  // Holds the frames of tools.
  void setLock(ToolLock* lock) { lock_ = lock; }
  ToolLock* lock() const { return lock_; }

  // What the view keeps from the handles: hidden and locked things.
  void setKept(std::function<bool(const world::NodeRef&)> kept) { kept_ = std::move(kept); }
  // Moved in the place of what is selected, until null is given; outlives this.
  void setTarget(HandleTarget* target);
  void setKind(GizmoKind kind) { kind_ = kind; }
  void setLocal(bool on) { local_ = on; }
  void setSnap(const SnapSettings& snap) { snap_ = snap; }
  // Puts the gizmo where the active node is, or hides it.
  void placeGizmo(const world::World& world, double dpr);

  // False, too, when the selection is locked; the lock tells.
  bool begin(Handle handle, const ViewTransform& view, const Eigen::Vector2d& pixel);
  bool dragging() const { return drag_.has_value(); }
  void move(const ViewTransform& view, const Eigen::Vector2d& pixel, bool fine);
  // What can be part of an expression, and Backspace; true when the key was used.
  bool type(int key, const QString& text);
  bool isTyping() const { return !typed_.isEmpty(); }
  // Why what is typed is no value; empty when it is one, or nothing is typed.
  const QString& typedProblem() const { return problem_; }
  // False when nothing has moved. Not while there is a problem with what is typed.
  bool finish();
  void cancel();
  QString readout() const;
  // From where the target has come to, to where its handle is; none without a target that is dragged.
  std::optional<std::pair<Vec3, Vec3>> gap() const;

 private:
  struct Moved {
    world::NodeRef node;
    Pose root_t_node;  // at the start
  };
  std::vector<Moved> movable(const world::World& world) const;
  void show(const Motion& motion);
  void take(Handle handle, const ViewTransform& view, const Eigen::Vector2d& pixel);
  void letGo();
  QString label() const;

  Gizmo& gizmo_;
  SessionBridge* bridge_;
  Selection* selection_;
  PoseLayer* poses_;
  ToolLock* lock_ = nullptr;
  HandleTarget* target_ = nullptr;
  Pose root_t_target_;  // at the start
  std::function<bool(const world::NodeRef&)> kept_;
  GizmoKind kind_ = GizmoKind::kNone;
  bool local_ = false;
  SnapSettings snap_;
  std::optional<HandleDrag> drag_;
  std::vector<Moved> moved_;
  Motion motion_, pointed_;  // as shown, and as the pointer says
  QString typed_, problem_;
  double dpr_ = 1.0;
};

}  // namespace ww::ui::scene
