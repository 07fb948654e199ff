// SPDX-License-Identifier: Apache-2.0
#include "core/collision/cover/boxed.h"

#include <algorithm>
#include <utility>

#include "core/collision/shapes/body_shape.h"

namespace ww::collision {
namespace {

constexpr std::size_t kMostBoxes = 32;  // of a body; one of more pieces has one around them all
constexpr double kBoxSlack = 1e-9;      // metres, for rounding

BoxGroup noBoxes() {
  BoxGroup out{};
  for (int k = 0; k < 3; ++k) {
    std::fill_n(out.p[k], kGroup, kNowhere);
    std::fill_n(out.core[k], kGroup, kNoCore);
  }
  return out;
}

void add(Boxed& out, const Pose& frame_t_box, const Vec3& half, const Vec3& core) {
  if (out.count % kGroup == 0) out.boxes.push_back(noBoxes());
  BoxGroup& g = out.boxes.back();
  const int at = g.count++;
  ++out.count;
  const Eigen::Matrix3d r = frame_t_box.q.toRotationMatrix();
  const bool has_core = core.minCoeff() > 2.0 * kBoxSlack;
  for (int k = 0; k < 3; ++k) {
    g.p[k][at] = frame_t_box.p[k];
    g.half[k][at] = half[k] + kBoxSlack;
    g.core[k][at] = has_core ? core[k] - kBoxSlack : kNoCore;
    for (int j = 0; j < 3; ++j) g.r[3 * k + j][at] = r(k, j);
  }
  g.size = std::max(g.size, half.norm() + 2.0 * kBoxSlack);
}

// The spheres within a body against the cores of another.
bool reachCores(const SphereGroup& inner, const Boxed& other, double limit, const CoverKernels& kernels) {
  SphereGroup moved;
  for (const BoxGroup& g : other.boxes) {
    for (int i = 0; i < g.count; ++i) {
      if (g.core[0][i] <= 0.0) continue;
      FlatPose root_t_core;
      for (int k = 0; k < 9; ++k) root_t_core.r[k] = g.r[k][i];
      for (int k = 0; k < 3; ++k) root_t_core.p[k] = g.p[k][i];
      const double half[3] = {g.core[0][i], g.core[1][i], g.core[2][i]};
      if (kernels.nearBox(inner, inverse(root_t_core), half, limit, moved) != 0) return true;
    }
  }
  return false;
}

}  // namespace

Boxed boxedOf(const BodyShape& shape) {
  const SphereCover& whole = shape.cover->get();
  Boxed out;
  out.inner = whole.inner;
  if (shape.pieces.size() > kMostBoxes) {
    add(out, Pose(), whole.half, Vec3::Zero());
    return out;
  }
  for (const Piece& piece : shape.pieces) {
    const SphereCover& cover = piece.cover->get();
    add(out, whole.body_t_box.inverse() * cover.body_t_box, cover.half, cover.core);
  }
  return out;
}

void Boxed::carry(const FlatPose& t, const CoverKernels& kernels, Boxed& out) const {
  for (std::size_t i = 0; i < boxes.size(); ++i) kernels.carryBoxes(boxes[i], t, out.boxes[i]);
  kernels.carry(inner, t, out.inner);
}

FlatPose flat(const PlacedCover& placed) {
  FlatPose out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.r[3 * i + j] = placed.r(i, j);
    out.p[i] = placed.p[i];
  }
  return out;
}

FlatPose inverse(const FlatPose& t) {
  FlatPose out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.r[3 * i + j] = t.r[3 * j + i];
    out.p[i] = -(t.r[i] * t.p[0] + t.r[3 + i] * t.p[1] + t.r[6 + i] * t.p[2]);
  }
  return out;
}

CoverVerdict judgeBoxes(const Boxed& a, const Boxed& b, double near, double limit, const CoverKernels& kernels) {
  const Boxed &few = a.count <= b.count ? a : b, &many = a.count <= b.count ? b : a;
  // That cores overlap is as near as they can say.
  const double deep = std::min(limit, 0.0);
  unsigned close = 0;
  for (const BoxGroup& one : few.boxes) {
    for (int i = 0; i < one.count; ++i) {
      for (const BoxGroup& g : many.boxes) {
        const BoxBits found = kernels.boxes(g, one, i, near, deep);
        if (found.deep != 0) return CoverVerdict::kDeep;
        close |= found.near;
      }
    }
  }
  return close != 0 ? CoverVerdict::kOpen : CoverVerdict::kApart;
}

bool innerMeet(const Boxed& a, const Boxed& b, double limit, const CoverKernels& kernels) {
  if (b.inner.count > 0 && reachCores(b.inner, a, limit, kernels)) return true;
  if (a.inner.count == 0) return false;
  if (reachCores(a.inner, b, limit, kernels)) return true;
  for (int i = 0; b.inner.count > 0 && i < a.inner.count; ++i) {
    const double xyz[3] = {a.inner.x[i], a.inner.y[i], a.inner.z[i]};
    if (kernels.within(b.inner, xyz, a.inner.r[i] + limit) != 0) return true;
  }
  return false;
}

}  // namespace ww::collision
