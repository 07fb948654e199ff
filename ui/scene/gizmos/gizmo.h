// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/scene/frame_graph.h"
#include "ui/scene/gizmos/drag.h"

namespace ww::ui::scene {

enum class GizmoKind { kNone, kMoveTurn, kRotate };  // arrows, planes and rings; or rings only

// The handles on screen: drawing and finding them. What a drag means is HandleDrag's.
class Gizmo {
 public:
  static constexpr double kPixels = 92.0;        // length of an axis
  static constexpr double kReachPixels = 122.0;  // nothing of it is farther from its middle

  Gizmo(FrameGraph& graph, q3c::QEntity* root);
  void show(GizmoKind kind, const Pose& root_t_gizmo, double dpr);
  void hide() { show(GizmoKind::kNone, pose_, 1.0); }
  bool visible() const { return kind_ != GizmoKind::kNone; }
  const Pose& pose() const { return pose_; }
  void setHot(Handle handle);
  Handle hot() const { return hot_; }
  // While a handle is dragged the others are out of the way.
  void setOnly(Handle handle);
  // Drawn faint: the handles can be found, but not dragged.
  void setLocked(bool locked);
  bool locked() const { return locked_; }
  // Pixels from its middle.
  double ringPixels(Handle handle) const;
  Handle handleAt(const ViewTransform& view, const Eigen::Vector2d& pixel) const;
  // Where a handle is on screen, for tests and hints; none when it is hidden.
  std::optional<Eigen::Vector2d> grip(const ViewTransform& view, Handle handle) const;

 private:
  FrameGraph& graph_;
  q3c::QEntity *move_turn_, *rotate_;
  GizmoKind kind_ = GizmoKind::kNone;
  Pose pose_;
  Handle hot_ = Handle::kNone;
  bool locked_ = false;
};

}  // namespace ww::ui::scene
