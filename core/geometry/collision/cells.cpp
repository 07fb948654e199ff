// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/collision/cells.h"

#include <cmath>

namespace ww::geometry::collision_making {
namespace {

// Keeps the side of a plane where `sign * (normal * p - at)` is at most 0.
class Clip {
 public:
  Clip(const Cut& cut, double sign, double tolerance, const Vec3& fan)
      : cut_(cut), sign_(sign), tolerance_(tolerance), fan_(fan) {}

  // Adds what is left of a triangle to `out`, and what closes it in the plane to `caps`.
  void add(const std::array<Vec3, 3>& t, Soup& out, Soup& caps) const {
    std::array<double, 3> d{};
    for (std::size_t i = 0; i < 3; ++i) {
      d[i] = sign_ * (cut_.normal.dot(t[i]) - cut_.at);
      if (std::abs(d[i]) <= tolerance_) d[i] = 0.0;
    }
    if (d[0] == 0.0 && d[1] == 0.0 && d[2] == 0.0 && !bounds(t)) return;
    std::array<Vec3, 4> kept;
    std::array<bool, 4> in_plane{};
    std::size_t n = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      if (d[i] <= 0.0) {
        in_plane[n] = d[i] == 0.0;
        kept[n++] = t[i];
      }
      if ((d[i] < 0.0 && d[j] > 0.0) || (d[i] > 0.0 && d[j] < 0.0)) {
        in_plane[n] = true;
        kept[n++] = t[i] + (t[j] - t[i]) * (d[i] / (d[i] - d[j]));
      }
    }
    if (n < 3) return;
    for (std::size_t i = 2; i < n; ++i) out.push_back({kept[0], kept[i - 1], kept[i]});
    for (std::size_t i = 0; i < n; ++i)
      if (in_plane[i] && in_plane[(i + 1) % n]) caps.push_back({fan_, kept[(i + 1) % n], kept[i]});
  }

 private:
  // Whether the solid that a triangle in the plane bounds lies on the side that is kept.
  bool bounds(const std::array<Vec3, 3>& t) const {
    const double out = sign_ * (t[1] - t[0]).cross(t[2] - t[0]).dot(cut_.normal);
    return out > 0.0 || (out == 0.0 && sign_ > 0.0);
  }

  Cut cut_;
  double sign_, tolerance_;
  Vec3 fan_;  // in the plane
};

Cell kept(const Cell& cell, const Cut& cut, double sign, double tolerance) {
  const Vec3 middle = cell.space.center();
  const Clip clip(cut, sign, tolerance, middle + cut.normal * (cut.at - cut.normal.dot(middle)));
  Cell out;
  for (const auto& t : cell.surface) clip.add(t, out.surface, out.caps);
  Soup closing;
  for (const auto& t : cell.caps) clip.add(t, closing, out.caps);
  out.caps.insert(out.caps.end(), closing.begin(), closing.end());
  for (const Vec3& p : pointsOf(out.surface)) out.space.add(p);
  return out;
}

double sixfoldVolume(const Soup& soup, const Vec3& origin) {
  double six = 0.0;
  for (const auto& t : soup) six += (t[0] - origin).dot((t[1] - origin).cross(t[2] - origin));
  return six;
}

}  // namespace

std::vector<Vec3> pointsOf(const Soup& soup) {
  std::vector<Vec3> out;
  out.reserve(3 * soup.size());
  for (const auto& t : soup) out.insert(out.end(), t.begin(), t.end());
  return out;
}

double Cell::solid() const {
  const Vec3 origin = space.center();
  return (sixfoldVolume(surface, origin) + sixfoldVolume(caps, origin)) / 6.0;
}

Halves halves(const Cell& cell, const Cut& cut, double tolerance) {
  return {kept(cell, cut, 1.0, tolerance), kept(cell, cut, -1.0, tolerance)};
}

}  // namespace ww::geometry::collision_making
