// SPDX-License-Identifier: Apache-2.0
// Where the balls of a world of balls stand, for eight states at once; as ball_lanes.h, local to who includes it.
#pragma once
#include "core/collision/balls/ball_lanes.h"

namespace ww::collision {
namespace {

// A row's frame: columns of its rotation, place; then its turning, speed of its place, and the sum of the speeds of
// its joints.
struct Frame {
  Vec3s x, y, z, p;
};
WW_BALL_INLINE Frame loadFrame(const float* from) {
  return {load3(from), load3(from + 3 * kW), load3(from + 6 * kW), load3(from + 9 * kW)};
}
WW_BALL_INLINE Vec3s turned(const Frame& f, float a, float b, float c) {
  return {f.x.x * a + f.y.x * b + f.z.x * c, f.x.y * a + f.y.y * b + f.z.y * c, f.x.z * a + f.y.z * b + f.z.z * c};
}
WW_BALL_INLINE Vec3s carried(const Frame& f, float a, float b, float c) { return plus(turned(f, a, b, c), f.p); }
WW_BALL_INLINE Vec3s fixed(float a, float b, float c) { return {all(a), all(b), all(c)}; }

WW_BALL_INLINE Frame inboard(const BallRow& row, const float* rows) {
  const float *r = row.r, *p = row.p;
  if (row.parent < 0)
    return {fixed(r[0], r[3], r[6]), fixed(r[1], r[4], r[7]), fixed(r[2], r[5], r[8]), fixed(p[0], p[1], p[2])};
  const Frame f = loadFrame(rows + row.parent * BallScratch::kRowFloats);
  return {turned(f, r[0], r[3], r[6]), turned(f, r[1], r[4], r[7]), turned(f, r[2], r[5], r[8]),
          carried(f, p[0], p[1], p[2])};
}

WW_BALL_INLINE void moveRow(const BallRow& row, const float* rows, const Vec& speed, const Frame& f, float* out) {
  Vec3s turning{}, going{};
  Vec sum = size(speed);
  if (row.parent >= 0) {
    const float* above = rows + row.parent * BallScratch::kRowFloats;
    turning = load3(above + 12 * kW);
    going = plus(load3(above + 15 * kW), cross(turning, minus(f.p, load3(above + 9 * kW))));
    sum = sum + load(above + 18 * kW);
  }
  Vec3s& own = row.turns ? turning : going;
  own = plus(own, {f.z.x * speed, f.z.y * speed, f.z.z * speed});
  store3(out + 12 * kW, turning);
  store3(out + 15 * kW, going);
  store(out + 18 * kW, sum);
  store(out + 19 * kW, root(squared(turning)));
}

template <bool kMoves>
WW_BALL_INLINE void forward(const BallWorld& w, const float* q, const float* speed, BallScratch& s) {
  for (int i = 0; i < w.row_count; ++i) {
    const BallRow& row = w.rows[i];
    Frame f = inboard(row, s.rows);
    const Vec at = load(q + kW * row.joint) * row.multiplier + row.offset;
    if (row.turns) {
      Vec sin, cos;
      turn(at, sin, cos);
      const Vec3s x = f.x, y = f.y;
      f.x = {x.x * cos + y.x * sin, x.y * cos + y.y * sin, x.z * cos + y.z * sin};
      f.y = {y.x * cos - x.x * sin, y.y * cos - x.y * sin, y.z * cos - x.z * sin};
    } else {
      f.p = plus(f.p, {f.z.x * at, f.z.y * at, f.z.z * at});
    }
    float* out = s.rows + i * BallScratch::kRowFloats;
    store3(out, f.x);
    store3(out + 3 * kW, f.y);
    store3(out + 6 * kW, f.z);
    store3(out + 9 * kW, f.p);
    if constexpr (kMoves) moveRow(row, s.rows, load(speed + kW * row.joint) * row.multiplier, f, out);
  }
}

// How far a coordinate is outside of -half to half, in metres.
WW_BALL_INLINE Vec outside(const Vec& v, float half) { return larger(size(v) - half, Vec{}); }

// `sum` is not negative.
WW_BALL_INLINE unsigned near(const Vec& distance2, const Vec& sum) { return atMost(distance2, sum * sum); }

WW_BALL_INLINE Vec boxDistance2(const BallObstacle& o, const Vec3s& at) {
  const Vec3s d = {at.x - o.p[0], at.y - o.p[1], at.z - o.p[2]};
  const float* r = o.r;
  if (o.kind == BallObstacle::kUprightBox) {
    return squared({outside(d.x * r[0] + d.y * r[1], o.half[0]), outside(d.x * r[3] + d.y * r[4], o.half[1]),
                    outside(d.z, o.half[2])});
  }
  return squared({outside(d.x * r[0] + d.y * r[1] + d.z * r[2], o.half[0]),
                  outside(d.x * r[3] + d.y * r[4] + d.z * r[5], o.half[1]),
                  outside(d.x * r[6] + d.y * r[7] + d.z * r[8], o.half[2])});
}

// Those whose ball comes near to it; metres.
WW_BALL_INLINE unsigned against(const BallObstacle& o, const Vec3s& at, const Vec& r) {
  if (o.kind == BallObstacle::kBall) return near(squared({at.x - o.p[0], at.y - o.p[1], at.z - o.p[2]}), r + o.radius);
  if (o.kind != BallObstacle::kCapsule) return near(boxDistance2(o, at), r);
  const Vec3s d = {at.x - o.p[0], at.y - o.p[1], at.z - o.p[2]};
  const Vec along = (d.x * o.half[0] + d.y * o.half[1] + d.z * o.half[2]) * o.r[0];
  const Vec t = smaller(larger(along, Vec{}), all(1.0F));
  return near(squared({d.x - t * o.half[0], d.y - t * o.half[1], d.z - t * o.half[2]}), r + o.radius);
}

// Half of a stretch of the motion, and half of its square.
struct Stretch {
  Vec half, square;
};

WW_BALL_INLINE void putBall(float* out, const Vec3s& at, const Vec& r) {
  store3(out, at);
  store(out + 3 * kW, r);
}

// A ball where its row is; grown by what it may move. `stiff`: not more than its centre, else all around it turns, too.
template <bool kMoves>
WW_BALL_INLINE void placeBall(const BallWorld& w, int on, float lever, const Ball& b, bool stiff, const Stretch& s,
                              const BallScratch& m, float* out) {
  Vec r = all(kMoves ? b.r + w.slack : b.r);
  if (on < 0) return putBall(out, fixed(b.x, b.y, b.z), r);
  const float* row = m.rows + on * BallScratch::kRowFloats;
  const Vec3s at = carried(loadFrame(row), b.x, b.y, b.z);
  if constexpr (kMoves) {
    const Vec3s going = plus(load3(row + 15 * kW), cross(load3(row + 12 * kW), minus(at, load3(row + 9 * kW))));
    Vec speed = root(squared(going));
    if (stiff) speed = speed + load(row + 19 * kW) * b.r;
    const Vec sum = load(row + 18 * kW);
    r = r + (speed * s.half + sum * sum * lever * s.square) * 1.00001F;
  }
  putBall(out, at, r);
}

// The balls around a group, or all of its own, where that has not been done.
template <bool kMoves>
WW_BALL_INLINE void placeAround(const BallWorld& w, int i, float lever, const Stretch& s, BallScratch& m) {
  if ((m.placed[i] & BallScratch::kAround) != 0) return;
  m.placed[i] |= BallScratch::kAround;
  const BallGroup& g = w.groups[i];
  placeBall<kMoves>(w, g.row, lever, g.around, true, s, m, m.groups + i * BallScratch::kBallFloats);
}
template <bool kMoves>
WW_BALL_INLINE void placeGroup(const BallWorld& w, int i, float lever, const Stretch& s, BallScratch& m) {
  if ((m.placed[i] & BallScratch::kBalls) != 0) return;
  m.placed[i] |= BallScratch::kBalls;
  const BallGroup& g = w.groups[i];
  for (int k = g.first; k < g.first + g.count; ++k)
    placeBall<kMoves>(w, g.row, lever, w.balls[k], false, s, m, m.balls + k * BallScratch::kBallFloats);
}

}  // namespace
}  // namespace ww::collision
