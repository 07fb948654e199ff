// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/picking/picker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "ui/scene/section.h"

namespace ww::ui::scene {
namespace {

constexpr double kFrameReach = 9.0;        // pixels
constexpr double kFarthestFloor = 1000.0;  // metres from the eye

std::array<geometry::HalfSpace, 4> region(const ViewTransform& view, const QRectF& rect) {
  const Eigen::Vector2d corners[4] = {{rect.left(), rect.top()},
                                      {rect.right(), rect.top()},
                                      {rect.right(), rect.bottom()},
                                      {rect.left(), rect.bottom()}};
  const Ray middle = view.rayAt({rect.center().x(), rect.center().y()});
  const Vec3 inside = middle.origin + middle.dir;
  std::array<geometry::HalfSpace, 4> out;
  for (std::size_t i = 0; i < 4; ++i) {
    const Ray a = view.rayAt(corners[i]), b = view.rayAt(corners[(i + 1) % 4]);
    const Vec3 p = a.origin + a.dir, q = b.origin + b.dir;
    Vec3 n = a.dir.cross(q - p).normalized();
    if (n.dot(inside - p) > 0) n = -n;
    out[i] = {n, n.dot(p)};
  }
  return out;
}

bool isCutAway(const WorldMirror& mirror, const Part& part) {
  return mirror.rules().section.on &&
         cutsAway(mirror.rules().section, part.mesh->geometry->bounds.transformed(part.root_t_shape));
}

}  // namespace

std::optional<SurfaceHit> surfaceAt(WorldMirror& mirror, const Ray& ray, const geometry::SceneBvh::Filter& filter) {
  const auto found = [&](std::uint64_t id) {
    return mirror.isCurrent(mirror.part(static_cast<std::uint32_t>(id))) && (!filter || filter(id));
  };
  Ray seen = ray;
  double length = std::numeric_limits<double>::infinity();
  if (!clipRay(mirror.rules().section, seen, length)) return std::nullopt;
  const auto hit = mirror.pickTree().raycast(seen.origin, seen.dir, length, found);
  if (!hit) return std::nullopt;
  const auto slot = static_cast<std::uint32_t>(hit->id);
  const Part& part = mirror.part(slot);
  return SurfaceHit{slot, part.object, part.entity, hit->point, hit->normal};
}

std::optional<Vec3> floorAt(const ViewTransform& view, const Eigen::Vector2d& pixel, double height) {
  const Ray ray = view.rayAt(pixel);
  const double t = (height - ray.origin.z()) / ray.dir.z();
  // In a parallel projection rays begin far behind the eye.
  const double from_eye = t + (view.camera().ortho ? view.camera().near_clip : 0.0);
  if (!std::isfinite(t) || t <= 0.0 || from_eye > kFarthestFloor) return std::nullopt;
  return Vec3(ray.origin + t * ray.dir);
}

std::vector<world::NodeRef> nodesAt(WorldMirror& mirror, const FrameMarkers& frames, const ViewTransform& view,
                                    const Eigen::Vector2d& pixel, std::size_t at_most) {
  std::vector<std::pair<double, FrameId>> near;
  for (const auto& marker : frames.markers())
    if (const auto p = view.project(marker.origin); p && (*p - pixel).norm() <= kFrameReach)
      near.emplace_back((*p - pixel).norm(), marker.id);
  std::sort(near.begin(), near.end());
  std::vector<world::NodeRef> out;
  for (const auto& [distance, id] : near) out.emplace_back(id);
  const Ray ray = view.rayAt(pixel);
  std::set<ObjectId> seen;
  while (out.size() < at_most) {
    const auto hit = surfaceAt(mirror, ray, [&](std::uint64_t slot) {
      const Part& part = mirror.part(static_cast<std::uint32_t>(slot));
      return !seen.contains(part.object) && !mirror.isLocked(part);
    });
    if (!hit) break;
    seen.insert(hit->object);
    out.emplace_back(hit->object);
  }
  return out;
}

std::vector<world::NodeRef> nodesIn(WorldMirror& mirror, const FrameMarkers& frames, const ViewTransform& view,
                                    const QRectF& rect, bool touch) {
  std::vector<std::pair<ObjectId, bool>> parts;  // whether inside
  for (const auto& [id, overlap] : mirror.pickTree().inConvex(region(view, rect))) {
    const Part& part = mirror.part(static_cast<std::uint32_t>(id));
    if (isCutAway(mirror, part)) continue;
    if (mirror.isCurrent(part) && !mirror.isLocked(part))
      parts.emplace_back(part.object, overlap == geometry::Overlap::kInside);
  }
  std::sort(parts.begin(), parts.end());
  std::vector<world::NodeRef> out;
  for (auto part = parts.begin(); part != parts.end();) {
    const ObjectId object = part->first;
    std::size_t inside = 0;
    for (; part != parts.end() && part->first == object; ++part) inside += part->second;
    if (touch || inside == mirror.shownCount(object)) out.emplace_back(object);
  }
  for (const auto& marker : frames.markers())
    if (const auto p = view.project(marker.origin); p && rect.contains(p->x(), p->y())) out.emplace_back(marker.id);
  return out;
}

}  // namespace ww::ui::scene
