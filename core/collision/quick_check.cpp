// SPDX-License-Identifier: Apache-2.0
#include "core/collision/quick_check.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ww::collision {
namespace {

// More than this many bodies near the movers are found by the tree of boxes.
constexpr std::size_t kMostStanding = 512;
// By how much the known box is larger than what the movers need (metres, and a part of its size).
constexpr double kRoom = 0.02, kPartRoom = 0.03;
// Metres from the root, and of margins: beyond, joints or rules make no sense, and spheres that are not there
// (kNowhere) would come near.
constexpr double kFarthest = 1e4;
// So deep in each other, by the smaller radius, root spheres are probably of bodies that collide.
constexpr double kLikely = 0.5;

double limitOf(double margin) { return margin > 0.0 ? margin - 1e-9 : -kTouchDepth; }

}  // namespace

QuickCheck::QuickCheck(const Checker& checker) {
  for (const auto& moving : checker.moving_) {
    covers_.push_back(&moving.body->shape->cover->get());
    riders_.push_back(rider(checker, riders_.size(), moving.mover_t_body));
  }
  placed_.resize(size());
  roots_.resize(size());
  root_t_carrier_.resize(size());
  on_.resize(size());
}

QuickCheck::Rider QuickCheck::rider(const Checker& checker, std::size_t i, const Pose& carrier_t_body) const {
  return {carrier_t_body, carrier_t_body * checker.moving_[i].body->shape->cover->get().body_t_box};
}

void QuickCheck::place(std::size_t i, const Pose& root_t_carrier, const Rider& rider) {
  placed_[i].place(*covers_[i], root_t_carrier * rider.carrier_t_box);
  roots_[i] = placed_[i].root();
  root_t_carrier_[i] = root_t_carrier;
  on_[i] = &rider;
}

bool QuickCheck::know(Checker& checker, const Bounds& box) {
  const double far = std::max(box.min.cwiseAbs().maxCoeff(), box.max.cwiseAbs().maxCoeff());
  if (!box.min.allFinite() || !box.max.allFinite() || far > kFarthest) return false;
  const double reach = checker.reach();
  if (!(reach <= kFarthest)) return false;
  const bool known = (box.min.array() >= known_.min.array()).all() && (box.max.array() <= known_.max.array()).all();
  if (!known || reach > reach_) {
    known_.add(box);
    const Vec3 room = Vec3::Constant(kRoom) + kPartRoom * known_.size();
    if (!known) {
      known_.min -= room;
      known_.max += room;
    }
    reach_ = reach;
    const Vec3 farthest = known_.min.cwiseAbs().cwiseMax(known_.max.cwiseAbs());
    slack_ = coverSlack(farthest, farthest);
    look(checker);
  }
  return !too_many_;
}

// In the order of their ids, so that the answer does not depend on what was asked before.
void QuickCheck::look(Checker& checker) {
  if (too_many_) return;
  checker.found_.clear();
  checker.standing_->near(known_, std::max(0.0, reach_), checker.found_);
  too_many_ = checker.found_.size() > kMostStanding;
  if (too_many_) return;
  std::ranges::sort(checker.found_, {}, [](const Body* body) { return body->entity; });
  standing_.clear();
  standing_roots_.clear();
  for (const Body* body : checker.found_) {
    const SphereCover& cover = body->shape->cover->get();
    Standing& s = standing_.emplace_back();
    s.body = body;
    s.placed.place(cover, body->root_t_body * cover.body_t_box);
    s.root = s.placed.root();
    if ((standing_.size() - 1) % kGroup == 0) {
      standing_roots_.push_back({});
      SphereGroup& group = standing_roots_.back();
      std::fill_n(group.x, kGroup, kNowhere);
    }
    SphereGroup& group = standing_roots_.back();
    const int at = group.count++;
    group.x[at] = s.root.x();
    group.y[at] = s.root.y();
    group.z[at] = s.root.z();
    group.r[at] = cover.root.radius;
  }
  actions_.assign(size() * standing_.size(), nullptr);
}

Checker::Action& QuickCheck::action(Checker& checker, const Pending& pair) {
  if (pair.both_move) return checker.moving_pairs_[pair.j].action;
  Checker::Action*& known = actions_[pair.i * standing_.size() + pair.j];
  if (!known) known = &checker.action(pair.i, *standing_[pair.j].body);
  return *known;
}

bool QuickCheck::deep(Checker& checker, const Pending& pair) {
  const Question q = question(checker, pair);
  return judge_.deep(q.a, q.b, limitOf(q.margin));
}

// One pair is enough: what probably collides is asked at once.
bool QuickCheck::add(Checker& checker, Pending pair, double distance, double r, double other_r) {
  pair.depth = (r + other_r - distance) / std::min(r, other_r);
  pair.asked = pair.depth > kLikely;
  if (pair.asked && deep(checker, pair)) return true;
  pending_.push_back(pair);
  return false;
}

