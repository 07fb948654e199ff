// SPDX-License-Identifier: Apache-2.0
// What balls come near to; as ball_lanes.h, local to who includes it.
#pragma once
#include "core/collision/balls/ball_place.h"

namespace ww::collision {
namespace {

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
    int group = -1;
    unsigned comes = 0;  // those in which the group comes near to the other cluster
    for (int k = meeting.first; k < meeting.first + meeting.count && open != 0; ++k) {
      const BallPair& pair = w.pairs[k];
      const float* around = m.groups + pair.a * BallScratch::kBallFloats;
      if (pair.a != group) {
        group = pair.a;
        placeAround<kMoves>(w, pair.a, a.lever, s, m);
        comes = near(around, m.clusters + meeting.b * BallScratch::kBallFloats, meeting.margin) & open;
      }
      if ((comes & ~hit) == 0) continue;
      placeAround<kMoves>(w, pair.b, b.lever, s, m);
      const unsigned now = near(around, m.groups + pair.b * BallScratch::kBallFloats, pair.margin) & comes & ~hit;
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
