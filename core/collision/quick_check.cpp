// SPDX-License-Identifier: Apache-2.0
#include "core/collision/quick_check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ww::collision {
namespace {

// More than this many bodies near the movers are found by the tree of boxes.
constexpr std::size_t kMostStanding = 512;
// By how much the known box is larger than what the movers need (metres, and a part of its size).
constexpr double kRoom = 0.02, kPartRoom = 0.03;
// Metres from the root, and of margins: beyond, joints or rules make no sense, and spheres that are not there
// (kNowhere) would come near.
constexpr double kFarthestPlace = 1e4;
// Pairs of a higher score are asked at once.
constexpr float kLikely = 0.2F;

double limitOf(double margin) { return margin > 0.0 ? margin - 1e-9 : -kTouchDepth; }

}  // namespace

QuickCheck::QuickCheck(const Checker& checker) {
  for (const auto& moving : checker.moving_) {
    covers_.push_back(&moving.body->shape->cover->get());
    riders_.push_back(rider(checker, riders_.size(), moving.mover_t_body));
    Mover& mover = movers_.emplace_back();
    mover.local = mover.now = boxedOf(*moving.body->shape);
    mover.placed.cover = covers_.back();
    if (riders_.size() % kGroup == 1) roots_.push_back({});
    SphereGroup& group = roots_.back();
    group.r[group.count++] = covers_.back()->root.radius;
  }
  for (SphereGroup& group : roots_) std::fill(group.x + group.count, group.x + kGroup, kNowhere);
  moving_tallies_.resize(checker.moving_pairs_.size());
  partners_.assign(size() * roots_.size(), 0);
  pair_of_.assign(size() * size(), 0);
  for (std::uint32_t k = 0; k < checker.moving_pairs_.size(); ++k) {
    const auto& pair = checker.moving_pairs_[k];
    partners_[pair.a * roots_.size() + pair.b / kGroup] |= 1U << pair.b % kGroup;
    pair_of_[pair.a * size() + pair.b] = k;
  }
}

QuickCheck::Rider QuickCheck::rider(const Checker& checker, std::size_t i, const Pose& carrier_t_body) const {
  return {carrier_t_body, carrier_t_body * checker.moving_[i].body->shape->cover->get().body_t_box};
}

void QuickCheck::place(std::size_t i, const Pose& root_t_carrier, const Rider& rider) {
  Mover& mover = movers_[i];
  mover.placed.place(*covers_[i], root_t_carrier * rider.carrier_t_box);
  mover.root_t_carrier = root_t_carrier;
  mover.on = &rider;
  SphereGroup& group = roots_[i / kGroup];
  // As PlacedCover::root(), put in place: it is asked for each body of each configuration.
  const Eigen::Matrix3d& r = mover.placed.r;
  const Vec3 &c = covers_[i]->root.center, &p = mover.placed.p;
  group.x[i % kGroup] = r(0, 0) * c.x() + r(0, 1) * c.y() + r(0, 2) * c.z() + p.x();
  group.y[i % kGroup] = r(1, 0) * c.x() + r(1, 1) * c.y() + r(1, 2) * c.z() + p.y();
  group.z[i % kGroup] = r(2, 0) * c.x() + r(2, 1) * c.y() + r(2, 2) * c.z() + p.z();
}

// Where it is in the state that is looked at, worked out when it is first asked for.
const Boxed& QuickCheck::boxed(std::uint32_t i) {
  Mover& mover = movers_[i];
  if (mover.look != look_) mover.local.carry(flat(mover.placed), kernels(), mover.now);
  mover.look = look_;
  return mover.now;
}

// ---- what stands around

