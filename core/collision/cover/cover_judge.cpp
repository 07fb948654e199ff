// SPDX-License-Identifier: Apache-2.0
#include "core/collision/cover/cover_judge.h"

namespace ww::collision {
namespace {

FlatPose relative(const PlacedCover& a, const PlacedCover& b) {
  FlatPose out;
  const Eigen::Matrix3d back = b.r.transpose();
  Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(out.r) = back * a.r;
  Eigen::Map<Vec3>(out.p) = back * (a.p - b.p);
  return out;
}

FlatPose inverse(const FlatPose& t) {
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> r(t.r);
  FlatPose out;
  Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(out.r) = r.transpose();
  Eigen::Map<Vec3>(out.p) = -(r.transpose() * Eigen::Map<const Vec3>(t.p));
  return out;
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

bool CoverJudge::innerMeet(const SphereCover& a, const FlatPose& b_t_a, const SphereCover& b, double limit) {
  if (a.inner.count == 0 || b.inner.count == 0) return false;
  kernels_->nearBox(a.inner, b_t_a, b.half.data(), 0.0, moved_);
  for (int i = 0; i < a.inner.count; ++i) {
    const double xyz[3] = {moved_.x[i], moved_.y[i], moved_.z[i]};
    if (kernels_->within(b.inner, xyz, moved_.r[i] + limit) != 0) return true;
  }
  return false;
}

CoverVerdict CoverJudge::judge(const PlacedCover& a, const PlacedCover& b, double near, double limit) {
  const double slack = coverSlack(a.p, b.p), reached = near + slack;
  const FlatPose b_t_a = relative(a, b);
  if (!reachBox(*a.cover, b_t_a, b.cover->half, reached)) return CoverVerdict::kApart;
  if (innerMeet(*a.cover, b_t_a, *b.cover, limit - slack)) return CoverVerdict::kDeep;
  bool open = false;
  for (const Found& sphere : found_) {
    open = reach(*b.cover, sphere, reached);
    if (open) break;
  }
  // What is small beside the other may be told by the other's box.
  if (open && !reachBox(*b.cover, inverse(b_t_a), a.cover->half, reached)) open = false;
  return open ? CoverVerdict::kOpen : CoverVerdict::kApart;
}

}  // namespace ww::collision
