// SPDX-License-Identifier: Apache-2.0
#include "app/editor/free_spot.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ww::editor {
namespace {

constexpr double kGap = 0.01;        // between the new one and the others
constexpr double kGrid = 0.01;
constexpr double kFarthest = 1000.0; // no new object starts farther out than this
constexpr int kRings = 40;

double onGrid(double v) { return std::round(std::clamp(v, -kFarthest, kFarthest) / kGrid) * kGrid; }

bool overlaps(const Bounds& a, const Bounds& b) {
  return (a.min.array() < b.max.array()).all() && (b.min.array() < a.max.array()).all();
}

}  // namespace

Vec3 freeSpot(const world::World& world, const Vec3& wish, const Vec3& size) {
  const Vec3 start(onGrid(wish.x()), onGrid(wish.y()), 0.0);
  const double step = std::max(0.05, onGrid(0.5 * std::min(size.x(), size.y())));
  const double reach = kRings * step + size.norm();
  std::vector<Bounds> others;
  world.forEachObject([&](const world::Object& object) {
    const Bounds box = world.boundsOf(object);
    // What holds the whole place searched is a hall or a floor.
    if (box.empty() || (box.size().x() > reach && box.size().y() > reach)) return;
    others.push_back(box);
  });
  const auto isFree = [&](const Vec3& at) {
    const Vec3 half(0.5 * size.x() + kGap, 0.5 * size.y() + kGap, 0.0);
    const Bounds box{at - half + Vec3(0, 0, 0.001), at + half + Vec3(0, 0, std::max(size.z(), 0.002))};
    return std::none_of(others.begin(), others.end(), [&](const Bounds& other) { return overlaps(box, other); });
  };
  for (int ring = 0; ring <= kRings; ++ring) {
    const int places = std::max(1, 8 * ring);
    for (int i = 0; i < places; ++i) {
      const double angle = 2.0 * 3.14159265358979 * i / places;
      const Vec3 at(onGrid(start.x() + ring * step * std::cos(angle)), onGrid(start.y() + ring * step * std::sin(angle)), 0.0);
      if (isFree(at)) return at;
    }
  }
  return start;
}

}  // namespace ww::editor
