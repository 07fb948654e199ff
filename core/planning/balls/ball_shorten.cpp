// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/kinematics/random.h"
#include "core/planning/balls/ball_planner.h"

namespace ww::planning {
namespace {

constexpr float kLeastGain = 1e-3F;  // radians or metres
constexpr int kCuts = 60, kIdleCuts = 20;

// A place on a path.
struct BallPlace {
  std::size_t edge = 0;
  std::vector<float> q;
};

BallPlace ballPlaceAt(const BallPath& path, float along) {
  std::size_t edge = 0;
  float length = path.length(0);
  while (along > length && edge + 2 < path.size()) {
    along -= length;
    length = path.length(++edge);
  }
  BallPlace out{edge, std::vector<float>(path.joints)};
  const float t = length > 0.0F ? std::clamp(along / length, 0.0F, 1.0F) : 0.0F;
  for (std::size_t j = 0; j < path.joints; ++j)
    out.q[j] = path.at(edge)[j] + t * (path.at(edge + 1)[j] - path.at(edge)[j]);
  return out;
}

}  // namespace

bool BallPlanner::isFree(const float* a, const float* b, bool sure) {
  if (!check_.edgeIsFree(a, b, kBallSpacing)) return false;
  if (!sure) return true;
  BallPath edge{joints(), {}};
  edge.add(a);
  edge.add(b);
  failed_.clear();
  return check_.prove(edge.values, kProvenStretch, true, failed_);
}

// Points that are not needed, far jumps first.
void BallPlanner::leaveOut(BallPath& path, bool sure) {
  BallPath out{joints(), {}};
  out.add(path.at(0));
  for (std::size_t i = 0; i + 1 < path.size();) {
    std::size_t next = path.size() - 1;
    while (next > i + 1 && !isFree(path.at(i), path.at(next), sure)) --next;
    out.add(path.at(next));
    i = next;
  }
  path = std::move(out);
}

// Straight between two places anywhere on it.
void BallPlanner::cutAcross(BallPath& path, std::uint64_t seed, bool sure) {
  kinematics::Random random(seed);
  int idle = 0;
  for (int n = 0; n < kCuts && idle < kIdleCuts && path.size() > 2; ++n, ++idle) {
    const double length = path.length();
    auto a = static_cast<float>(random.uniform(0.0, length)), b = static_cast<float>(random.uniform(0.0, length));
    if (a > b) std::swap(a, b);
    const BallPlace from = ballPlaceAt(path, a), to = ballPlaceAt(path, b);
    if (from.edge == to.edge || b - a - path.apart(from.q.data(), to.q.data()) < 0.01F) continue;
    if (!isFree(from.q.data(), to.q.data(), sure)) continue;
    BallPath next{joints(), {}};
    for (std::size_t i = 0; i <= from.edge; ++i) next.add(path.at(i));
    next.add(from.q.data());
    next.add(to.q.data());
    for (std::size_t i = to.edge + 1; i < path.size(); ++i) next.add(path.at(i));
    path = std::move(next);
    idle = 0;
  }
}

// Each corner is left out or cut off; whether it was worth another round.
bool BallPlanner::cutCorners(BallPath& path, bool sure) {
  const float before = path.length();
  BallPath out{joints(), {}};
  out.add(path.at(0));
  std::vector<float> p(joints()), q(joints());
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    const std::vector<float> a(out.at(out.size() - 1), out.at(out.size() - 1) + joints());
    const float *v = path.at(i), *c = path.at(i + 1);
    const float gain = path.apart(a.data(), v) + path.apart(v, c) - path.apart(a.data(), c);
    if (gain < kLeastGain) {
      out.add(v);
      continue;
    }
    if (isFree(a.data(), c, sure)) continue;
    bool cut = false;
    for (float part = 0.5F; !cut && part * gain > kLeastGain; part *= 0.5F) {
      for (std::size_t j = 0; j < joints(); ++j) {
        p[j] = v[j] + part * (a[j] - v[j]);
        q[j] = v[j] + part * (c[j] - v[j]);
      }
      cut = isFree(p.data(), q.data(), sure);
    }
    if (!cut) {
      out.add(v);
      continue;
    }
    out.add(p.data());
    out.add(q.data());
  }
  out.add(path.at(path.size() - 1));
  path = std::move(out);
  return path.size() > 2 && path.length() < 0.995F * before;
}

BallPath BallPlanner::shortened(BallPath path, std::uint64_t seed, bool sure) {
  leaveOut(path, sure);
  cutAcross(path, seed, sure);
  for (int round = 0; round < limits_.corner_rounds && path.size() > 2; ++round)
    if (!cutCorners(path, sure)) break;
  return path;
}

BallPath BallPlanner::shorten(const BallPath& path, std::uint64_t seed) {
  if (path.size() < 3) return path;
  BallPath out = shortened(path, seed, false);
  if (isProven(out)) return out;
  return shortened(path, seed, true);
}

}  // namespace ww::planning
