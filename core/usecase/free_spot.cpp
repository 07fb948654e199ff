// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/free_spot.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace ww::usecase {
namespace {

constexpr double kGap = 0.01;  // between the new one and the others
constexpr double kGrid = 0.01;
constexpr double kSlack = 0.001;  // what stands on something touches it
constexpr int kRings = 40;
constexpr double kMostLooks = 4e6;  // some milliseconds

double up(double v) { return std::ceil(v / kGrid - 1e-9) * kGrid; }
double onGrid(double v) { return std::round(v / kGrid) * kGrid; }

bool overlaps(const Bounds& a, const Bounds& b) {
  return (a.min.array() < b.max.array()).all() && (b.min.array() < a.max.array()).all();
}

// Link by link: the box around a whole robot holds much that is free. What is wider than `reach` both ways is
// a hall or a floor.
void addBoxes(const world::World& world, const world::Object& object, double reach, std::vector<Bounds>& out) {
  const Pose root_t_object = world.rootT(object.id);
  for (const auto& entity : object.entities) {
    Bounds box;
    for (const auto* placed : {&entity->visual, &entity->collision})
      for (const auto& g : *placed)
        if (g.geometry && !g.geometry->bounds.empty()) box.add(g.geometry->bounds.transformed(g.ref_t_shape));
    if (box.empty()) continue;
    const Bounds in_root =
        box.transformed(Eigen::Affine3d((root_t_object * world::World::objectTEntity(object, entity->id)).isometry()));
    if (in_root.size().x() <= reach || in_root.size().y() <= reach) out.push_back(in_root);
  }
}

class Search {
 public:
  Search(const world::World& world, const Vec3& wish, const Vec3& size) : wish_(wish), size_(size) {
    step_ = std::max(0.05, up(0.5 * std::min(size.x(), size.y())));
    const double reach = kRings * step_ + size.norm();
    const Bounds near{wish - Vec3::Constant(reach), wish + Vec3::Constant(reach)};
    world.forEachObject([&](const world::Object& object) {
      const Bounds whole = world.boundsOf(object);
      if (whole.empty()) return;
      all_.add(whole);
      if (overlaps(whole, near)) addBoxes(world, object, reach, others_);
    });
  }

  Vec3 find() {
    for (int ring = 0, last = std::min(kRings, mostRings()); ring <= last; ++ring) {
      const int places = std::max(1, 8 * ring);
      for (int i = 0; i < places; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / places;
        const Vec3 at =
            wish_ + Vec3(onGrid(ring * step_ * std::cos(angle)), onGrid(ring * step_ * std::sin(angle)), 0.0);
        if (isFree(at)) return at;
      }
    }
    return all_.empty() ? wish_ : Vec3(up(all_.max.x() + 0.5 * size_.x() + kGap), wish_.y(), wish_.z());
  }

 private:
  // Rings have 8, 16, 24... places; each looks at all the others.
  int mostRings() const {
    return 1 + static_cast<int>(
                   std::sqrt(kMostLooks / (4.0 * static_cast<double>(std::max<std::size_t>(1, others_.size())))));
  }
  bool isFree(const Vec3& at) const {
    const Vec3 half(0.5 * size_.x() + kGap, 0.5 * size_.y() + kGap, 0.0);
    const Bounds box{at - half + Vec3(0, 0, kSlack), at + half + Vec3(0, 0, std::max(size_.z(), 2 * kSlack))};
    return std::none_of(others_.begin(), others_.end(), [&](const Bounds& other) { return overlaps(box, other); });
  }

  Vec3 wish_, size_;
  double step_ = 0.05;
  std::vector<Bounds> others_;
  Bounds all_;
};

}  // namespace

Vec3 freeSpot(const world::World& world, const Vec3& wish, const Vec3& size) {
  return Search(world, wish, size).find();
}

}  // namespace ww::usecase
