// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/look_at.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/scene/picking/picker.h"

namespace ww::ui::scene {
namespace {

constexpr double kSmallest = 0.01, kLargest = 0.4;  // half of what is shown, metres
constexpr double kUsual = 0.25;                     // where nothing tells how large things are
constexpr double kGoodEnough = 0.9;
constexpr double kTurnCost = 0.3;  // of half a turn, in visibility
constexpr double kDisk = 0.3;      // part of what is shown around the points that is looked at
constexpr int kRings = 3, kSpokes = 8;
constexpr double kSlant = 2.5;

class Looker {
 public:
  Looker(WorldMirror& mirror, const ViewTransform& view, const Spot& spot) : mirror_(mirror), view_(view), spot_(spot) {
    for (const Vec3& p : spot.points) box_.add(p);
    radius_ = std::max(sizeOfBodies(), 0.7 * box_.size().norm());
    areDrawn();
    // What would stand there is a ghost of several bodies: from nearer one would look at it from within.
    if (!bodies_drawn_ && !spot.bodies.empty()) radius_ = std::max(radius_, kUsual);
  }

  CameraState best() const {
    const Vec3 now = view_.camera().forward();
    CameraState best = from(now, view_.camera().up);
    double best_score = visibility(best);
    if (best_score >= kGoodEnough) return best;
    for (const Vec3& forward : directions()) {
      const CameraState camera = from(forward, Vec3::UnitZ());
      const double turn = std::acos(std::clamp(forward.dot(now), -1.0, 1.0)) / std::numbers::pi;
      const double score = visibility(camera) - kTurnCost * turn;
      if (score <= best_score + 1e-6) continue;
      best_score = score;
      best = camera;
    }
    return best;
  }

 private:
  // Half of what is to be shown: about the smaller body, so that the larger one shows where it is.
  double sizeOfBodies() const {
    double size = 0.0;
    for (const EntityId body : spot_.bodies) {
      const Bounds box = mirror_.boundsOf(body);
      if (box.empty()) continue;
      const double own = 0.75 * box.size().norm();
      size = size == 0.0 ? own : std::min(size, own);
    }
    return std::clamp(size == 0.0 ? kUsual : size, kSmallest, kLargest);
  }

  // A body that a motion would have there stands elsewhere in the world.
  void areDrawn() {
    bodies_drawn_ = spot_.bodies.size() == 2;
    for (const EntityId body : spot_.bodies) {
      Bounds box = mirror_.boundsOf(body);
      bodies_drawn_ = bodies_drawn_ && !box.empty();
      if (!bodies_drawn_) return;
      const Vec3 room = Vec3::Constant(0.02 * radius_ + 0.002);
      const Vec3 c = box_.center();
      bodies_drawn_ = ((c - box.min + room).array() >= 0.0).all() && ((box.max + room - c).array() >= 0.0).all();
    }
  }

  CameraState from(const Vec3& forward, const Vec3& up) const {
    CameraState out = view_.camera();
    const double ty = std::tan(0.5 * out.vertical_fov), tx = ty * view_.width() / view_.height();
    out.target = box_.center();
    out.eye = out.target - forward * (radius_ / std::min(tx, ty));
    out.up = up;
    mirror_.clip(out);
    return out;
  }

  static std::vector<Vec3> directions() {
    std::vector<Vec3> out;
    for (const double up_deg : {15.0, 30.0, 45.0, 65.0, 85.0, -15.0, -40.0, -70.0})
      for (int i = 0; i < 24; ++i) {
        const double up = up_deg * std::numbers::pi / 180.0, around = 2.0 * std::numbers::pi * i / 24;
        out.emplace_back(-std::cos(up) * std::cos(around), -std::cos(up) * std::sin(around), -std::sin(up));
      }
    return out;
  }

  // From 0, hidden, to 1.
  double visibility(const CameraState& camera) const {
    const ViewTransform view(camera, view_.width(), view_.height());
    return bodies_drawn_ ? bodiesSeen(view) : pointsSeen(view);
  }

  // A contact lies within the bodies, so no ray reaches it: what tells is whether both are to be seen around it.
  double bodiesSeen(const ViewTransform& view) const {
    const auto middle = view.project(box_.center());
    if (!middle) return 0.0;
    const double pixels = kDisk * radius_ / view.metresPerPixel(box_.center());
    std::array<int, 2> seen{0, 0};
    int rays = 0;
    for (int ring = 0; ring <= kRings; ++ring)
      for (int spoke = 0; spoke < (ring == 0 ? 1 : kSpokes); ++spoke, ++rays) {
        const double a = 2.0 * std::numbers::pi * (spoke + 0.5 * (ring % 2)) / kSpokes, r = pixels * ring / kRings;
        const auto hit = surfaceAt(mirror_, view.rayAt(*middle + r * Eigen::Vector2d(std::cos(a), std::sin(a))));
        if (!hit || (hit->point - box_.center()).norm() > radius_) continue;
        for (std::size_t i = 0; i < 2; ++i) seen[i] += hit->entity == spot_.bodies[i];
      }
    // A fifth of the disk shows the smaller side of a contact well.
    return std::min(1.0, std::min(seen[0], seen[1]) / (0.2 * rays));
  }

  double pointsSeen(const ViewTransform& view) const {
    // As deep as one lies within the other, seen at a slant.
    const double slack = 0.03 * radius_ + kSlant * box_.size().norm();
    int seen = 0;
    for (const Vec3& p : spot_.points) {
      const auto pixel = view.project(p);
      if (!pixel) continue;
      const Ray ray = view.rayAt(*pixel);
      const double depth = (p - ray.origin).norm();
      const auto hit = surfaceAt(mirror_, ray);
      seen += !hit || (hit->point - ray.origin).norm() >= depth - slack;
    }
    return static_cast<double>(seen) / static_cast<double>(spot_.points.size());
  }

  WorldMirror& mirror_;
  const ViewTransform& view_;
  const Spot& spot_;
  Bounds box_;
  double radius_ = kUsual;
  bool bodies_drawn_ = false;
};

}  // namespace

CameraState lookingAt(WorldMirror& mirror, const ViewTransform& view, const Spot& spot) {
  if (spot.points.empty()) return view.camera();
  return Looker(mirror, view, spot).best();
}

}  // namespace ww::ui::scene
