// SPDX-License-Identifier: Apache-2.0
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "core/model/limits.h"
#include "core/planning/line.h"
#include "core/scene/limits.h"

namespace ww::planning {
namespace {

// The joint that a walk without limits takes farthest out of its range.
LineBreak findLimit(const std::vector<world::JointLimits>& limits, const LineWalk& free) {
  LineBreak out;
  double most = scene::kRoundingSlack;
  for (const JointVector& q : free.points) {
    const auto over = model::limitExcess(limits, q, most);
    if (!over) continue;
    most = over->second;
    out = {LineBreak::Cause::kLimit, over->first, -1, q[over->first]};
  }
  return out;
}

// The two joints that do most of a motion that hardly moves the tip, if there is one.
std::optional<LineBreak> findSingular(const kinematics::JointTree& tree, const Line& line, const JointVector& q) {
  constexpr double kSmall = 0.02;      // of the smallest singular value against the largest
  constexpr double kTurnWeight = 0.3;  // what a turn counts against a way
  Eigen::MatrixXd j = tree.jacobian({line.tip.row, line.tip.row_t_node}, q);
  j.bottomRows(3) *= kTurnWeight;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(j, Eigen::ComputeThinV);
  const Eigen::VectorXd& values = svd.singularValues();
  const Eigen::Index last = values.size() - 1;
  if (values[last] > kSmall * values[0]) return std::nullopt;
  Eigen::VectorXd idle = svd.matrixV().col(last).cwiseAbs();
  Eigen::Index first = 0, second = 0;
  idle.maxCoeff(&first);
  idle[first] = -1.0;
  idle.maxCoeff(&second);
  return LineBreak{LineBreak::Cause::kSingular, static_cast<int>(first), static_cast<int>(second), 0.0};
}

}  // namespace

Result<LineBreak> findBreak(const kinematics::JointTree& tree, const std::vector<world::JointLimits>& limits,
                            const Line& line, const LineWalk& walk, const std::function<Status()>& interrupted) {
  constexpr double kBeyond = 1e-3;  // of the line
  const JointVector& q = walk.points.back();
  WW_ASSIGN(const LineWalk free, walkLine(tree, {}, line, walk.points.front(), interrupted));
  if (free.shares.back() > walk.shares.back() + kBeyond) {
    const LineBreak limit = findLimit(limits, free);
    if (limit.joint >= 0) return limit;
  }
  if (!line.turns_evenly) return LineBreak{LineBreak::Cause::kReach, -1, -1, 0.0};
  kinematics::IkRequest ahead;
  ahead.tip = {line.tip.row, line.tip.row_t_node};
  constexpr double kAhead = 0.01;  // metres, or that share of the line
  const double way = std::max(kAhead, line.metres() > 0.0 ? kAhead / line.metres() : 0.0);
  ahead.root_t_goal = line.at(std::min(1.0, walk.shares.back() + way));
  ahead.start = q;
  ahead.limits = limits;
  ahead.diagnose = false;
  WW_ASSIGN(const auto there, kinematics::solveIk(tree, ahead));
  if (there.solutions.empty()) return LineBreak{LineBreak::Cause::kReach, -1, -1, 0.0};
  if (const auto singular = findSingular(tree, line, q)) return *singular;
  return LineBreak{};
}

}  // namespace ww::planning
