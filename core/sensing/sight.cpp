// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/sight.h"

#include <cmath>
#include <map>

namespace ww::sensing {
namespace {

constexpr int kPoints = 400;

// Points spread over what is to be seen of an object, by area, in the root frame.
std::vector<Vec3> surfacePoints(const rays::Room& room, ObjectId object) {
  struct Piece {
    Vec3 a, b, c;
    double up_to;  // area of this and those before
  };
  std::vector<Piece> pieces;
  double area = 0.0;
  for (const rays::Instance& i : room.instances()) {
    if (i.object != object) continue;
    const geometry::Mesh& mesh = *i.geometry->mesh;
    for (const geometry::Triangle& t : mesh.triangles) {
      const Vec3 a = i.root_t_shape * mesh.vertices[t[0]], b = i.root_t_shape * mesh.vertices[t[1]],
                 c = i.root_t_shape * mesh.vertices[t[2]];
      area += 0.5 * (b - a).cross(c - a).norm();
      pieces.push_back({a, b, c, area});
    }
  }
  std::vector<Vec3> out;
  if (!(area > 0.0)) return out;
  std::size_t at = 0;
  for (int i = 0; i < kPoints; ++i) {
    while (at + 1 < pieces.size() && pieces[at].up_to < area * (i + 0.5) / kPoints) ++at;
    // Places within the triangle that are spread evenly (multiples of irrational numbers).
    double u = std::fmod(0.5 + 0.754877666 * i, 1.0), v = std::fmod(0.5 + 0.569840291 * i, 1.0);
    if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
    const Piece& p = pieces[at];
    out.emplace_back(p.a + u * (p.b - p.a) + v * (p.c - p.a));
  }
  return out;
}

bool inside(const Optics& o, const Vec3& in_camera) {
  if (in_camera.z() < o.near || in_camera.z() > o.far) return false;
  const auto pixel = project(o, in_camera);
  return pixel && pixel->x() >= 0.0 && pixel->y() >= 0.0 && pixel->x() <= o.width && pixel->y() <= o.height;
}

}  // namespace

Sight sightOf(const rays::Room& room, const Optics& optics, const Pose& root_t_camera, ObjectId object) {
  Sight out;
  const Pose camera_t_root = root_t_camera.inverse();
  rays::Bundle to_points;
  for (const Vec3& point : surfacePoints(room, object)) {
    const Vec3 in_camera = camera_t_root * point;
    if (inside(optics, in_camera)) to_points.add(in_camera / in_camera.z());
  }
  if (to_points.size() == 0) return out;
  std::vector<rays::RawHit> hits(to_points.size());
  room.cast(root_t_camera, to_points, 0, hits.size(), {static_cast<float>(optics.near), static_cast<float>(optics.far)},
            hits);
  std::size_t reached = 0, stopped = 0;
  std::map<EntityId, std::size_t> hiders;
  for (const rays::RawHit& hit : hits) {
    if (!hit.any()) continue;
    const rays::Instance& instance = room.instances()[hit.instance];
    if (instance.object == object) {
      ++reached;
      continue;
    }
    ++stopped;
    ++hiders[instance.entity];
  }
  std::size_t most = 0;
  for (const auto& [entity, count] : hiders)
    if (count > most) most = count, out.hidden_by = entity;
  out.seen = reached > 0 || stopped == 0 ? Seen::kSeen : Seen::kHidden;
  out.share = reached + stopped > 0 ? static_cast<double>(reached) / static_cast<double>(reached + stopped) : 1.0;
  return out;
}

}  // namespace ww::sensing
