// SPDX-License-Identifier: Apache-2.0
#include "core/collision/cover/cover_judge.h"

#include <algorithm>
#include <cmath>

#include "core/collision/cover/boxed.h"

namespace ww::collision {
namespace {

// Written out: products of matrices of three are called, not put in place, by the compiler.
FlatPose relative(const PlacedCover& a, const PlacedCover& b) {
  FlatPose out;
  const double p[3] = {a.p[0] - b.p[0], a.p[1] - b.p[1], a.p[2] - b.p[2]};
  const double *to = b.r.data(), *from = a.r.data();  // columns
  for (int i = 0; i < 3; ++i, to += 3) {
    for (int j = 0; j < 3; ++j)
      out.r[3 * i + j] = to[0] * from[3 * j] + to[1] * from[3 * j + 1] + to[2] * from[3 * j + 2];
    out.p[i] = to[0] * p[0] + to[1] * p[1] + to[2] * p[2];
  }
  return out;
}

// No point of the one box is nearer to the other than that (metres), by the axes of both.
double boxesApart(const PlacedCover& a, const FlatPose& b_t_a, const PlacedCover& b) {
  const Vec3 &half_a = a.cover->half, &half_b = b.cover->half;
  double in_a[3] = {0.0, 0.0, 0.0}, reach_b[3] = {half_a[0], half_a[1], half_a[2]};
  double from_a = 0.0, from_b = 0.0;
  for (int i = 0; i < 3; ++i) {
    double reach = half_b[i];
    for (int j = 0; j < 3; ++j) {
      const double turn = b_t_a.r[3 * i + j];
      reach += std::abs(turn) * half_a[j];
      reach_b[j] += std::abs(turn) * half_b[i];
      in_a[j] += turn * b_t_a.p[i];
    }
    const double gap = std::max(0.0, std::abs(b_t_a.p[i]) - reach);
    from_b += gap * gap;
  }
  for (int j = 0; j < 3; ++j) {
    const double gap = std::max(0.0, std::abs(in_a[j]) - reach_b[j]);
    from_a += gap * gap;
  }
  return std::sqrt(std::max(from_a, from_b));
}

}  // namespace

bool CoverJudge::reachBox(const SphereCover& a, const FlatPose& b_t_a, const Vec3& half, double near) {
  found_.clear();
  work_.assign(1, 0);
  while (!work_.empty()) {
    const SphereGroup& group = a.outer[work_.back()];
    work_.pop_back();
    forEachBit(kernels_->nearBox(group, b_t_a, half.data(), near, moved_), [&](int i) {
      if (group.below[i] != kNoGroup) work_.push_back(group.below[i]);
      else found_.push_back({{moved_.x[i], moved_.y[i], moved_.z[i]}, moved_.r[i]});
    });
  }
  return !found_.empty();
}

bool CoverJudge::reach(const SphereCover& b, const Found& sphere, double near) {
  work_.assign(1, 0);
  while (!work_.empty()) {
    const SphereGroup& group = b.outer[work_.back()];
    work_.pop_back();
    bool finest = false;
    forEachBit(kernels_->within(group, sphere.xyz, sphere.r + near), [&](int i) {
      if (group.below[i] != kNoGroup) work_.push_back(group.below[i]);
      else finest = true;
    });
    if (finest) return true;
  }
  return false;
}

bool CoverJudge::far(const SphereCover& a, const FlatPose& b_t_a, const SphereCover& b, double near) {
  // What is small beside the other may be told by the other's box. Spheres against spheres cost most.
  if (!reachBox(b, inverse(b_t_a), a.half, near) || !reachBox(a, b_t_a, b.half, near)) return true;
  return std::ranges::none_of(found_, [&](const Found& sphere) { return reach(b, sphere, near); });
}

bool CoverJudge::apart(const PlacedCover& a, const PlacedCover& b, double near) {
  const FlatPose b_t_a = relative(a, b);
  const double reach = near + coverSlack(a.p, b.p);
  return boxesApart(a, b_t_a, b) > reach || far(*a.cover, b_t_a, *b.cover, reach);
}

}  // namespace ww::collision
