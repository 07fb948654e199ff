// SPDX-License-Identifier: Apache-2.0
#include "core/collision/balls/ball_scene.h"

#include <algorithm>
#include <span>

namespace ww::collision {
namespace {

// Obstacles beyond which each pass would cost more than looking at them one after another.
constexpr std::size_t kMostBallObstacles = 400, kMostPieces = 16;
// Balls of a piece that stands.
constexpr std::size_t kMostStandingBalls = 32;
// Balls of a group: one ball around them tells mostly that none of them is near.
constexpr std::size_t kMostInGroup = 12;

// Balls that together hold the body, at most about so many: the largest are taken apart first.
std::vector<Sphere> ballsAround(const SphereCover& cover, const Pose& frame_t_body, std::size_t most) {
  struct Part {
    const SphereGroup* group;
    int at;
    double radius() const { return group->r[at]; }
    std::uint32_t below() const { return group->below[at]; }
  };
  std::vector<Part> parts, done;
  const auto add = [&](const SphereGroup& group) {
    for (int i = 0; i < group.count; ++i) (group.below[i] == kNoGroup ? done : parts).push_back({&group, i});
  };
  add(cover.outer.front());
  while (!parts.empty() && parts.size() + done.size() + kGroup - 1 <= most) {
    const auto largest = std::ranges::max_element(parts, {}, &Part::radius);
    const std::uint32_t below = largest->below();
    parts.erase(largest);
    add(cover.outer[below]);
  }
  done.insert(done.end(), parts.begin(), parts.end());
  std::vector<Sphere> out;
  out.reserve(done.size());
  const Pose frame_t_box = frame_t_body * cover.body_t_box;
  for (const auto& [group, i] : done)
    out.push_back({frame_t_box * Vec3(group->x[i], group->y[i], group->z[i]), group->r[i]});
  return out;
}

// Neighbours, in groups: halved across the longest side until they are few.
void addInGroups(std::span<Sphere> balls, const model::Mechanism::Seat& seat, BallModel& out) {
  if (balls.size() <= kMostInGroup) {
    out.addGroup(seat, balls);
    return;
  }
  Bounds box;
  for (const Sphere& ball : balls) box.add(ball.center);
  Eigen::Index axis = 0;
  (box.max - box.min).maxCoeff(&axis);
  const auto half = static_cast<std::ptrdiff_t>(balls.size() / 2);
  std::ranges::nth_element(balls, balls.begin() + half, {}, [axis](const Sphere& ball) { return ball.center[axis]; });
  addInGroups(balls.first(static_cast<std::size_t>(half)), seat, out);
  addInGroups(balls.subspan(static_cast<std::size_t>(half)), seat, out);
}

// Whether a convex piece fills the box of its cover: it has all eight corners.
bool fillsBox(const Piece& piece, const SphereCover& cover) {
  constexpr double kSame = 1e-6;  // metres: covers have some slack
  if (!piece.convex || piece.convex->radius() > 0.0) return false;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner =
        Vec3((i & 1) != 0 ? 1.0 : -1.0, (i & 2) != 0 ? 1.0 : -1.0, (i & 4) != 0 ? 1.0 : -1.0).cwiseProduct(cover.half);
    const Vec3 wanted = cover.body_t_box * corner;
    const Vec3 out = cover.body_t_box.q * Vec3(corner.cwiseSign());
    if ((piece.convex->support(out) - wanted).norm() > kSame * (1.0 + wanted.norm())) return false;
  }
  return true;
}

}  // namespace

BallModel BallScene::movers(Checker& checker, const model::Mechanism& mechanism, std::size_t most_balls,
                            Groups& groups) {
  BallModel out(mechanism);
  for (const auto& moving : checker.moving_) {
    const SphereCover& cover = moving.body->shape->cover->get();
    std::vector<Sphere> balls = ballsAround(cover, Pose(), most_balls);
    const int first = out.groups();
    addInGroups(balls, mechanism.seat(moving.body->entity), out);
    groups.emplace_back(first, out.groups());
  }
  for (const auto& pair : checker.moving_pairs_) {
    if (pair.action.excluded) continue;
    for (int a = groups[pair.a].first; a < groups[pair.a].second; ++a)
      for (int b = groups[pair.b].first; b < groups[pair.b].second; ++b)
        out.addPair(a, b, pair.action.margin + pair.action.padding);
  }
  return out;
}

// A body of many pieces as a whole, else each by itself.
std::vector<int> BallScene::addBody(const Body& body, double near, BallModel& model) {
  std::vector<int> out;
  const auto add = [&](const SphereCover& cover, const Piece* piece) {
    const Pose root_t_box = body.root_t_body * cover.body_t_box;
    if (piece && piece->convex && piece->convex->isBall())
      return model.addBall({body.root_t_body * piece->convex->center(), piece->convex->radius()}, near);
    if (piece && fillsBox(*piece, cover)) return model.addBox(root_t_box, cover.half, near);
    return model.addBalls(root_t_box, cover.half, ballsAround(cover, body.root_t_body, kMostStandingBalls), near);
  };
  const auto keep = [&out](int number) {
    if (number >= 0) out.push_back(number);
  };
  if (body.shape->pieces.size() > kMostPieces) {
    keep(add(body.shape->cover->get(), nullptr));
    return out;
  }
  for (const Piece& piece : body.shape->pieces) keep(add(piece.cover->get(), &piece));
  return out;
}

bool BallScene::addStanding(Checker& checker, const Groups& groups, BallModel& model) {
  const double near = std::max(0.0, checker.reach());
  const Vec3 reach = Vec3::Constant(model.reach());
  std::vector<const Body*> found;
  checker.standing_->near({model.base() - reach, model.base() + reach}, near, found);
  if (found.size() > kMostBallObstacles) return false;
  // In the order of their ids, so that the answer does not depend on what was asked before.
  std::ranges::sort(found, {}, [](const Body* body) { return body->entity; });
  for (const Body* body : found) {
    const std::vector<int> obstacles = addBody(*body, near, model);
    for (const int obstacle : obstacles) {
      for (Checker::Index i = 0; i < checker.moving_.size(); ++i) {
        const Checker::Action& action = checker.action(i, *body);
        for (int group = groups[i].first; group < groups[i].second; ++group) {
          if (action.excluded) model.exclude(group, obstacle);
          else model.setMargin(group, obstacle, std::max(0.0, action.margin + action.padding));
        }
      }
    }
    if (!obstacles.empty() && static_cast<std::size_t>(obstacles.back()) > kMostBallObstacles) return false;
  }
  return true;
}

std::optional<BallModel> BallScene::make(Checker& checker, const model::Mechanism& mechanism, std::size_t most_balls) {
  if (checker.rules_.disabled() || checker.moving_.empty() || !BallModel::covers(mechanism)) return std::nullopt;
  if (checker.alwaysCollides(model::State(mechanism.model()))) return std::nullopt;
  Groups groups;
  std::optional<BallModel> out = movers(checker, mechanism, most_balls, groups);
  if (!addStanding(checker, groups, *out)) return std::nullopt;
  return out;
}

}  // namespace ww::collision
