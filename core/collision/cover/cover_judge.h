// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <bit>

#include "core/collision/cover/kernels.h"
#include "core/collision/cover/sphere_cover.h"

namespace ww::collision {

// A cover where its body is.
struct PlacedCover {
  const SphereCover* cover = nullptr;
  Eigen::Matrix3d r = Eigen::Matrix3d::Identity();  // root_t_box
  Vec3 p = Vec3::Zero();                            // metres

  void place(const SphereCover& of, const Pose& root_t_box) {
    cover = &of;
    r = root_t_box.q.toRotationMatrix();
    p = root_t_box.p;
  }
  Vec3 root() const { return r * cover->root.center + p; }
};

enum class CoverVerdict {
  kApart,  // farther apart than asked, surely
  kDeep,   // nearer than the limit, surely
  kOpen    // covers cannot tell
};

// What sphere covers say of two bodies. Holds memory: one thread at a time.
class CoverJudge {
 public:
  explicit CoverJudge(const CoverKernels& kernels = bestCoverKernels()) : kernels_(&kernels) {}
  const CoverKernels& kernels() const { return *kernels_; }
  // Whether outer spheres say that they are farther apart than `near` metres, at least 0.
  bool apart(const PlacedCover& a, const PlacedCover& b, double near);

 private:
  struct Found {
    double xyz[3], r;
  };
  // Lengths in metres.
  bool reachBox(const SphereCover& a, const FlatPose& b_t_a, const Vec3& half, double near);
  bool reach(const SphereCover& b, const Found& sphere, double near);
  bool far(const SphereCover& a, const FlatPose& b_t_a, const SphereCover& b, double near);

  const CoverKernels* kernels_;
  SphereGroup moved_{};
  std::vector<Found> found_;  // spheres that come near a box, in its frame
  std::vector<std::uint32_t> work_;
};

// fn(i) for each bit.
template <typename Fn>
void forEachBit(unsigned bits, Fn&& fn) {
  for (; bits != 0; bits &= bits - 1) fn(std::countr_zero(bits));
}

// What rounding may do to a distance between things at these places (metres).
inline double coverSlack(const Vec3& a, const Vec3& b) {
  return 1e-9 + 1e-12 * (a.cwiseAbs().maxCoeff() + b.cwiseAbs().maxCoeff());
}

}  // namespace ww::collision
