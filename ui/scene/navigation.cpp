// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/navigation.h"

#include <algorithm>
#include <cmath>

namespace ww::ui::scene {
namespace {

Quat orientation(const CameraState& c) {
  Eigen::Matrix3d m;
  m << c.right(), c.trueUp(), -c.forward();
  return Quat(m);
}

// Direction of the view and the up vector.
std::pair<Vec3, Vec3> axesOf(StandardView view) {
  switch (view) {
    case StandardView::kFront: return {Vec3::UnitY(), Vec3::UnitZ()};
    case StandardView::kBack: return {-Vec3::UnitY(), Vec3::UnitZ()};
    case StandardView::kRight: return {-Vec3::UnitX(), Vec3::UnitZ()};
    case StandardView::kLeft: return {Vec3::UnitX(), Vec3::UnitZ()};
    case StandardView::kTop: return {-Vec3::UnitZ(), Vec3::UnitY()};
    case StandardView::kBottom: return {Vec3::UnitZ(), -Vec3::UnitY()};
    case StandardView::kIso: break;
  }
  return {Vec3(-0.55, 0.68, -0.48).normalized(), Vec3::UnitZ()};
}

}  // namespace

Navigation::Navigation(QObject* parent) : QObject(parent) {
  flight_.setDuration(kFlightMs);
  flight_.setStartValue(0.0);
  flight_.setEndValue(1.0);
  flight_.setEasingCurve(QEasingCurve::InOutCubic);
  connect(&flight_, &QVariantAnimation::valueChanged, this, [this](const QVariant& t) { step(t.toDouble()); });
}

void Navigation::set(const CameraState& camera) {
  flight_.stop();
  camera_ = camera;
  Q_EMIT changed();
}

void Navigation::flyTo(const CameraState& camera) {
  if (reduced_motion_) return set(camera);
  flight_.stop();
  start_ = camera_;
  goal_ = camera;
  flight_.start();
}

void Navigation::step(double t) {
  if (t >= 1.0) {
    camera_ = goal_;
  } else {
    const Quat q = orientation(start_).slerp(t, orientation(goal_));
    const double d = start_.distance() * std::pow(goal_.distance() / start_.distance(), t);
    camera_ = goal_;
    camera_.target = (1.0 - t) * start_.target + t * goal_.target;
    camera_.eye = camera_.target + q * Vec3(0, 0, d);
    camera_.up = q * Vec3::UnitY();
  }
  Q_EMIT changed();
}

void Navigation::orbit(double dx, double dy, const Vec3& pivot) {
  CameraState c = destination();
  constexpr double kRadiansPerPixel = 0.0065;
  const Vec3 back = c.eye - c.target, right = c.right();
  const double polar = std::acos(std::clamp(back.normalized().z(), -1.0, 1.0));
  const double tilt = std::clamp(-dy * kRadiansPerPixel, 0.001 - polar, std::numbers::pi - 0.001 - polar);
  const Quat pitch(Eigen::AngleAxisd(tilt, right)), yaw(Eigen::AngleAxisd(-dx * kRadiansPerPixel, Vec3::UnitZ()));
  const Quat turn = yaw * pitch;
  c.target = pivot + turn * (c.target - pivot);
  c.eye = c.target + turn * back;
  // The true up vector keeps the view defined even when it looks straight down.
  c.up = (yaw * right).cross(-(turn * back)).normalized();
  set(c);
}

void Navigation::pan(const ViewTransform& view, double dx, double dy) {
  CameraState c = destination();
  const double m = view.metresPerPixel(c.target);
  const Vec3 shift = -dx * m * c.right() + dy * m * c.trueUp();
  c.eye += shift;
  c.target += shift;
  set(c);
}

void Navigation::zoom(double factor, const Vec3& fixed) {
  CameraState c = destination();
  const double d = c.distance();
  factor = std::clamp(factor, 0.005 / d, 2000.0 / d);
  c.eye = fixed + (c.eye - fixed) * factor;
  c.target = fixed + (c.target - fixed) * factor;
  set(c);
}

void Navigation::setStandardView(StandardView view) {
  CameraState c = destination();
  const auto [forward, up] = axesOf(view);
  c.eye = c.target - forward * c.distance();
  c.up = up;
  flyTo(c);
}

void Navigation::toggleProjection() {
  CameraState c = destination();
  c.ortho = !c.ortho;
  set(c);
}

}  // namespace ww::ui::scene
