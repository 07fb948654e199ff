// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Core>
#include <functional>
#include <numbers>
#include <optional>
#include <vector>

#include "core/math/pose.h"

namespace ww::ui {

// A camera in the root frame: metres, z up. `up` need not be orthogonal to the view, only not parallel.
// An orthographic view shows what the perspective one shows at the distance of the target.
struct CameraState {
  Vec3 eye = Vec3(2.6, -3.4, 2.2);
  Vec3 target = Vec3(0.0, 0.0, 0.4);
  Vec3 up = Vec3::UnitZ();
  double vertical_fov = 40.0 * std::numbers::pi / 180.0;  // radians
  bool ortho = false;
  double near_clip = 0.02;  // metres along the view
  double far_clip = 200.0;

  double distance() const { return (target - eye).norm(); }
  Vec3 forward() const { return (target - eye).normalized(); }
  Vec3 right() const { return forward().cross(up).normalized(); }
  Vec3 trueUp() const { return right().cross(forward()); }
};

namespace scene {

struct Ray {
  Vec3 origin = Vec3::Zero();
  Vec3 dir = Vec3::UnitX();  // unit
};

// A camera and the size of what it draws on; converts between root frame and pixels. Pixels are logical
// ones, from the upper left corner of the surface.
class ViewTransform {
 public:
  ViewTransform() : ViewTransform(CameraState{}, 1.0, 1.0) {}
  ViewTransform(const CameraState& camera, double width, double height);

  const CameraState& camera() const { return camera_; }
  double width() const { return width_; }
  double height() const { return height_; }
  const Eigen::Matrix4d& view() const { return view_; }
  const Eigen::Matrix4d& projection() const { return projection_; }

  // Through a point of the surface, from the eye (ortho: from the near plane).
  Ray rayAt(const Eigen::Vector2d& pixel) const;
  // None behind the eye.
  std::optional<Eigen::Vector2d> project(const Vec3& p) const;
  // Length of one pixel at the depth of p.
  double metresPerPixel(const Vec3& p) const;
  double depthOf(const Vec3& p) const { return (p - camera_.eye).dot(camera_.forward()); }

 private:
  CameraState camera_;
  double width_, height_;
  Eigen::Matrix4d view_, projection_, view_projection_;
};

// The camera moved, not turned, so that the points fill the view.
CameraState fitted(const CameraState& camera, const std::vector<Vec3>& points, double aspect);
// Near and far planes for what is visible: the box and the ground around the target. `closest`: metres from the eye to
// what is nearest to it; asked where depths are too coarse unless the near plane is moved out, which takes none of
// that.
void setClipping(CameraState& camera, const Bounds& box, const std::function<double()>& closest);

}  // namespace scene
}  // namespace ww::ui
