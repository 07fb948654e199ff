// SPDX-License-Identifier: Apache-2.0
#include "core/planning/line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "core/constraints/pose.h"
#include "core/kinematics/ik/descent.h"

namespace ww::planning {
namespace {

constexpr double kLongestMetres = 0.05, kLongestRadians = 0.15;  // of a step
constexpr double kShortestPart = 1e-4;                           // of the longest step
constexpr std::size_t kMostPoints = 5000;
constexpr double kMetresPerRadian = 0.3;  // what a turn counts against a way

// Whether the straight joint motion between two configurations keeps to the line.
bool staysOnLine(const kinematics::JointTree& tree, const Line& line, const JointVector& a, const JointVector& b) {
  const kinematics::Riding tip{line.tip.row, line.tip.row_t_node};
  return std::ranges::all_of(std::array{0.5, 0.25, 0.75}, [&](double t) {
    const Line::Off off = line.off(tree.rootT(tip, a + t * (b - a)));
    return off.metres <= kLineMetres && off.radians <= kLineRadians;
  });
}

}  // namespace

Pose Line::at(double share) const {
  if (share >= 1.0) return root_t_to;
  return {root_t_from.p + share * (root_t_to.p - root_t_from.p),
          root_t_from.q.slerp(share, turns_to.value_or(root_t_to.q))};
}

std::vector<Line> bothWays(const Line& line) {
  constexpr double kNearly = 1e-5, kBefore = 1e-7;  // radians
  const Vec3 turn = constraints::rotationVector(line.root_t_from.q.conjugate() * line.root_t_to.q);
  if (turn.norm() < std::numbers::pi - kNearly) return {line};
  const Vec3 in_root = line.root_t_from.q * turn;
  // About the root's z axis, or what is nearest to it; the small parts decide where it lies across.
  const bool is_up = in_root.dot(Vec3(0.01, 0.1, 1.0)) > 0.0;
  std::vector<Line> out;
  for (const bool same : {is_up, !is_up}) {
    const Vec3 axis = (same ? 1.0 : -1.0) * turn.normalized();
    out.push_back(line);
    out.back().turns_to = line.root_t_from.q * Quat(Eigen::AngleAxisd(std::numbers::pi - kBefore, axis));
  }
  return out;
}

Line::Off Line::off(const Pose& root_t_tip) const {
  const Quat from_q_root = root_t_from.q.conjugate();
  const Vec3 way = root_t_to.p - root_t_from.p;
  const Vec3 turn = kMetresPerRadian * constraints::rotationVector(from_q_root * turns_to.value_or(root_t_to.q));
  Vec3 turned = kMetresPerRadian * constraints::rotationVector(from_q_root * root_t_tip.q);
  // Beyond half a turn it would count from the other side.
  constexpr double kFull = 2.0 * std::numbers::pi * kMetresPerRadian;
  if (turns_to && turned.dot(turn) < 0.0 && turned.norm() > 0.25 * kFull) turned -= kFull * turned.normalized();
  const double size = way.squaredNorm() + turn.squaredNorm();
  Off out;
  if (!turns_evenly) {
    if (way.squaredNorm() > 1e-16)
      out.share = std::clamp(way.dot(root_t_tip.p - root_t_from.p) / way.squaredNorm(), 0.0, 1.0);
    out.metres = (root_t_from.p + out.share * way - root_t_tip.p).norm();
    return out;
  }
  if (size > 1e-16) out.share = std::clamp((way.dot(root_t_tip.p - root_t_from.p) + turn.dot(turned)) / size, 0.0, 1.0);
  const Pose nearest = at(out.share);
  out.metres = positionDistance(nearest, root_t_tip);
  out.radians = rotationDistance(nearest, root_t_tip);
  return out;
}

bool canTurnEvenly(const kinematics::JointTree& tree, const kinematics::Riding& node) {
  constexpr std::size_t kEnough = 6;
  std::set<std::size_t> joints;
  for (const std::size_t mover : tree.chain(node)) joints.insert(tree.jointOf(mover));
  return joints.size() >= kEnough;
}

Result<LineWalk> walkLine(const kinematics::JointTree& tree, const std::vector<world::JointLimits>& limits,
                          const Line& line, const JointVector& start, const std::function<Status()>& interrupted,
                          const std::optional<JointVector>& end) {
  kinematics::Descent descent(tree, {line.tip.row, line.tip.row_t_node}, line.root_t_from, limits);
  const double weight = line.turns_evenly ? descent.weight() : 0.0;
  const double size = std::max(line.metres() / kLongestMetres, line.radians() / kLongestRadians);
  const double longest = size > 1.0 ? 1.0 / size : 1.0;
  double step = longest;
  LineWalk out{{start}, {0.0}};
  while (!out.whole() && out.points.size() < kMostPoints) {
    WW_TRY(interrupted());
    const double next = out.shares.back() + step > 1.0 - 1e-9 ? 1.0 : out.shares.back() + step;
    descent.setGoal(line.at(next));
    // What the line leaves free goes its share of the way to the end.
    JointVector from = out.points.back();
    if (end) from += (next - out.shares.back()) / (1.0 - out.shares.back()) * (*end - from);
    const auto found = descent.run(from, 30, weight);
    if (found.solved() && staysOnLine(tree, line, out.points.back(), found.q)) {
      out.points.push_back(found.q);
      out.shares.push_back(next);
      step = std::min(longest, 1.6 * step);
    } else if ((step *= 0.5) < kShortestPart * longest) {
      break;
    }
  }
  return out;
}

}  // namespace ww::planning
