// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/io/worker/cloud/points.h"

namespace ww::io::worker {
namespace {

constexpr int kLevels = 21;  // bits of a place along an axis

// The bits of three places in turn, so that the cells of a larger cell follow each other.
std::uint64_t woven(const Eigen::Matrix<std::int64_t, 3, 1>& at) {
  std::uint64_t out = 0;
  for (int bit = 0; bit < kLevels; ++bit) {
    for (int axis = 0; axis < 3; ++axis) out |= (static_cast<std::uint64_t>(at[axis]) >> bit & 1u) << (3 * bit + axis);
  }
  return out;
}

Vec3 unwoven(std::uint64_t key) {
  Eigen::Matrix<std::int64_t, 3, 1> at = Eigen::Matrix<std::int64_t, 3, 1>::Zero();
  for (int bit = 0; bit < kLevels; ++bit) {
    for (int axis = 0; axis < 3; ++axis) at[axis] |= static_cast<std::int64_t>(key >> (3 * bit + axis) & 1u) << bit;
  }
  return at.cast<double>();
}

geometry::PlacedPrimitive boxAt(std::uint64_t key, const Vec3& origin, double edge) {
  geometry::PlacedPrimitive out{geometry::Box{Vec3::Constant(edge)}, Eigen::Affine3d::Identity()};
  out.ref_t_shape.translation() = origin + (unwoven(key) + Vec3::Constant(0.5)) * edge;
  return out;
}

}  // namespace

std::vector<geometry::PlacedPrimitive> cloudBoxes(const std::vector<Vec3>& points, double cell) {
  std::vector<geometry::PlacedPrimitive> out;
  if (points.empty() || !(cell > 0.0)) return out;
  Vec3 low = points.front();
  for (const Vec3& p : points) low = low.cwiseMin(p);
  // On the lattice through the origin, so that clouds of one scene have the same cells.
  const Vec3 origin = (low / cell).array().floor().matrix() * cell;
  constexpr double kLast = (1 << kLevels) - 1;
  std::vector<std::uint64_t> keys;
  keys.reserve(points.size());
  for (const Vec3& p : points) {
    const Vec3 at = ((p - origin) / cell).array().floor().matrix().cwiseMax(0.0).cwiseMin(kLast);
    keys.push_back(woven(at.cast<std::int64_t>()));
  }
  double edge = cell;
  for (int level = 0; level <= kLevels && !keys.empty(); ++level, edge *= 2.0) {
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::vector<std::uint64_t> larger;
    for (std::size_t i = 0; i < keys.size();) {
      std::size_t end = i;
      while (end < keys.size() && keys[end] >> 3 == keys[i] >> 3) ++end;
      if (end - i == 8) larger.push_back(keys[i] >> 3);
      else
        for (std::size_t k = i; k < end; ++k) out.push_back(boxAt(keys[k], origin, edge));
      i = end;
    }
    keys = std::move(larger);
  }
  return out;
}

}  // namespace ww::io::worker