bool QuickCheck::know(Checker& checker, const Bounds& box) {
  const double far = std::max(box.min.cwiseAbs().maxCoeff(), box.max.cwiseAbs().maxCoeff());
  if (!box.min.allFinite() || !box.max.allFinite() || far > kFarthestPlace) return false;
  const double reach = checker.reach();
  if (!(reach <= kFarthestPlace)) return false;
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
  for (const Body* body : checker.found_) addStanding(*body);
  order_.resize(standing_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  actions_.assign(size() * standing_.size(), nullptr);
  tallies_.assign(size() * standing_.size(), {});
  asked_.assign(roots_.size() * standing_.size(), ~0U);
}

void QuickCheck::addStanding(const Body& body) {
  const SphereCover& cover = body.shape->cover->get();
  Standing& s = standing_.emplace_back();
  s.body = &body;
  s.placed.place(cover, body.root_t_body * cover.body_t_box);
  const FlatPose root_t_box = flat(s.placed);
  s.box_t_root = inverse(root_t_box);
  s.now = boxedOf(*body.shape);
  Boxed(s.now).carry(root_t_box, kernels(), s.now);
}

Checker::Action& QuickCheck::action(Checker& checker, const Pending& pair) {
  if (pair.both_move) return checker.moving_pairs_[pair.j].action;
  Checker::Action*& known = actions_[pair.i * standing_.size() + pair.j];
  if (!known) known = &checker.action(pair.i, *standing_[pair.j].body);
  return *known;
}

QuickCheck::Tally& QuickCheck::tally(const Pending& pair) {
  return pair.both_move ? moving_tallies_[pair.j] : tallies_[pair.i * standing_.size() + pair.j];
}

// ---- which pairs

// What probably collides is asked at once: one pair is enough, and all are asked where none does. `depth` of the root
// sphere in what is near, by its radius.
bool QuickCheck::add(Checker& checker, Pending& pair, double depth) {
  pair.score = tally(pair).likely() * std::clamp(static_cast<float>(depth), 0.1F, 1.5F);
  if (pair.score > kLikely && !gathers_all_) return ask(checker, pair);
  pending_.push_back(pair);
  return false;
}

bool QuickCheck::gatherStanding(Checker& checker, std::uint32_t j, double near) {
  const Standing& s = standing_[j];
  const Vec3& half = s.placed.cover->half;
  SphereGroup seen;  // in its frame
  for (std::uint32_t g = 0; g < roots_.size(); ++g) {
    unsigned& asked = asked_[j * roots_.size() + g];
    for (unsigned bits = kernels().nearBox(roots_[g], s.box_t_root, half.data(), near, seen) & asked; bits != 0;
         bits &= bits - 1) {
      const int bit = std::countr_zero(bits);
      Pending pair{0.0F, g * kGroup + static_cast<std::uint32_t>(bit), j, false};
      if (action(checker, pair).excluded) {
        asked &= ~(1U << bit);
        continue;
      }
      const double inside = std::min(
          {half.x() - std::abs(seen.x[bit]), half.y() - std::abs(seen.y[bit]), half.z() - std::abs(seen.z[bit])});
      if (add(checker, pair, 1.0 + inside / seen.r[bit])) return true;
    }
  }
  return false;
}

bool QuickCheck::gatherMoving(Checker& checker, std::uint32_t i, double near) {
  const SphereGroup& own = roots_[i / kGroup];
  const std::uint32_t at = i % kGroup;
  const double center[3] = {own.x[at], own.y[at], own.z[at]}, r = own.r[at];
  for (std::uint32_t g = i / kGroup; g < roots_.size(); ++g) {
    const unsigned partners = partners_[i * roots_.size() + g];
    if (partners == 0) continue;
    const SphereGroup& other = roots_[g];
    for (unsigned bits = kernels().within(other, center, r + near) & partners; bits != 0; bits &= bits - 1) {
      const int bit = std::countr_zero(bits);
      const std::uint32_t j = g * kGroup + static_cast<std::uint32_t>(bit);
      Pending pair{0.0F, i, pair_of_[i * size() + j], true};
      const double x = center[0] - other.x[bit], y = center[1] - other.y[bit], z = center[2] - other.z[bit];
      const double sum = r + other.r[bit];
      if (add(checker, pair, 1.5 - (x * x + y * y + z * z) / (sum * sum))) return true;
    }
  }
  return false;
}

bool QuickCheck::gather(Checker& checker) {
  pending_.clear();
  open_.clear();
  const double near = checker.reach() + slack_;
  for (const std::uint32_t j : order_)
    if (gatherStanding(checker, j, near)) return true;
  for (std::uint32_t i = 0; i < size(); ++i)
    if (gatherMoving(checker, i, near)) return true;
  return false;
}

void QuickCheck::gatherLanes(Checker& checker, std::span<const SphereGroup> roots, unsigned lanes) {
  for (auto& list : lane_pending_) list.clear();
  const double near = checker.reach() + slack_;
  const auto put = [&](unsigned mask, const Pending& pair) {
    forEachBit(mask & lanes, [&](int lane) { lane_pending_[static_cast<std::size_t>(lane)].push_back(pair); });
  };
  for (std::uint32_t k = 0; k < checker.moving_pairs_.size(); ++k) {
    const auto& pair = checker.moving_pairs_[k];
    const double apart = pair.action.margin + pair.action.padding + slack_;
    Pending next{0.0F, pair.a, k, true};
    next.score = tally(next).likely();
    put(kernels().withinLanes(roots[pair.a], roots[pair.b], apart), next);
  }
  SphereGroup seen;
  for (std::uint32_t i = 0; i < size(); ++i) {
    for (std::uint32_t j = 0; j < standing_.size(); ++j) {
      Pending pair{0.0F, i, j, false};
      if (action(checker, pair).excluded) continue;
      const Standing& s = standing_[j];
      pair.score = tally(pair).likely();
      put(kernels().nearBox(roots[i], s.box_t_root, s.placed.cover->half.data(), near, seen), pair);
    }
  }
}

// ---- pairs

QuickCheck::Sides QuickCheck::sides(Checker& checker, const Pending& pair) {
  const Checker::Action& act = action(checker, pair);
  const double margin = act.margin + act.padding;
  if (!pair.both_move) {
    const Standing& s = standing_[pair.j];
    return {movers_[pair.i].placed, s.placed, boxed(pair.i), s.now, margin};
  }
  const std::uint32_t b = checker.moving_pairs_[pair.j].b;
  return {movers_[pair.i].placed, movers_[b].placed, boxed(pair.i), boxed(b), margin};
}

CoverVerdict QuickCheck::judge(Checker& checker, const Pending& pair) {
  const Sides s = sides(checker, pair);
  const double slack = coverSlack(s.a.p, s.b.p);
  return judgeBoxes(s.boxed_a, s.boxed_b, std::max(0.0, s.margin) + slack, limitOf(s.margin) - slack, kernels());
}

bool QuickCheck::innerMeet(Checker& checker, const Pending& pair) {
  const Sides s = sides(checker, pair);
  return collision::innerMeet(s.boxed_a, s.boxed_b, limitOf(s.margin) - coverSlack(s.a.p, s.b.p), kernels());
}

void QuickCheck::put(Checker& checker, std::uint32_t i) const {
  checker.poses_[i] = movers_[i].root_t_carrier * movers_[i].on->carrier_t_body;
  checker.boxes_[i] = boundsAt(checker.moving_[i].body->shape->bounds, checker.poses_[i]);
}

bool QuickCheck::measure(Checker& checker, const Pending& pair) {
  const Sides s = sides(checker, pair);
  if (judge_.apart(s.a, s.b, std::max(0.0, s.margin))) return false;
  put(checker, pair.i);
  ConvexDistance d;
  if (!pair.both_move)
    return checker.collides(checker.moving(pair.i), Checker::standing(*standing_[pair.j].body), action(checker, pair),
                            false, d);
  const auto& moving = checker.moving_pairs_[pair.j];
  put(checker, moving.b);
  return checker.collides(checker.moving(moving.a), checker.moving(moving.b), moving.action, false, d);
}

bool QuickCheck::hit(const Pending& pair) {
  tally(pair).hits += 1.0F;
  if (pair.both_move) return true;
  const std::uint64_t hits = ++standing_[pair.j].hits;
  auto at = std::ranges::find(order_, pair.j);
  for (; at != order_.begin() && standing_[*(at - 1)].hits < hits; --at) std::iter_swap(at, at - 1);
  return true;
}

// What boxes say; what they leave open is kept for later.
bool QuickCheck::ask(Checker& checker, const Pending& pair) {
  tally(pair).asked += 1.0F;
  const CoverVerdict verdict = judge(checker, pair);
  if (verdict == CoverVerdict::kDeep) return hit(pair);
  if (verdict == CoverVerdict::kOpen) open_.push_back(pair);
  return false;
}

// What is likely to collide first: one pair is enough. And what is soon told of a pair before what takes longer.
bool QuickCheck::decide(Checker& checker, std::vector<Pending>& pending) {
  while (!pending.empty()) {
    const auto next = std::ranges::max_element(pending, {}, &Pending::score);
    const Pending pair = *next;
    *next = pending.back();
    pending.pop_back();
    if (ask(checker, pair)) return true;
  }
  for (const Pending& pair : open_)
    if (innerMeet(checker, pair)) return hit(pair);
  for (const Pending& pair : open_)
    if (measure(checker, pair)) return hit(pair);
  return false;
}

Bounds QuickCheck::around() const {
  Bounds out;
  for (const SphereGroup& g : roots_) {
    for (int i = 0; i < g.count; ++i) {
      const Vec3 at(g.x[i], g.y[i], g.z[i]), r = Vec3::Constant(g.r[i]);
      if (!at.allFinite()) return {at, at};
      out.add(Vec3(at - r));
      out.add(Vec3(at + r));
    }
  }
  return out;
}

bool QuickCheck::placeAll(Checker& checker, const model::State& state) {
  for (std::size_t i = 0; i < size(); ++i)
    place(i, state.rootT(checker.mover_bodies_[checker.moving_[i].mover]), riders_[i]);
  placed();
  return size() == 0 || know(checker, around());
}

bool QuickCheck::collides(Checker& checker, const model::State& state) {
  if (!placeAll(checker, state)) return checker.anyPair(state);
  return size() != 0 && (gather(checker) || decide(checker, pending_));
}

bool QuickCheck::touching(Checker& checker, const model::State& state,
                          std::vector<std::pair<EntityId, EntityId>>& out) {
  if (!placeAll(checker, state)) return false;
  gathers_all_ = true;
  gather(checker);
  gathers_all_ = false;
  for (const Pending& pair : pending_) {
    const CoverVerdict verdict = judge(checker, pair);
    const bool open = verdict == CoverVerdict::kOpen;
    if (verdict != CoverVerdict::kDeep && !(open && (innerMeet(checker, pair) || measure(checker, pair)))) continue;
    const Body* other = pair.both_move ? checker.moving_[checker.moving_pairs_[pair.j].b].body : standing_[pair.j].body;
    out.emplace_back(checker.moving_[pair.i].body->entity, other->entity);
  }
  return true;
}

bool QuickCheck::decideLane(Checker& checker, int lane) {
  open_.clear();
  return decide(checker, lane_pending_[static_cast<std::size_t>(lane)]);
}

}  // namespace ww::collision
