// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <optional>

#include "ui/scene/camera_state.h"

namespace ww::ui::scene {

// The numbers are those in the vertices of the gizmo's model.
enum class Handle {
  kNone = 0,
  kMoveX = 1,
  kMoveY,
  kMoveZ,
  kPlaneYZ,
  kPlaneZX,
  kPlaneXY,
  kTurnX,
  kTurnY,
  kTurnZ,
  kTurnView,  // about the axis that points at the eye
  kMoveView   // in the plane of the screen
};
inline bool isAxis(Handle h) { return h >= Handle::kMoveX && h <= Handle::kMoveZ; }
inline bool isPlane(Handle h) { return h >= Handle::kPlaneYZ && h <= Handle::kPlaneXY; }
inline bool isTurn(Handle h) { return h >= Handle::kTurnX && h <= Handle::kTurnView; }

struct SnapSettings {
  bool enabled = false;
  double grid = 0.01;                             // metres
  double angle = 5.0 * std::numbers::pi / 180.0;  // radians
};

// A shift, or a turn about an axis through the pivot; root frame.
struct Motion {
  Vec3 shift = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();
  double angle = 0.0;

  bool nothing() const { return shift.isZero(0.0) && angle == 0.0; }
  Pose apply(const Pose& root_t_node, const Vec3& pivot) const;
};

// One drag of a handle, from the pixel where it began.
class HandleDrag {
 public:
  // `root_t_gizmo`: pivot and axes.
  HandleDrag(Handle handle, const Pose& root_t_gizmo, const ViewTransform& view, const Eigen::Vector2d& pixel,
             double ring_pixels);
  Handle handle() const { return handle_; }
  const Vec3& pivot() const { return root_t_gizmo_.p; }

  Motion moveTo(const ViewTransform& view, const Eigen::Vector2d& pixel, const SnapSettings& snap, bool fine);
  // Typed values take the place of the pointer: numbers, units and expressions as in any field, in mm or degrees
  // where there is no unit. Planes take up to two, the plane of the screen up to three: "10 -20", "1in; 25.4+10".
  struct Typed {
    std::optional<Motion> motion;
    QString error;  // why there is none, for the user
  };
  Typed typed(const QString& text) const;
  // What a motion of this drag is, for the readout: "X 120.0 mm".
  QString readout(const Motion& motion) const;

 private:
  Vec3 axis(int i) const { return q_ * Vec3(Vec3::Unit(i % 3)); }
  Motion motionOf(const Vec3& value) const;
  Vec3 valueAt(const ViewTransform& view, const Eigen::Vector2d& pixel) const;
  double turnAt(const ViewTransform& view, const Eigen::Vector2d& pixel) const;
  Vec3 shiftOf(const Motion& motion) const;

  Handle handle_;
  Pose root_t_gizmo_;
  Quat q_;  // the axes of this drag: the gizmo's, or the screen's
  Eigen::Vector2d start_pixel_;
  Vec3 start_value_ = Vec3::Zero(), last_value_ = Vec3::Zero();  // along those axes, metres
  double last_angle_ = 0.0, total_angle_ = 0.0;
  Eigen::Vector2d tangent_ = Eigen::Vector2d::UnitX();  // on screen, when the ring is seen from its edge
  double ring_pixels_;
  bool edge_on_ = false;
};

}  // namespace ww::ui::scene
