// SPDX-License-Identifier: Apache-2.0
#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "core/collision/bodies.h"
#include "core/collision/body_distance.h"
#include "core/collision/checker.h"

namespace ww::collision {
namespace {

// Bullet writes out of bounds where the size of a box overflows.
btScalar bounded(double v) {
  constexpr double kMost = 1e60;
  return std::isnan(v) ? 0.0 : std::clamp(v, -kMost, kMost);
}

btDbvtVolume volumeOf(const Bounds& b, double grown) {
  return btDbvtVolume::FromMM(btVector3(bounded(b.min.x() - grown), bounded(b.min.y() - grown), bounded(b.min.z() - grown)),
                              btVector3(bounded(b.max.x() + grown), bounded(b.max.y() + grown), bounded(b.max.z() + grown)));
}

double boxDistance(const Bounds& a, const Bounds& b) {
  return (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(0.0).norm();
}

struct Collector final : btDbvt::ICollide {
  std::vector<std::uint32_t>* out = nullptr;
  void Process(const btDbvtNode* leaf) override { out->push_back(static_cast<std::uint32_t>(leaf->dataAsInt)); }
};

struct Action {
  bool excluded = false;
  double margin = 0.0;
  double padding = 0.0;
};

class BulletChecker final : public CollisionChecker {
 public:
  explicit BulletChecker(CheckerSetup setup);
  void setMovers(std::span<const Pose> root_t_mover) override;
  void setPadding(double metres) override;
  void exemptFromPadding() override;
  std::optional<Contact> first() override;
  std::vector<Contact> all(std::size_t limit) override;
  std::vector<Contact> forgetConstant() override { return rules_.disabled() ? std::vector<Contact>() : std::exchange(constant_, {}); }
  std::optional<Contact> nearest(double beyond) override;
  std::optional<Contact> between(EntityId a, EntityId b) override;
  std::size_t bodyCount() const override { return bodies_.size(); }
  std::uint64_t pairsMeasured() const override { return measured_; }

 private:
  using Index = std::uint32_t;
  void pairMoving();
  void measureConstant();
  void readMovers();
  void setPose(Index i, const Pose& root_t_body);
  Action& action(Index a, Index b);
  ConvexDistance measure(Index a, Index b, const DistanceQuery& query);
  // Whether the pair collides; `d` gets what was found.
  bool collides(Index a, Index b, const Action& act, bool in_full, ConvexDistance& d);
  Contact contact(Index a, Index b, const ConvexDistance& d) const;
  const std::vector<Index>& standing(Index moving, double grown);
  // fn(a, b) for all pairs to be checked whose boxes come near; ends when it returns true.
  template <typename Fn>
  void forEachPair(double grown, Fn&& fn);

  RuleSet rules_;
  double largest_margin_ = 0.0;
  double padding_ = 0.0;
  std::vector<EntityId> movers_;
  std::vector<Body> bodies_;
  std::vector<Pose> poses_;
  std::vector<Bounds> boxes_;
  std::vector<Index> moving_;
  std::vector<std::pair<Index, Index>> moving_pairs_, constant_pairs_;
  std::vector<Contact> constant_;  // collisions among what rides on one mover
  std::unordered_map<std::uint64_t, Action> actions_;
  std::unordered_map<EntityId, Index> index_;
  btDbvt tree_;
  std::vector<Index> found_;
  std::uint64_t measured_ = 0;
};

BulletChecker::BulletChecker(CheckerSetup setup)
    : rules_(std::move(setup.rules)), largest_margin_(rules_.largestMargin()), movers_(std::move(setup.movers)) {
  const auto cache = setup.cache ? setup.cache : std::make_shared<ShapeCache>();
  bodies_ = collectBodies(setup.model, movers_, *cache);
  std::vector<Pose> root_t_mover;
  for (const EntityId mover : movers_) root_t_mover.push_back(setup.model.rootT(setup.model.bodyOf(mover)));
  poses_.resize(bodies_.size());
  boxes_.resize(bodies_.size());
  for (Index i = 0; i < bodies_.size(); ++i) {
    index_[bodies_[i].entity] = i;
    const Body& body = bodies_[i];
    if (body.mover >= 0) moving_.push_back(i);
    setPose(i, body.mover < 0 ? body.mover_t_body
                              : root_t_mover[static_cast<std::size_t>(body.mover)] * body.mover_t_body);
    if (body.mover >= 0) continue;
    btDbvtNode* leaf = tree_.insert(volumeOf(boxes_[i], 0.0), nullptr);
    leaf->dataAsInt = static_cast<int>(i);
  }
  if (bodies_.size() > 2) tree_.optimizeTopDown();
  pairMoving();
  measureConstant();
}

void BulletChecker::pairMoving() {
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    for (std::size_t j = i + 1; j < moving_.size(); ++j) {
      const Index a = moving_[i], b = moving_[j];
      if (action(a, b).excluded) continue;
      (bodies_[a].mover == bodies_[b].mover ? constant_pairs_ : moving_pairs_).emplace_back(a, b);
    }
  }
}

void BulletChecker::measureConstant() {
  for (const auto& [a, b] : constant_pairs_) {
    ConvexDistance d;
    if (collides(a, b, action(a, b), true, d)) constant_.push_back(contact(a, b, d));
  }
}

void BulletChecker::setPose(Index i, const Pose& root_t_body) {
  poses_[i] = root_t_body;
  boxes_[i] = boundsAt(bodies_[i].shape->bounds, root_t_body);
}

void BulletChecker::setMovers(std::span<const Pose> root_t_mover) {
  for (const Index i : moving_) {
    setPose(i, root_t_mover[static_cast<std::size_t>(bodies_[i].mover)] * bodies_[i].mover_t_body);
  }
}

Action& BulletChecker::action(Index a, Index b) {
  const auto [low, high] = std::minmax(a, b);
  const auto [it, fresh] = actions_.try_emplace(std::uint64_t{low} << 32 | high);
  if (fresh) {
    const auto why = rules_.explain(bodies_[a].entity, bodies_[b].entity);
    it->second = {why.excluded, why.margin_m, padding_};
  }
  return it->second;
}

ConvexDistance BulletChecker::measure(Index a, Index b, const DistanceQuery& query) {
  ++measured_;
  return bodyDistance(*bodies_[a].shape, poses_[a], *bodies_[b].shape, poses_[b], query);
}

bool BulletChecker::collides(Index a, Index b, const Action& act, bool in_full, ConvexDistance& d) {
  const double margin = act.margin + act.padding;
  if (act.excluded || boxDistance(boxes_[a], boxes_[b]) > margin) return false;
  const double limit = margin > 0.0 ? margin : -kTouchDepth;
  DistanceQuery query;
  query.beyond = margin;
  if (!in_full) query.enough = limit;
  d = measure(a, b, query);
  // A margin is kept when the distance equals it but for rounding.
  return margin > 0.0 ? d.distance < limit - 1e-9 : d.distance < limit;
}

void BulletChecker::setPadding(double metres) {
  padding_ = metres;
  for (auto& [pair, action] : actions_) action.padding = metres;
}

void BulletChecker::exemptFromPadding() {
  forEachPair(largest_margin_ + padding_, [&](Index a, Index b) {
    Action& act = action(a, b);
    ConvexDistance d;
    if (collides(a, b, act, true, d)) act.padding = std::max(0.0, 0.5 * (d.distance - act.margin));
    return false;
  });
}

Contact BulletChecker::contact(Index a, Index b, const ConvexDistance& d) const {
  const auto why = rules_.explain(bodies_[a].entity, bodies_[b].entity);
  return {bodies_[a].entity, bodies_[b].entity, d.distance, d.a, d.b, d.normal, why.margin_m, why.key()};
}

const std::vector<BulletChecker::Index>& BulletChecker::standing(Index moving, double grown) {
  found_.clear();
  Collector collector;
  collector.out = &found_;
  tree_.collideTV(tree_.m_root, volumeOf(boxes_[moving], grown), collector);
  return found_;
}

template <typename Fn>
void BulletChecker::forEachPair(double grown, Fn&& fn) {
  if (movers_.empty()) {
    for (Index i = 0; i < bodies_.size(); ++i) {
      for (const Index j : standing(i, grown)) {
        if (i < j && fn(i, j)) return;
      }
    }
    return;
  }
  for (const auto& [a, b] : moving_pairs_) {
    if (fn(a, b)) return;
  }
  for (const Index i : moving_) {
    for (const Index j : standing(i, grown)) {
      if (fn(i, j)) return;
    }
  }
}

std::optional<Contact> BulletChecker::first() {
  if (rules_.disabled()) return std::nullopt;
  if (!constant_.empty()) return constant_.front();
  std::optional<Contact> out;
  forEachPair(largest_margin_ + padding_, [&](Index a, Index b) {
    ConvexDistance d;
    if (collides(a, b, action(a, b), false, d)) out = contact(a, b, d);
    return out.has_value();
  });
  return out;
}

std::vector<Contact> BulletChecker::all(std::size_t limit) {
  std::vector<Contact> out;
  if (rules_.disabled()) return out;
  out = constant_;
  forEachPair(largest_margin_ + padding_, [&](Index a, Index b) {
    ConvexDistance d;
    if (collides(a, b, action(a, b), true, d)) out.push_back(contact(a, b, d));
    return false;
  });
  std::ranges::stable_sort(out, {}, &Contact::distance_m);
  if (out.size() > limit) out.resize(limit);
  return out;
}

std::optional<Contact> BulletChecker::nearest(double beyond) {
  if (rules_.disabled()) return std::nullopt;
  double best = beyond;
  std::optional<Contact> out;
  const auto consider = [&](Index a, Index b) {
    DistanceQuery query;
    query.beyond = std::max(0.0, best);
    if (boxDistance(boxes_[a], boxes_[b]) > query.beyond || action(a, b).excluded) return false;
    const auto d = measure(a, b, query);
    if (d.distance < best) {
      best = d.distance;
      out = contact(a, b, d);
    }
    return false;
  };
  if (movers_.empty()) {
    forEachPair(beyond, consider);
    return out;
  }
  for (const auto& [a, b] : moving_pairs_) consider(a, b);
  for (const Index i : moving_) {
    for (const Index j : standing(i, std::max(0.0, best))) consider(i, j);
  }
  return out;
}

std::optional<Contact> BulletChecker::between(EntityId a, EntityId b) {
  const auto ia = index_.find(a), ib = index_.find(b);
  if (ia == index_.end() || ib == index_.end()) return std::nullopt;
  return contact(ia->second, ib->second, measure(ia->second, ib->second, {}));
}

}  // namespace

std::unique_ptr<CollisionChecker> makeBulletChecker(CheckerSetup setup) {
  return std::make_unique<BulletChecker>(std::move(setup));
}

}  // namespace ww::collision
