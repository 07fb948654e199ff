// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/model/motion.h"
#include "core/model/turn.h"

namespace ww::model {

// Not for use outside this folder. Poses by coordinates, for T a double or a vector of doubles: the same
// operations in the same order, so that lanes and single configurations agree bit for bit.
template <typename T>
struct Coordinates {
  T px, py, pz, qx, qy, qz, qw;
};

// A motion where its moving parts are (x, y), or by the turn by half its angle.
template <typename T>
WW_MODEL_INLINE Coordinates<T> along(const Motion& m, const T& x, const T& y) {
  return {x * m.way_x[0] + y * m.way_y[0] + m.rest[0],
          x * m.way_x[1] + y * m.way_y[1] + m.rest[1],
          x * m.way_x[2] + y * m.way_y[2] + m.rest[2],
          T{} + m.turn_cos[0],
          T{} + m.turn_cos[1],
          T{} + m.turn_cos[2],
          T{} + m.turn_cos[3]};
}

template <typename T>
WW_MODEL_INLINE Coordinates<T> turned(const Motion& m, const Turn<T>& half) {
  Coordinates<T> out = along<T>(m, 1.0 - half.sin * half.sin * 2.0, half.sin * half.cos * 2.0);
  out.qx = half.cos * m.turn_cos[0] + half.sin * m.turn_sin[0];
  out.qy = half.cos * m.turn_cos[1] + half.sin * m.turn_sin[1];
  out.qz = half.cos * m.turn_cos[2] + half.sin * m.turn_sin[2];
  out.qw = half.cos * m.turn_cos[3] + half.sin * m.turn_sin[3];
  return out;
}

// a_t_c = a_t_b * b_t_c
template <typename T>
WW_MODEL_INLINE Coordinates<T> compose(const Coordinates<T>& a, const Coordinates<T>& b) {
  const T tx = (a.qy * b.pz - a.qz * b.py) * 2.0, ty = (a.qz * b.px - a.qx * b.pz) * 2.0,
          tz = (a.qx * b.py - a.qy * b.px) * 2.0;
  return {a.px + b.px + a.qw * tx + (a.qy * tz - a.qz * ty),     a.py + b.py + a.qw * ty + (a.qz * tx - a.qx * tz),
          a.pz + b.pz + a.qw * tz + (a.qx * ty - a.qy * tx),     a.qw * b.qx + a.qx * b.qw + a.qy * b.qz - a.qz * b.qy,
          a.qw * b.qy - a.qx * b.qz + a.qy * b.qw + a.qz * b.qx, a.qw * b.qz + a.qx * b.qy - a.qy * b.qx + a.qz * b.qw,
          a.qw * b.qw - a.qx * b.qx - a.qy * b.qy - a.qz * b.qz};
}

inline Coordinates<double> coordinates(const Pose& p) {  // in any frame
  return {p.p.x(), p.p.y(), p.p.z(), p.q.x(), p.q.y(), p.q.z(), p.q.w()};
}
inline Pose poseOf(const Coordinates<double>& c) { return {Vec3(c.px, c.py, c.pz), Quat(c.qw, c.qx, c.qy, c.qz)}; }

inline Coordinates<double> at(const Motion& m, double position) {  // radians or metres
  return m.revolute ? turned(m, turnOf(0.5 * position)) : along(m, position, 0.0);
}

// root_t_body of what a joint carries at a position in radians or metres; null: on what stands still.
inline Pose carriedOn(const Pose* root_t_parent, const Motion& parent_t_body, double position) {
  const Coordinates<double> local = at(parent_t_body, position);
  return poseOf(root_t_parent ? compose(coordinates(*root_t_parent), local) : local);
}

}  // namespace ww::model