bool QuickCheck::gather(Checker& checker) {
  pending_.clear();
  const double near = checker.reach() + slack_;
  bool deep = false;
  for (std::uint32_t i = 0; i < size() && !deep; ++i) {
    const double r = covers_[i]->root.radius;
    for (std::uint32_t g = 0; g < standing_roots_.size(); ++g) {
      forEachBit(kernels().within(standing_roots_[g], roots_[i].data(), r + near), [&](int bit) {
        const Pending pair{0.0, i, g * kGroup + static_cast<std::uint32_t>(bit), false, false};
        if (deep || action(checker, pair).excluded) return;
        const Standing& other = standing_[pair.j];
        deep = add(checker, pair, (roots_[i] - other.root).norm(), r, other.placed.cover->root.radius);
      });
    }
  }
  for (std::uint32_t k = 0; k < checker.moving_pairs_.size() && !deep; ++k) {
    const auto& pair = checker.moving_pairs_[k];
    const double r = covers_[pair.a]->root.radius, other = covers_[pair.b]->root.radius;
    const double sum = r + other + pair.action.margin + pair.action.padding + slack_;
    const double d2 = (roots_[pair.a] - roots_[pair.b]).squaredNorm();
    if (d2 <= sum * sum) deep = add(checker, {0.0, pair.a, k, true, false}, std::sqrt(d2), r, other);
  }
  return deep;
}

QuickCheck::Question QuickCheck::question(Checker& checker, const Pending& pair) {
  const Checker::Action& act = action(checker, pair);
  return {placed_[pair.i], pair.both_move ? placed_[checker.moving_pairs_[pair.j].b] : standing_[pair.j].placed,
          act.margin + act.padding};
}

void QuickCheck::put(Checker& checker, std::uint32_t i) const {
  checker.poses_[i] = root_t_carrier_[i] * on_[i]->carrier_t_body;
  checker.boxes_[i] = boundsAt(checker.moving_[i].body->shape->bounds, checker.poses_[i]);
}

bool QuickCheck::measure(Checker& checker, const Pending& pair) {
  put(checker, pair.i);
  ConvexDistance d;
  if (!pair.both_move)
    return checker.collides(checker.moving(pair.i), Checker::standing(*standing_[pair.j].body), action(checker, pair),
                            false, d);
  const auto& moving = checker.moving_pairs_[pair.j];
  put(checker, moving.b);
  return checker.collides(checker.moving(moving.a), checker.moving(moving.b), moving.action, false, d);
}

// What is likely to collide first: one pair is enough. And what is soon told of a pair before what takes longer.
bool QuickCheck::decide(Checker& checker, std::vector<Pending>& pending) {
  std::ranges::sort(pending, [](const Pending& a, const Pending& b) {
    return std::tie(b.depth, a.both_move, a.i, a.j) < std::tie(a.depth, b.both_move, b.i, b.j);
  });
  if (std::ranges::any_of(pending, [&](const Pending& pair) { return !pair.asked && deep(checker, pair); }))
    return true;
  return std::ranges::any_of(pending, [&](const Pending& pair) {
    const Question q = question(checker, pair);
    return !judge_.apart(q.a, q.b, std::max(0.0, q.margin)) && measure(checker, pair);
  });
}

bool QuickCheck::collides(Checker& checker, const model::State& state) {
  Bounds box;
  for (std::size_t i = 0; i < size(); ++i) {
    place(i, state.rootT(checker.mover_bodies_[checker.moving_[i].mover]), riders_[i]);
    const Vec3 r = Vec3::Constant(covers_[i]->root.radius);
    box.add(Vec3(roots_[i] - r));
    box.add(Vec3(roots_[i] + r));
  }
  if (size() == 0) return false;
  if (!know(checker, box)) return checker.anyPair(state);
  return gather(checker) || decide(checker, pending_);
}

void QuickCheck::gatherLanes(Checker& checker, std::span<const SphereGroup> roots, unsigned lanes) {
  for (auto& list : lane_pending_) list.clear();
  const double reach = checker.reach();
  const auto put = [&](unsigned mask, const Pending& pair) {
    forEachBit(mask & lanes, [&](int lane) { lane_pending_[static_cast<std::size_t>(lane)].push_back(pair); });
  };
  for (std::uint32_t k = 0; k < checker.moving_pairs_.size(); ++k) {
    const auto& pair = checker.moving_pairs_[k];
    const double near = pair.action.margin + pair.action.padding + slack_;
    put(kernels().withinLanes(roots[pair.a], roots[pair.b], near), {0.0, pair.a, k, true, false});
  }
  for (std::uint32_t i = 0; i < size(); ++i) {
    for (std::uint32_t j = 0; j < standing_.size(); ++j) {
      const Pending pair{0.0, i, j, false, false};
      if (action(checker, pair).excluded) continue;
      const double near = standing_[j].placed.cover->root.radius + reach + slack_;
      put(kernels().within(roots[i], standing_[j].root.data(), near), pair);
    }
  }
}

bool QuickCheck::decideLane(Checker& checker, int lane) {
  auto& pending = lane_pending_[static_cast<std::size_t>(lane)];
  for (Pending& pair : pending) {
    const std::uint32_t b = pair.both_move ? checker.moving_pairs_[pair.j].b : 0;
    const Vec3& at = pair.both_move ? roots_[b] : standing_[pair.j].root;
    const double r = covers_[pair.i]->root.radius,
                 other = pair.both_move ? covers_[b]->root.radius : standing_[pair.j].placed.cover->root.radius;
    pair.depth = (r + other - (roots_[pair.i] - at).norm()) / std::min(r, other);
  }
  return decide(checker, pending);
}

}  // namespace ww::collision
