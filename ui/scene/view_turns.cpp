// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/view_turns.h"

#include <algorithm>
#include <cmath>

namespace ww::ui::scene {
namespace {

constexpr double kQuarter = std::numbers::pi / 2.0, kEighth = std::numbers::pi / 4.0;
constexpr double kStraight = 0.9999;  // sine of the elevation from where the eye looks straight down

CameraState facing(const CameraState& camera, const Vec3& back, const Vec3& up) {
  CameraState out = camera;
  out.eye = camera.target + camera.distance() * back.normalized();
  out.up = up;
  return out;
}

CameraState rotated(const CameraState& camera, const Vec3& axis, double angle) {
  const Quat q(Eigen::AngleAxisd(angle, axis.normalized()));
  return facing(camera, q * -camera.forward(), q * camera.trueUp());
}

bool isLevel(const CameraState& c) {
  return std::abs(c.right().z()) < 0.01 && std::abs(c.forward().z()) < kStraight && c.trueUp().z() > 0.0;
}

double limited(const CameraState& c, double raise) {
  const double elevation = std::asin(std::clamp(-c.forward().z(), -1.0, 1.0));
  return isLevel(c) ? std::clamp(elevation + raise, -kQuarter, kQuarter) - elevation : raise;
}

// From straight below (-2) to straight above (2); edges and corners of one height are one level.
double levelOf(double sine) {
  const double degrees = std::asin(std::clamp(sine, -1.0, 1.0)) * 180.0 / std::numbers::pi, high = std::abs(degrees);
  constexpr double kCorner = 34.0, kEdge = 46.0;
  const double level = high < kCorner ? high / kCorner : high <= kEdge ? 1.0 : 1.0 + (high - kEdge) / (90.0 - kEdge);
  return std::copysign(level, degrees);
}

// Where the eye is seen from above, in eighths of a turn from +x; straight down or up: by what is up on screen.
double eighthOf(const CameraState& c) {
  const Vec3 back = -c.forward();
  const Vec3 side = std::abs(back.z()) < kStraight ? back : Vec3(-std::copysign(1.0, back.z()) * c.trueUp());
  return std::atan2(side.y(), side.x()) / kEighth;
}

double stepUp(double value) { return std::floor(value + 0.02) + 1.0; }
double stepDown(double value) { return std::ceil(value - 0.02) - 1.0; }

}  // namespace

CameraState seenFrom(const CameraState& camera, const Facet& facet) {
  const Vec3 back = facet.cast<double>();
  const bool straight = facet.x() == 0 && facet.y() == 0;
  return facing(camera, back, straight ? Vec3(0.0, back.z(), 0.0) : Vec3(Vec3::UnitZ()));
}

CameraState quarterTurned(const CameraState& c, ViewTurn turn) {
  const Vec3 upright = isLevel(c) ? Vec3(Vec3::UnitZ()) : c.trueUp();
  switch (turn) {
    case ViewTurn::kLeft: return rotated(c, upright, -kQuarter);
    case ViewTurn::kRight: return rotated(c, upright, kQuarter);
    case ViewTurn::kUp: return rotated(c, c.right(), -limited(c, kQuarter));
    case ViewTurn::kDown: return rotated(c, c.right(), -limited(c, -kQuarter));
    case ViewTurn::kRollLeft: return rotated(c, -c.forward(), -kQuarter);
    case ViewTurn::kRollRight: break;
  }
  return rotated(c, -c.forward(), kQuarter);
}

CameraState steppedOn(const CameraState& c, ViewTurn turn) {
  if (turn == ViewTurn::kRollLeft || turn == ViewTurn::kRollRight) return quarterTurned(c, turn);
  double eighth = eighthOf(c), level = levelOf(-c.forward().z());
  const bool sideways = turn == ViewTurn::kLeft || turn == ViewTurn::kRight;
  if (sideways) eighth = turn == ViewTurn::kRight ? stepUp(eighth) : stepDown(eighth);
  else level = turn == ViewTurn::kUp ? stepUp(level) : stepDown(level);
  level = std::clamp(std::round(level), -2.0, 2.0);
  const double angle = std::round(eighth) * kEighth;
  const auto sign = [](double x) { return std::abs(x) < 0.1 ? 0.0 : std::copysign(1.0, x); };
  const Vec3 side(sign(std::cos(angle)), sign(std::sin(angle)), 0.0);
  if (std::abs(level) < 1.5) return facing(c, side + level * Vec3::UnitZ(), Vec3::UnitZ());
  return facing(c, level * Vec3::UnitZ(), std::copysign(1.0, level) * -side);
}

}  // namespace ww::ui::scene
