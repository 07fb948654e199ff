// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstring>

#include "core/kinematics/ik/lane_arm.h"
#include "core/model/turn.h"

// Not for use outside lane_descent.cpp: the arithmetic of one step of Levenberg and Marquardt's descent, for a T of
// several doubles side by side. Additions and multiplications only, in one order, so that every width has the same
// bits. Metres and radians, in the arm's frame.
namespace ww::kinematics::lane_kernel {

template <typename T>
using Flags = decltype(T{} < T{});
template <typename T>
using Three = std::array<T, 3>;
template <typename T>
using Six = std::array<T, 6>;

template <typename T>
WW_MODEL_INLINE T load(const double* from) {
  T out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

template <typename T>
WW_MODEL_INLINE void store(const T& value, double* to) {
  std::memcpy(to, &value, sizeof value);
}

template <typename T>
WW_MODEL_INLINE bool any(const Flags<T>& flags) {
  bool out = false;
  for (std::size_t i = 0; i < sizeof(T) / sizeof(double); ++i) out = out || flags[i] != 0;
  return out;
}

template <typename T>
WW_MODEL_INLINE T larger(const T& a, const T& b) {
  return a > b ? a : b;
}

template <typename T>
WW_MODEL_INLINE T smaller(const T& a, const T& b) {
  return a < b ? a : b;
}

template <typename T>
WW_MODEL_INLINE T root(const T& x) {
  T out;
  for (std::size_t i = 0; i < sizeof(T) / sizeof(double); ++i) out[i] = __builtin_sqrt(x[i]);
  return out;
}

// A frame by the columns of its rotation, and its origin.
template <typename T>
struct Frame {
  Three<T> x, y, z, p;
};

template <typename T>
WW_MODEL_INLINE Three<T> cross(const Three<T>& a, const Three<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Goes on by a motion that all lanes have in common.
template <typename T>
WW_MODEL_INLINE void follow(Frame<T>& f, const Rigid& by) {
  const Frame<T> was = f;
  const auto column = [&](int c) {
    Three<T> out;
    for (std::size_t i = 0; i < 3; ++i) out[i] = was.x[i] * by.r(0, c) + was.y[i] * by.r(1, c) + was.z[i] * by.r(2, c);
    return out;
  };
  for (std::size_t i = 0; i < 3; ++i)
    f.p[i] = was.p[i] + (was.x[i] * by.p[0] + was.y[i] * by.p[1] + was.z[i] * by.p[2]);
  f.x = column(0), f.y = column(1), f.z = column(2);
}

template <typename T>
WW_MODEL_INLINE Frame<T> begin(const Rigid& at) {
  Frame<T> f;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    f.x[k] = T{} + at.r(i, 0), f.y[k] = T{} + at.r(i, 1), f.z[k] = T{} + at.r(i, 2), f.p[k] = T{} + at.p[i];
  }
  return f;
}

// The tip's frame; where each mover's axis is on the way.
template <typename T>
WW_MODEL_INLINE Frame<T> forward(const LaneArm& arm, const std::array<T, LaneArm::kMost>& q,
                                 std::array<Three<T>, LaneArm::kMost>& axes,
                                 std::array<Three<T>, LaneArm::kMost>& points) {
  Frame<T> f = begin<T>(arm.movers[0].before);
  for (std::size_t k = 0; k < arm.count; ++k) {
    const LaneArm::Mover& m = arm.movers[k];
    if (k > 0) follow(f, m.before);
    axes[k] = f.z, points[k] = f.p;
    const T position = q[m.column] * m.multiplier;
    if (m.turns) {
      const model::Turn<T> t = model::nearTurn(position);
      const Three<T> x = f.x, y = f.y;
      for (std::size_t i = 0; i < 3; ++i) {
        f.x[i] = x[i] * t.cos + y[i] * t.sin;
        f.y[i] = y[i] * t.cos - x[i] * t.sin;
      }
    } else {
      for (std::size_t i = 0; i < 3; ++i) f.p[i] = f.p[i] + f.z[i] * position;
    }
  }
  follow(f, arm.tip);
  return f;
}

// The way to the goal, and the rotation vector to it times the weight.
template <typename T>
WW_MODEL_INLINE Six<T> missing(const Rigid& goal, double weight, const Frame<T>& tip) {
  const Frame<T> to = begin<T>(goal);
  const Three<T> a = cross(tip.x, to.x), b = cross(tip.y, to.y), c = cross(tip.z, to.z);
  T trace = T{};
  for (std::size_t i = 0; i < 3; ++i) trace = trace + (tip.x[i] * to.x[i] + tip.y[i] * to.y[i] + tip.z[i] * to.z[i]);
  // Cosine of half the angle; the sum of the products is twice the axis times the sine of the whole. Near half a turn
  // it vanishes and so does the axis: such a lane gives up, or is freed by its other errors.
  const T w = root(larger<T>((trace + 1.0) * 0.25, T{} + 1e-12));
  // angle / (2 sin(angle / 2)), by powers of 1 - w: exact at the goal, within 1e-3 everywhere.
  const T u = 1.0 - smaller<T>(w, T{} + 1.0);
  const T stretch =
      1.0 + u * (0.33333333 + u * (0.13333333 + u * (0.05714286 + u * (0.02539683 + u * (0.01154401 + u * 0.0098)))));
  const T scale = stretch * (0.5 * weight) / w;
  Six<T> e;
  for (std::size_t i = 0; i < 3; ++i) {
    e[i] = to.p[i] - tip.p[i];
    e[i + 3] = (a[i] + b[i] + c[i]) * scale;
  }
  return e;
}

template <typename T>
WW_MODEL_INLINE T squared(const Six<T>& e) {
  return e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3] + e[4] * e[4] + e[5] * e[5];
}

// Velocity of the tip and, weighted, its turning: a column for each joint.
template <typename T>
WW_MODEL_INLINE void columns(const LaneArm& arm, double weight, const Frame<T>& tip,
                             const std::array<Three<T>, LaneArm::kMost>& axes,
                             const std::array<Three<T>, LaneArm::kMost>& points,
                             std::array<Six<T>, LaneArm::kMost>& out) {
  for (std::size_t j = 0; j < arm.joints; ++j) out[j] = Six<T>{};
  for (std::size_t k = 0; k < arm.count; ++k) {
    const LaneArm::Mover& m = arm.movers[k];
    Six<T>& column = out[m.column];
    if (!m.turns) {
      for (std::size_t i = 0; i < 3; ++i) column[i] = column[i] + axes[k][i] * m.multiplier;
      continue;
    }
    const Three<T> arm_to_tip = {tip.p[0] - points[k][0], tip.p[1] - points[k][1], tip.p[2] - points[k][2]};
    const Three<T> v = cross(axes[k], arm_to_tip);
    for (std::size_t i = 0; i < 3; ++i) {
      column[i] = column[i] + v[i] * m.multiplier;
      column[i + 3] = column[i + 3] + axes[k][i] * (m.multiplier * weight);
    }
  }
}

// y of (sum of the columns' squares, of those that are free, + lambda) y = e, by L D L^T.
template <typename T>
WW_MODEL_INLINE Six<T> solve(const LaneArm& arm, const std::array<Six<T>, LaneArm::kMost>& columns,
                             const std::array<T, LaneArm::kMost>& is_free, const T& lambda, Six<T> e) {
  std::array<Six<T>, 6> a;
  for (std::size_t r = 0; r < 6; ++r)
    for (std::size_t c = 0; c <= r; ++c) a[r][c] = r == c ? lambda : T{};
  for (std::size_t j = 0; j < arm.joints; ++j)
    for (std::size_t r = 0; r < 6; ++r) {
      const T scaled = columns[j][r] * is_free[j];
      for (std::size_t c = 0; c <= r; ++c) a[r][c] = a[r][c] + scaled * columns[j][c];
    }
  Six<T> inverse;
  for (std::size_t c = 0; c < 6; ++c) {
    inverse[c] = 1.0 / a[c][c];
    Six<T> column;
    for (std::size_t r = c + 1; r < 6; ++r) column[r] = a[r][c];
    for (std::size_t r = c + 1; r < 6; ++r) {
      const T l = column[r] * inverse[c];
      for (std::size_t k = c + 1; k <= r; ++k) a[r][k] = a[r][k] - l * column[k];
      e[r] = e[r] - l * e[c];
      a[r][c] = l;
    }
  }
  for (std::size_t r = 6; r-- > 0;) {
    e[r] = e[r] * inverse[r];
    for (std::size_t k = r + 1; k < 6; ++k) e[r] = e[r] - a[k][r] * e[k];
  }
  return e;
}

}  // namespace ww::kinematics::lane_kernel
