// SPDX-License-Identifier: Apache-2.0
#include "core/collision/bullet/bullet_tree.h"

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace ww::collision {
namespace {

// Bullet writes out of bounds where the size of a box overflows.
btScalar bounded(double v) {
  constexpr double kMost = 1e60;
  return std::isnan(v) ? 0.0 : std::clamp(v, -kMost, kMost);
}

btVector3 corner(const Vec3& v, double by) { return {bounded(v.x() + by), bounded(v.y() + by), bounded(v.z() + by)}; }

btDbvtVolume volumeOf(const Bounds& box, double grown) {
  return btDbvtVolume::FromMM(corner(box.min, -grown), corner(box.max, grown));
}

template <typename Fn>
struct Visitor final : btDbvt::ICollide {
  explicit Visitor(Fn fn) : take(std::move(fn)) {}
  void Process(const btDbvtNode* leaf) override { take(static_cast<std::size_t>(leaf->dataAsInt)); }
  Fn take;
};

class BulletTree final : public BroadPhase {
 public:
  BulletTree() = default;
  explicit BulletTree(std::vector<BodyPtr> bodies) : bodies_(std::move(bodies)) {
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      tree_.insert(volumeOf(bodies_[i]->box, 0.0), nullptr)->dataAsInt = static_cast<int>(i);
  }

  BroadPhasePtr changed(std::span<const BodyPtr> less, std::span<const BodyPtr> more) const override {
    const std::unordered_set<BodyPtr> going(less.begin(), less.end());
    std::vector<BodyPtr> bodies;
    for (const BodyPtr& body : bodies_)
      if (!going.contains(body)) bodies.push_back(body);
    bodies.insert(bodies.end(), more.begin(), more.end());
    return std::make_shared<const BulletTree>(std::move(bodies));
  }
  std::size_t size() const override { return bodies_.size(); }
  void near(const Bounds& box, double grown, std::vector<const Body*>& out) const override {
    visit(box, grown, [&](std::size_t i) { out.push_back(bodies_[i].get()); });
  }
  void pairs(double grown, const PairFn& fn) const override {
    bool done = false;
    for (std::size_t a = 0; a < bodies_.size() && !done; ++a)
      visit(bodies_[a]->box, grown, [&](std::size_t b) { done = done || (b > a && fn(*bodies_[a], *bodies_[b])); });
  }

 private:
  template <typename Fn>
  void visit(const Bounds& box, double grown, Fn fn) const {
    Visitor<Fn> visitor(std::move(fn));
    tree_.collideTV(tree_.m_root, volumeOf(box, grown), visitor);
  }

  std::vector<BodyPtr> bodies_;
  btDbvt tree_;
};

}  // namespace

BroadPhasePtr makeBulletTree() { return std::make_shared<const BulletTree>(); }

}  // namespace ww::collision
