// SPDX-License-Identifier: Apache-2.0
#include "core/planning/swept_volume.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <unordered_map>
#include <unordered_set>

#include "core/collision/body.h"
#include "core/model/mechanism.h"
#include "core/validate/judge.h"

namespace ww::planning {
namespace {

using Cube = std::array<std::int32_t, 3>;

constexpr std::size_t kMostCubes = 400'000;
constexpr double kSweptLook = 0.02;  // between two configurations, L2 norm of radians and metres
constexpr double kSagitta = 1e-3;    // metres; what an arc between two of them may be off its chord, and more
// Around a ball: of a box of these a ball fills half, and its way from place to place not much less than that.
constexpr double kMostAround = 8.0 * static_cast<double>(kMostCubes);
constexpr std::int64_t kOffset = 1 << 20;

std::uint64_t keyOf(const Cube& c) {
  const auto part = [](std::int32_t v) { return static_cast<std::uint64_t>(v + kOffset); };
  return part(c[0]) << 42 | part(c[1]) << 21 | part(c[2]);
}

Cube cubeOf(std::uint64_t key) {
  const auto part = [](std::uint64_t v) {
    return static_cast<std::int32_t>(static_cast<std::int64_t>(v & 0x1fffff) - kOffset);
  };
  return {part(key >> 42), part(key >> 21), part(key)};
}

// A ball that a row carries; row -1: it stands.
struct Ball {
  int row = -1;
  Vec3 p_in_row = Vec3::Zero();
  double radius = 0.0;
  Vec3 last = Vec3::Zero();  // where it was marked last, in the root frame
  bool marked = false;
};

class Cubes {
 public:
  explicit Cubes(double pitch) : pitch_(pitch), reach_(0.5 * std::numbers::sqrt3 * pitch) {}

  // Those that the ball may touch on its way. False: that would be too many, or they are too far off to be counted.
  bool mark(const Vec3& from, const Vec3& to, double radius) {
    const double most = radius + reach_ + kSagitta;
    const Vec3 low = from.cwiseMin(to).array() - most, high = from.cwiseMax(to).array() + most;
    if (!low.allFinite() || !high.allFinite()) return true;  // it is nowhere
    const double farthest = pitch_ * static_cast<double>(kOffset - 2);
    if (std::max(-low.minCoeff(), high.maxCoeff()) >= farthest || ((high - low) / pitch_).prod() > kMostAround)
      return false;
    const Cube a = at(low), b = at(high);
    Cube c;
    for (c[0] = a[0]; c[0] <= b[0]; ++c[0])
      for (c[1] = a[1]; c[1] <= b[1]; ++c[1])
        for (c[2] = a[2]; c[2] <= b[2]; ++c[2])
          if (distance(middle(c), from, to) <= most) cubes_.insert(keyOf(c));
    return cubes_.size() <= kMostCubes;
  }
  double pitch() const { return pitch_; }
  geometry::Mesh surface() const;

 private:
  Cube at(const Vec3& p) const {
    Cube out;
    for (std::size_t i = 0; i < 3; ++i)
      out[i] = static_cast<std::int32_t>(std::floor(p[static_cast<Eigen::Index>(i)] / pitch_));
    return out;
  }
  Vec3 middle(const Cube& c) const { return pitch_ * Vec3(c[0] + 0.5, c[1] + 0.5, c[2] + 0.5); }
  static double distance(const Vec3& p, const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from;
    const double size = way.squaredNorm();
    const double share = size > 1e-18 ? std::clamp(way.dot(p - from) / size, 0.0, 1.0) : 0.0;
    return (p - from - share * way).norm();
  }

