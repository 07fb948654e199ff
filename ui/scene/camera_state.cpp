// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/camera_state.h"

#include <algorithm>
#include <cmath>

namespace ww::ui::scene {
namespace {

Eigen::Matrix4d lookAt(const CameraState& c) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.block<1, 3>(0, 0) = c.right().transpose();
  m.block<1, 3>(1, 0) = c.trueUp().transpose();
  m.block<1, 3>(2, 0) = -c.forward().transpose();
  m.block<3, 1>(0, 3) = -(m.block<3, 3>(0, 0) * c.eye);
  return m;
}

Eigen::Matrix4d project(const CameraState& c, double aspect) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Zero();
  const double n = c.near_clip, f = c.far_clip, t = std::tan(0.5 * c.vertical_fov);
  if (c.ortho) {
    const double h = c.distance() * t;
    m(0, 0) = 1.0 / (h * aspect);
    m(1, 1) = 1.0 / h;
    m(2, 2) = -2.0 / (f - n);
    m(2, 3) = -(f + n) / (f - n);
    m(3, 3) = 1.0;
  } else {
    m(0, 0) = 1.0 / (t * aspect);
    m(1, 1) = 1.0 / t;
    m(2, 2) = -(f + n) / (f - n);
    m(2, 3) = -2.0 * f * n / (f - n);
    m(3, 2) = -1.0;
  }
  return m;
}

}  // namespace

ViewTransform::ViewTransform(const CameraState& camera, double width, double height)
    : camera_(camera),
      width_(std::max(1.0, width)),
      height_(std::max(1.0, height)),
      view_(lookAt(camera)),
      projection_(ww::ui::scene::project(camera, width_ / height_)),
      view_projection_(projection_ * view_) {}

Ray ViewTransform::rayAt(const Eigen::Vector2d& pixel) const {
  const double x = 2.0 * pixel.x() / width_ - 1.0, y = 1.0 - 2.0 * pixel.y() / height_;
  const double dx = x / projection_(0, 0), dy = y / projection_(1, 1);
  const Vec3 side = camera_.right() * dx + camera_.trueUp() * dy;
  if (camera_.ortho) return {camera_.eye + side + camera_.forward() * camera_.near_clip, camera_.forward()};
  return {camera_.eye, (camera_.forward() + side).normalized()};
}

std::optional<Eigen::Vector2d> ViewTransform::project(const Vec3& p) const {
  const Eigen::Vector4d clip = view_projection_ * Eigen::Vector4d(p.x(), p.y(), p.z(), 1.0);
  if (clip.w() <= 1e-9) return std::nullopt;
  return Eigen::Vector2d((clip.x() / clip.w() * 0.5 + 0.5) * width_, (0.5 - clip.y() / clip.w() * 0.5) * height_);
}

double ViewTransform::metresPerPixel(const Vec3& p) const {
  const double w = camera_.ortho ? 1.0 : std::max(1e-6, depthOf(p));
  return 2.0 * w / (projection_(1, 1) * height_);
}

CameraState fitted(const CameraState& camera, const std::vector<Vec3>& points, double aspect) {
  constexpr double kMargin = 1.12;
  if (points.empty()) return camera;
  Bounds box;
  for (const Vec3& p : points) box.add(p);
  const Vec3 r = camera.right(), u = camera.trueUp(), f = camera.forward();
  const double ty = std::tan(0.5 * camera.vertical_fov), tx = ty * aspect;
  Vec3 target = box.center();
  double distance = 0.05;
  for (int pass = 0; pass < 4; ++pass) {
    const auto depth = [&](const Vec3& d) { return camera.ortho ? 0.0 : d.dot(f); };
    distance = 0.05;
    for (const Vec3& p : points) {
      const Vec3 d = p - target;
      distance = std::max(distance, kMargin * std::max(std::abs(d.dot(r)) / tx, std::abs(d.dot(u)) / ty) - depth(d));
    }
    if (pass == 3) break;
    // Sideways, so that what is near weighs on one side as much as on the other.
    Bounds seen;
    for (const Vec3& p : points) {
      const Vec3 d = p - target;
      const double scale = distance / std::max(distance + depth(d), 1e-3);
      seen.add(Vec3(d.dot(r) * scale, d.dot(u) * scale, 0.0));
    }
    target += seen.center().x() * r + seen.center().y() * u;
  }
  CameraState out = camera;
  out.target = target;
  out.eye = target - f * distance;
  return out;
}

void setClipping(CameraState& camera, const Bounds& box, const std::function<double()>& closest) {
  constexpr double kDepths = 50000.0;     // far by near, for which depths are fine everywhere
  constexpr double kFlatDepths = 2500.0;  // of an orthographic view, by its distance: a third of a pixel each
  const double d = std::max(1e-4, camera.distance());
  double reach = d + 60.0;
  if (!box.empty()) reach = std::max(reach, (box.center() - camera.eye).norm() + 0.5 * box.size().norm() + 1.0);
  reach = std::max(reach, 12.0 * d);
  if (camera.ortho) {
    // Depths are as far apart everywhere: what is far beyond all that can be told apart is left out.
    reach = std::min(reach, kFlatDepths * d + 60.0);
    camera.near_clip = -reach;
    camera.far_clip = reach;
    return;
  }
  camera.far_clip = reach;
  const double usual = std::min(0.02 * d, 0.1);
  camera.near_clip = usual;
  if (reach <= kDepths * usual) return;
  // What is far must not take away what is near. Seen at a slant it is half as deep as it is away.
  const double ground = std::min(std::abs(camera.eye.z()), box.empty() ? d : std::abs(camera.eye.z() - box.min.z()));
  camera.near_clip = std::clamp(0.5 * std::min({closest(), ground, d}), usual, reach / kDepths);
}

}  // namespace ww::ui::scene
