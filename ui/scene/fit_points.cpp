// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/fit_points.h"

#include <algorithm>

namespace ww::ui::scene {
namespace {

constexpr std::size_t kFew = 2000;
constexpr int kCells = 16;  // along each axis

void addCorners(const Bounds& b, std::vector<Vec3>& out) {
  for (int i = 0; i < 8; ++i)
    out.emplace_back((i & 1) ? b.max.x() : b.min.x(), (i & 2) ? b.max.y() : b.min.y(), (i & 4) ? b.max.z() : b.min.z());
}

std::vector<Bounds> joined(const std::vector<Bounds>& boxes) {
  Bounds all;
  for (const Bounds& b : boxes) all.add(b);
  const Vec3 scale = kCells * all.size().cwiseMax(1e-9).cwiseInverse();
  std::vector<Bounds> cells(kCells * kCells * kCells);
  for (const Bounds& b : boxes) {
    if (b.empty()) continue;
    const Eigen::Array3i at = (b.center() - all.min).cwiseProduct(scale).cast<int>().array().min(kCells - 1).max(0);
    cells[static_cast<std::size_t>((at.z() * kCells + at.y()) * kCells + at.x())].add(b);
  }
  return cells;
}

}  // namespace

std::vector<Vec3> fitPoints(const std::vector<Bounds>& boxes) {
  std::vector<Vec3> out;
  for (const Bounds& b : boxes.size() > kFew ? joined(boxes) : boxes)
    if (!b.empty()) addCorners(b, out);
  return out;
}

}  // namespace ww::ui::scene