  const double pitch_, reach_;
  std::unordered_set<std::uint64_t> cubes_;
};

// Two triangles for each side that no other cube covers, in an order that does not depend on the hash.
geometry::Mesh Cubes::surface() const {
  std::vector<std::uint64_t> all(cubes_.begin(), cubes_.end());
  std::ranges::sort(all);
  geometry::Mesh out;
  std::unordered_map<std::uint64_t, std::uint32_t> corners;
  const auto corner = [&](const Cube& c) {
    const auto [it, fresh] = corners.emplace(keyOf(c), static_cast<std::uint32_t>(out.vertices.size()));
    if (fresh) out.vertices.push_back(pitch_ * Vec3(c[0], c[1], c[2]));
    return it->second;
  };
  for (const std::uint64_t key : all) {
    const Cube c = cubeOf(key);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const int side : {0, 1}) {
        Cube next = c;
        next[axis] += side == 0 ? -1 : 1;
        if (cubes_.contains(keyOf(next))) continue;
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        Cube first = c;
        first[axis] += side;
        std::array<Cube, 4> square{first, first, first, first};
        ++square[1][u], ++square[2][u], ++square[2][v], ++square[3][v];
        // Counter-clockwise seen from outside.
        if (side == 0) std::swap(square[1], square[3]);
        const std::uint32_t i[] = {corner(square[0]), corner(square[1]), corner(square[2]), corner(square[3])};
        out.triangles.push_back({i[0], i[1], i[2]});
        out.triangles.push_back({i[0], i[2], i[3]});
      }
    }
  }
  return out;
}

// The finest balls of all that the robot is made of and carries.
std::vector<Ball> ballsOf(const collision::Scene& scene, const model::Mechanism& mechanism, ObjectId robot) {
  std::vector<Ball> out;
  scene.world().forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities) {
      const collision::Body* body = scene.body(entity->id);
      if (!body || !body->shape->cover) continue;
      const auto seat = mechanism.seat(entity->id);
      if (seat.row < 0 && object.id != robot) continue;
      const collision::SphereCover& cover = body->shape->cover->get();
      const Pose row_t_box = seat.row_t_node * cover.body_t_box;
      const auto add = [&](const Vec3& centre, double radius) {
        out.push_back({seat.row, row_t_box * centre, radius, Vec3::Zero(), false});
      };
      if (cover.outer.empty()) add(cover.root.center, cover.root.radius);
      for (const collision::SphereGroup& group : cover.outer)
        for (int i = 0; i < group.count; ++i)
          if (group.below[i] == collision::kNoGroup) add({group.x[i], group.y[i], group.z[i]}, group.r[i]);
    }
  });
  return out;
}

// False when there are too many cubes of that size.
Result<bool> sweep(const model::Mechanism& mechanism, std::vector<Ball> balls, const Trajectory& trajectory,
                   const SweptOptions& options, Cubes& out) {
  std::vector<Pose> rows(mechanism.moved().size());
  bool fits = true;
  const Status done = validate::forEachTime(trajectory, kSweptLook, [&](double time) -> Status {
    if (!fits) return okStatus();
    mechanism.forward(trajectory.sample(time).q, rows);
    for (Ball& ball : balls) {
      if (ball.row < 0 && ball.marked) continue;
      const Vec3 now = ball.row < 0 ? ball.p_in_row : rows[static_cast<std::size_t>(ball.row)] * ball.p_in_row;
      // What has not moved is there already.
      if (ball.marked && (now - ball.last).norm() < 1e-9) continue;
      if (options.interrupted) WW_TRY(options.interrupted());
      fits = out.mark(ball.marked ? ball.last : now, now, ball.radius);
      if (!fits) return okStatus();
      ball.last = now;
      ball.marked = true;
    }
    return okStatus();
  });
  if (!done.ok()) return done;
  return fits;
}

}  // namespace

Result<geometry::Mesh> sweptVolume(const collision::Scene& scene, ObjectId robot, const Trajectory& trajectory,
                                   const SweptOptions& options) {
  WW_ASSIGN(const auto mechanism, model::Mechanism::ofObject(scene.model(), robot));
  if (trajectory.empty()) return geometry::Mesh();
  const std::vector<Ball> balls = ballsOf(scene, mechanism, robot);
  double pitch = options.pitch;
  for (;; pitch *= 2.0) {
    Cubes cubes(pitch);
    WW_ASSIGN(const bool fits, sweep(mechanism, balls, trajectory, options, cubes));
    if (fits) return cubes.surface();
  }
}

}  // namespace ww::planning
