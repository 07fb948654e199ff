// SPDX-License-Identifier: Apache-2.0
// Compiled once for each kind of processor, with the flags for it. All is local to the file that includes this: a
// function compiled for a newer processor must not stand in for one of the same name that every processor runs.
#pragma once
#if defined(__AVX__) || defined(__SSE2__)
#include <immintrin.h>
#endif

#include "core/collision/balls/ball_kernels.h"

#define WW_BALL_INLINE [[gnu::always_inline]] static inline

namespace ww::collision {
namespace {

using Vec = float __attribute__((vector_size(4 * kBallLanes)));
using Flags = decltype(Vec{} < Vec{});
constexpr int kW = kBallLanes;

#if defined(__AVX__)
// A bit for each where a <= b.
WW_BALL_INLINE unsigned atMost(const Vec& a, const Vec& b) {
  const __m256 out = _mm256_cmp_ps(__builtin_bit_cast(__m256, a), __builtin_bit_cast(__m256, b), _CMP_LE_OQ);
  return static_cast<unsigned>(_mm256_movemask_ps(out));
}
WW_BALL_INLINE Vec larger(const Vec& a, const Vec& b) {
  return __builtin_bit_cast(Vec, _mm256_max_ps(__builtin_bit_cast(__m256, a), __builtin_bit_cast(__m256, b)));
}
WW_BALL_INLINE Vec smaller(const Vec& a, const Vec& b) {
  return __builtin_bit_cast(Vec, _mm256_min_ps(__builtin_bit_cast(__m256, a), __builtin_bit_cast(__m256, b)));
}
WW_BALL_INLINE Vec root(const Vec& a) { return __builtin_bit_cast(Vec, _mm256_sqrt_ps(__builtin_bit_cast(__m256, a))); }
#elif defined(__SSE2__)
struct Halves {
  __m128 a, b;
};
WW_BALL_INLINE unsigned atMost(const Vec& a, const Vec& b) {
  const Halves x = __builtin_bit_cast(Halves, a), y = __builtin_bit_cast(Halves, b);
  return static_cast<unsigned>(_mm_movemask_ps(_mm_cmple_ps(x.a, y.a)) |
                               (_mm_movemask_ps(_mm_cmple_ps(x.b, y.b)) << 4));
}
WW_BALL_INLINE Vec larger(const Vec& a, const Vec& b) {
  const Halves x = __builtin_bit_cast(Halves, a), y = __builtin_bit_cast(Halves, b);
  return __builtin_bit_cast(Vec, Halves{_mm_max_ps(x.a, y.a), _mm_max_ps(x.b, y.b)});
}
WW_BALL_INLINE Vec smaller(const Vec& a, const Vec& b) {
  const Halves x = __builtin_bit_cast(Halves, a), y = __builtin_bit_cast(Halves, b);
  return __builtin_bit_cast(Vec, Halves{_mm_min_ps(x.a, y.a), _mm_min_ps(x.b, y.b)});
}
WW_BALL_INLINE Vec root(const Vec& a) {
  const Halves x = __builtin_bit_cast(Halves, a);
  return __builtin_bit_cast(Vec, Halves{_mm_sqrt_ps(x.a), _mm_sqrt_ps(x.b)});
}
#else
WW_BALL_INLINE unsigned atMost(const Vec& a, const Vec& b) {
  unsigned out = 0;
  for (int i = 0; i < kW; ++i) out |= a[i] <= b[i] ? 1U << i : 0U;
  return out;
}
WW_BALL_INLINE Vec larger(const Vec& a, const Vec& b) { return a > b ? a : b; }
WW_BALL_INLINE Vec smaller(const Vec& a, const Vec& b) { return a < b ? a : b; }
WW_BALL_INLINE Vec root(const Vec& a) {
  Vec out;
  for (int i = 0; i < kW; ++i) out[i] = __builtin_sqrtf(a[i]);
  return out;
}
#endif

WW_BALL_INLINE Vec load(const float* from) {
  Vec out;
  __builtin_memcpy(&out, from, sizeof out);
  return out;
}
WW_BALL_INLINE void store(float* to, const Vec& v) { __builtin_memcpy(to, &v, sizeof v); }
WW_BALL_INLINE Vec all(float x) { return Vec{} + x; }
WW_BALL_INLINE Vec size(const Vec& v) {
  return __builtin_bit_cast(Vec, __builtin_bit_cast(Flags, v) & 0x7FFFFFFF);  // without the sign
}

struct Vec3s {
  Vec x, y, z;
};
WW_BALL_INLINE Vec squared(const Vec3s& v) { return v.x * v.x + v.y * v.y + v.z * v.z; }
WW_BALL_INLINE Vec3s load3(const float* from) { return {load(from), load(from + kW), load(from + 2 * kW)}; }
WW_BALL_INLINE void store3(float* to, const Vec3s& v) {
  store(to, v.x);
  store(to + kW, v.y);
  store(to + 2 * kW, v.z);
}
WW_BALL_INLINE Vec3s cross(const Vec3s& a, const Vec3s& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
WW_BALL_INLINE Vec3s minus(const Vec3s& a, const Vec3s& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
WW_BALL_INLINE Vec3s plus(const Vec3s& a, const Vec3s& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

// To the nearest whole number, of |x| < 2^22.
WW_BALL_INLINE Vec rounded(const Vec& x) {
  constexpr float kShift = 12582912.0F;  // 1.5 * 2^23
  return (x + kShift) - kShift;
}

// Radians. Reduction by parts of pi/2 and coefficients as in Cephes (Moshier 1992): errors below 1e-7.
WW_BALL_INLINE void turn(const Vec& angle, Vec& sin, Vec& cos) {
  const Vec quarters = rounded(angle * 0.636619772F);
  const Vec r =
      ((angle - quarters * 1.5703125F) - quarters * 4.837512969970703125e-4F) - quarters * 7.549789948768648e-8F;
  const Vec z = r * r;
  const Vec s = r + r * z * (-1.6666654611e-1F + z * (8.3321608736e-3F - z * 1.9515295891e-4F));
  const Vec c =
      (1.0F - z * 0.5F) + z * z * (4.166664568298827e-2F + z * (-1.388731625493765e-3F + z * 2.443315711809948e-5F));
  // Which of the four quarters, without a branch: floor(n / 2) of a whole n is its half less 1/4, rounded.
  const Vec halves = rounded(quarters * 0.5F - 0.25F), odd = quarters - halves * 2.0F, even = 1.0F - odd;
  const Vec sign = 1.0F - (halves - rounded(halves * 0.5F - 0.25F) * 2.0F) * 2.0F;
  sin = sign * (s * even + c * odd);
  cos = sign * (c * even - s * odd);
}

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

// Those of `open` whose balls come near to the obstacle; with `any` at least one of them.
WW_BALL_INLINE unsigned groupAgainst(const BallWorld& w, const BallGroup& g, const BallObstacle& o, float margin,
                                     unsigned open, bool any, const BallScratch& m) {
  unsigned hit = 0;
  for (int k = g.first; k < g.first + g.count; ++k) {
    const float* ball = m.balls + k * BallScratch::kBallFloats;
    const Vec3s at = load3(ball);
    const Vec r = larger(load(ball + 3 * kW) + margin, Vec{});
    unsigned mask = against(o, at, r) & open;
    if (mask != 0 && o.kind == BallObstacle::kBalls) {
      unsigned finer = 0;
      for (int i = o.first; i < o.first + o.count && finer != mask; ++i) {
        const Ball& other = w.obstacle_balls[i];
        finer |= near(squared({at.x - other.x, at.y - other.y, at.z - other.z}), r + other.r) & mask;
      }
      mask = finer;
    }
    hit |= mask;
    if (mask != 0 && (any || hit == open)) return hit;
  }
  return hit;
}

WW_BALL_INLINE unsigned near(const float* ball, const float* other, float margin) {
  return near(squared(minus(load3(ball), load3(other))),
              larger(load(ball + 3 * kW) + load(other + 3 * kW) + margin, Vec{}));
}

WW_BALL_INLINE unsigned pairAgainst(const BallWorld& w, const BallPair& pair, unsigned open, bool any,
                                    const BallScratch& m) {
  const BallGroup &a = w.groups[pair.a], &b = w.groups[pair.b];
  const float* around = m.groups + pair.b * BallScratch::kBallFloats;
  unsigned hit = 0;
  for (int i = a.first; i < a.first + a.count; ++i) {
    const float* one = m.balls + i * BallScratch::kBallFloats;
    const unsigned now = near(one, around, pair.margin) & open & ~hit;
    if (now == 0) continue;
    for (int k = b.first; k < b.first + b.count; ++k) {
      hit |= near(one, m.balls + k * BallScratch::kBallFloats, pair.margin) & now;
      if (hit != 0 && (any || hit == open)) return hit;
    }
  }
  return hit;
}

// Those of `open` in which a cluster comes near to what it can.
template <bool kMoves>
WW_BALL_INLINE unsigned lookAt(const BallWorld& w, int i, const BallNear& near_by, unsigned open, bool any,
                               const Stretch& s, BallScratch& m) {
  const BallCluster& c = w.clusters[i];
  const BallObstacle& obstacle = w.obstacles[near_by.obstacle];
  const float* ball = m.clusters + i * BallScratch::kBallFloats;
  open &= against(obstacle, load3(ball), larger(load(ball + 3 * kW) + near_by.margin, Vec{}));
  unsigned hit = 0;
  for (int k = 0; k < c.count && open != 0; ++k) {
    const int group = c.first + k;
    const float margin = w.margins[near_by.margins + k];
    if (margin <= kMayMeet) continue;
    unsigned now = open;
    if (c.count > 1 && w.groups[group].count > 1) {
      placeAround<kMoves>(w, group, c.lever, s, m);
      const float* around = m.groups + group * BallScratch::kBallFloats;
      now &= against(obstacle, load3(around), larger(load(around + 3 * kW) + margin, Vec{}));
      if (now == 0) continue;
    }
    placeGroup<kMoves>(w, group, c.lever, s, m);
    const unsigned met = groupAgainst(w, w.groups[group], obstacle, margin, now, any, m);
    hit |= met;
    open &= ~met;
    if (any && hit != 0) return hit;
  }
  return hit;
}

// What was met last, then what is farthest from the base: it moves most.
template <bool kMoves>
WW_BALL_INLINE unsigned lookAround(const BallWorld& w, unsigned lanes, bool any, const Stretch& s, BallScratch& m) {
  if (any && m.met_cluster >= 0) {
    const unsigned hit = lookAt<kMoves>(w, m.met_cluster, w.near[m.met_near], lanes, any, s, m);
    if (hit != 0) return hit;
  }
  unsigned hit = 0;
  for (int i = w.cluster_count - 1; i >= 0; --i) {
    const BallCluster& c = w.clusters[i];
    for (int k = c.first_near; k < c.first_near + c.near_count; ++k) {
      const unsigned now = lookAt<kMoves>(w, i, w.near[k], lanes & ~hit, any, s, m);
      if (now == 0) continue;
      hit |= now;
      m.met_cluster = i;
      m.met_near = k;
      if (any || hit == lanes) return hit;
    }
  }
  return hit;
}

template <bool kMoves>
WW_BALL_INLINE unsigned lookAtPairs(const BallWorld& w, unsigned lanes, bool any, const Stretch& s, BallScratch& m) {
  unsigned hit = 0;
  for (int i = 0; i < w.meeting_count; ++i) {
    const BallMeeting& meeting = w.meetings[i];
    const BallCluster &a = w.clusters[meeting.a], &b = w.clusters[meeting.b];
    const unsigned open = near(m.clusters + meeting.a * BallScratch::kBallFloats,
                               m.clusters + meeting.b * BallScratch::kBallFloats, meeting.margin) &
                          lanes & ~hit;
    for (int k = meeting.first; k < meeting.first + meeting.count && open != 0; ++k) {
      const BallPair& pair = w.pairs[k];
      placeAround<kMoves>(w, pair.a, a.lever, s, m);
      placeAround<kMoves>(w, pair.b, b.lever, s, m);
      const unsigned now = near(m.groups + pair.a * BallScratch::kBallFloats,
                                m.groups + pair.b * BallScratch::kBallFloats, pair.margin) &
                           open & ~hit;
      if (now == 0) continue;
      placeGroup<kMoves>(w, pair.a, a.lever, s, m);
      placeGroup<kMoves>(w, pair.b, b.lever, s, m);
      hit |= pairAgainst(w, pair, now, any, m);
      if (hit != 0 && (any || hit == lanes)) return hit;
    }
  }
  return hit;
}

template <bool kMoves>
WW_BALL_INLINE unsigned look(const BallWorld& w, const float* q, const float* speed, const Stretch& s, unsigned lanes,
                             bool any, BallScratch& m) {
  forward<kMoves>(w, q, speed, m);
  for (int i = 0; i < w.group_count; ++i) m.placed[i] = 0;
  for (int i = 0; i < w.cluster_count; ++i) {
    const BallCluster& c = w.clusters[i];
    placeBall<kMoves>(w, c.row, c.lever, c.around, true, s, m, m.clusters + i * BallScratch::kBallFloats);
  }
  const unsigned hit = lookAround<kMoves>(w, lanes, any, s, m);
  if (hit == lanes || (any && hit != 0)) return hit;
  return hit | lookAtPairs<kMoves>(w, lanes & ~hit, any, s, m);
}

unsigned hits(const BallWorld& w, const float* q, unsigned lanes, bool any, BallScratch& m) {
  return look<false>(w, q, nullptr, Stretch{}, lanes, any, m);
}

bool edgeHits(const BallWorld& w, const float* from, const float* to, int rounds, std::uint64_t& passes,
              BallScratch& m) {
  const float step = 1.0F / static_cast<float>(rounds * kW);
  Vec first{};
  for (int i = 0; i < kW; ++i) first[i] = static_cast<float>((i + 1) * rounds);
  float q[kMostBallJoints * kW];
  for (int k = 0; k < rounds; ++k) {
    const Vec t = (first - static_cast<float>(k)) * step;
    for (int j = 0; j < w.joints; ++j) store(q + j * kW, from[j] + t * (to[j] - from[j]));
    ++passes;
    if (look<false>(w, q, nullptr, Stretch{}, 0xFFU, true, m) != 0) return true;
  }
  return false;
}

unsigned sweeps(const BallWorld& w, const float* q, const float* speed, const float* half, unsigned lanes,
                BallScratch& m) {
  const Vec h = load(half);
  return look<true>(w, q, speed, {h, h * h * 0.5F}, lanes, false, m);
}

std::uint32_t nearest(const float* blocks, std::uint32_t count, int dim, const float* q, float* distance2) {
  Vec best = all(3e38F);
  Flags number{}, at{};
  for (int i = 0; i < kW; ++i) at[i] = i;
  for (std::uint32_t k = 0; k < count; k += kW, blocks += kW * dim) {
    Vec d2{};
    for (int i = 0; i < dim; ++i) {
      const Vec d = load(blocks + kW * i) - q[i];
      d2 = d2 + d * d;
    }
    const Flags less = d2 < best;
    best = less ? d2 : best;
    number = less ? at : number;
    at = at + kW;
  }
  int out = 0;
  for (int i = 1; i < kW; ++i)
    if (best[i] < best[out] || (best[i] == best[out] && number[i] < number[out])) out = i;
  *distance2 = best[out];
  return static_cast<std::uint32_t>(number[out]);
}

}  // namespace
}  // namespace ww::collision
