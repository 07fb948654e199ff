// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/sight.h"

#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace ww::sensing {
namespace {

constexpr int kPoints = 400;
constexpr int kAcross = 48;  // rays in a row over what an object may fill of the picture

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

bool inPicture(const Optics& o, const std::optional<Vec2>& pixel) {
  return pixel && pixel->x() >= 0.0 && pixel->y() >= 0.0 && pixel->x() <= o.width && pixel->y() <= o.height;
}

// A part of a picture, pixels.
struct Patch {
  Vec2 min = Vec2::Zero(), max = Vec2::Zero();
};

// What of the picture an object may fill: by the boxes about its shapes, or all of it where one is not wholly in front.
std::optional<Patch> patchOf(const std::vector<rays::Instance>& shapes, const Optics& o, const Pose& camera_t_root) {
  const Vec2 size(o.width, o.height);
  Patch out{Vec2::Constant(std::numeric_limits<double>::infinity()),
            Vec2::Constant(-std::numeric_limits<double>::infinity())};
  for (const rays::Instance& shape : shapes) {
    const Bounds& box = shape.geometry->bounds;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 at(corner & 1 ? box.max.x() : box.min.x(), corner & 2 ? box.max.y() : box.min.y(),
                    corner & 4 ? box.max.z() : box.min.z());
      const Vec3 in_camera = camera_t_root * (shape.root_t_shape * at);
      const auto pixel = in_camera.z() < o.near ? std::nullopt : project(o, in_camera);
      if (!pixel) return Patch{Vec2::Zero(), size};
      out.min = out.min.cwiseMin(*pixel);
      out.max = out.max.cwiseMax(*pixel);
    }
  }
  out.min = out.min.cwiseMax(0.0);
  out.max = out.max.cwiseMin(size);
  if (!(out.min.x() < out.max.x() && out.min.y() < out.max.y())) return std::nullopt;
  return out;
}

rays::Bundle raysThrough(const Patch& patch, const Optics& o) {
  std::vector<Vec2> pixels;
  for (int row = 0; row < kAcross; ++row) {
    for (int col = 0; col < kAcross; ++col)
      pixels.emplace_back(patch.min +
                          Vec2((col + 0.5) / kAcross, (row + 0.5) / kAcross).cwiseProduct(patch.max - patch.min));
  }
  rays::Bundle out;
  // Of the lengths that a picture's own have, so that the clip planes cut the same.
  for (const std::optional<Vec3>& dir : directions(o, pixels)) {
    if (dir) out.add(*dir);
    else out.addNone();
  }
  return out;
}

std::vector<rays::RawHit> cast(const rays::Room& room, const Optics& o, const Pose& root_t_camera,
                               const rays::Bundle& bundle) {
  std::vector<rays::RawHit> hits(bundle.size());
  room.cast(root_t_camera, bundle, 0, hits.size(), {static_cast<float>(o.near), static_cast<float>(o.far)}, hits);
  return hits;
}

// Rays that would meet the object, if nothing else were there.
class Tally {
 public:
  Tally(const rays::Room& room, ObjectId object) : room_(&room), object_(object) {}

  void add(const rays::RawHit& hit) {
    if (!hit.any()) return;
    const rays::Instance& instance = room_->instances()[hit.instance];
    if (instance.object == object_) ++reached_;
    else ++hiders_[instance.entity], ++stopped_;
  }
  bool empty() const { return reached_ + stopped_ == 0; }
  Sight sight() const {
    Sight out;
    std::size_t most = 0;
    for (const auto& [entity, count] : hiders_)
      if (count > most) most = count, out.hidden_by = entity;
    out.seen = reached_ > 0 ? Seen::kSeen : Seen::kHidden;
    out.share = static_cast<double>(reached_) / static_cast<double>(reached_ + stopped_);
    return out;
  }

 private:
  const rays::Room* room_;
  ObjectId object_;
  std::size_t reached_ = 0, stopped_ = 0;
  std::map<EntityId, std::size_t> hiders_;
};

// Where rays of the picture pass by what is thin: to points on it.
Tally toItsPoints(const rays::Room& room, const Optics& optics, const Pose& root_t_camera, ObjectId object) {
  const Pose camera_t_root = root_t_camera.inverse();
  rays::Bundle to_points;
  std::vector<double> lengths;
  std::vector<Vec3> points = surfacePoints(room, object);
  for (Vec3& point : points) point = camera_t_root * point;
  const auto pixels = projected(optics, points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!inPicture(optics, pixels[i])) continue;
    const Vec3 ray = rayTowards(optics, points[i]);
    const double length = points[i].norm() / ray.norm();
    if (length < optics.near || length > optics.far) continue;
    to_points.add(ray);
    lengths.push_back(length);
  }
  Tally out(room, object);
  const std::vector<rays::RawHit> hits = cast(room, optics, root_t_camera, to_points);
  // What is met behind the point hides nothing: the ray slipped past.
  for (std::size_t i = 0; i < hits.size(); ++i)
    if (hits[i].any() && hits[i].t < lengths[i] * (1.0 + 1e-4)) out.add(hits[i]);
  return out;
}

}  // namespace

Sight sightOf(const rays::Room& room, const Optics& optics, const Pose& root_t_camera, ObjectId object) {
  std::vector<rays::Instance> shapes;
  for (const rays::Instance& instance : room.instances())
    if (instance.object == object) shapes.push_back(instance);
  const auto patch = shapes.empty() ? std::nullopt : patchOf(shapes, optics, root_t_camera.inverse());
  if (!patch) return {};
  // What of it would be in the picture if it stood alone, and what of that is.
  const auto alone = rays::Room::of(std::move(shapes), &room);
  if (!alone.ok()) return {};
  const rays::Bundle bundle = raysThrough(*patch, optics);
  const std::vector<rays::RawHit> wanted = cast(*alone, optics, root_t_camera, bundle);
  const std::vector<rays::RawHit> met = cast(room, optics, root_t_camera, bundle);
  Tally tally(room, object);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i].any()) tally.add(met[i]);
  if (tally.empty()) tally = toItsPoints(room, optics, root_t_camera, object);
  return tally.empty() ? Sight() : tally.sight();
}

}  // namespace ww::sensing
