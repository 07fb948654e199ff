// SPDX-License-Identifier: Apache-2.0
#include "core/planning/line.h"

#include <algorithm>
#include <array>
#include <cmath>

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
  return {root_t_from.p + share * (root_t_to.p - root_t_from.p), root_t_from.q.slerp(share, root_t_to.q)};
}

Line::Off Line::off(const Pose& root_t_tip) const {
  const Quat from_q_root = root_t_from.q.conjugate();
  const Vec3 way = root_t_to.p - root_t_from.p;
  const Vec3 turn = kMetresPerRadian * constraints::rotationVector(from_q_root * root_t_to.q);
  const Vec3 turned = kMetresPerRadian * constraints::rotationVector(from_q_root * root_t_tip.q);
  const double size = way.squaredNorm() + turn.squaredNorm();
  Off out;
  if (size > 1e-16) out.share = std::clamp((way.dot(root_t_tip.p - root_t_from.p) + turn.dot(turned)) / size, 0.0, 1.0);
  const Pose nearest = at(out.share);
  out.metres = positionDistance(nearest, root_t_tip);
  out.radians = rotationDistance(nearest, root_t_tip);
  return out;
}

Result<LineWalk> walkLine(const kinematics::JointTree& tree, const std::vector<world::JointLimits>& limits,
                          const Line& line, const JointVector& start, const std::function<Status()>& interrupted) {
  kinematics::Descent descent(tree, {line.tip.row, line.tip.row_t_node}, line.root_t_from, limits);
  const double size = std::max(line.metres() / kLongestMetres, line.radians() / kLongestRadians);
  const double longest = size > 1.0 ? 1.0 / size : 1.0;
  double step = longest;
  LineWalk out{{start}, {0.0}};
  while (!out.whole() && out.points.size() < kMostPoints) {
    WW_TRY(interrupted());
    const double next = out.shares.back() + step > 1.0 - 1e-9 ? 1.0 : out.shares.back() + step;
    descent.setGoal(line.at(next));
    const auto found = descent.run(out.points.back(), 30);
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
