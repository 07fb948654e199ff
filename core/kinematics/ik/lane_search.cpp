// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/lane_search.h"

#include <algorithm>
#include <numeric>

#include "core/kinematics/ik/gathered.h"
#include "core/kinematics/ik/solvers.h"

namespace ww::kinematics {
namespace {

constexpr int kStartLane = 0;
constexpr int kLookForStop = 32, kPatience = 12;  // in steps

LaneDescent::Positions ends(const LaneArm& arm, const std::vector<world::JointLimits>& limits,
                            double world::JointLimits::*end) {
  LaneDescent::Positions out{};
  for (std::size_t j = 0; j < arm.joints; ++j) out[j] = limits[arm.joint[j]].*end;
  return out;
}

}  // namespace

LaneSearch::LaneSearch(const JointTree& tree, const IkRequest& request, const LaneArm& arm, double weight,
                       const std::vector<world::JointLimits>& limits)
    : tree_(tree),
      request_(request),
      arm_(arm),
      limits_(limits),
      descent_(arm, arm.toArm(request.root_t_goal), weight, ends(arm, limits, &world::JointLimits::lower),
               ends(arm, limits, &world::JointLimits::upper)),
      random_(request.seed) {}

// Of eight random places the two that are best: better starts than any.
void LaneSearch::fillPool() {
  std::array<LaneDescent::Positions, LaneDescent::kLanes> places;
  for (auto& place : places)
    for (std::size_t j = 0; j < arm_.joints; ++j)
      place[j] = randomPosition(tree_, limits_, request_.start, arm_.joint[j], random_);
  const auto squares = descent_.squares(places);
  std::array<std::size_t, LaneDescent::kLanes> order;
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return squares[i]; });
  pool_ = {places[order[1]], places[order[0]]};
}

LaneDescent::Positions LaneSearch::randomStart() {
  if (pool_.empty()) fillPool();
  const LaneDescent::Positions out = pool_.back();
  pool_.pop_back();
  ++begun_;
  return out;
}

JointVector LaneSearch::toTree(const LaneDescent::Positions& at) const {
  JointVector q = request_.start;
  for (std::size_t j = 0; j < arm_.joints; ++j) q[static_cast<Eigen::Index>(arm_.joint[j])] = at[j];
  return q;
}

Status LaneSearch::run(int rounds, const std::function<bool(const JointVector&)>& found) {
  const int most = rounds * LaneDescent::kLanes;
  LaneDescent::Positions start{};
  for (std::size_t j = 0; j < arm_.joints; ++j) start[j] = request_.start[static_cast<Eigen::Index>(arm_.joint[j])];
  descent_.put(kStartLane, start);
  for (int lane = 1; lane < LaneDescent::kLanes && begun_ < most; ++lane) descent_.put(lane, randomStart());
  bool has_start = true;
  std::vector<JointVector> later;  // arrived while the descent from the start goes on
  for (int step = 0;; ++step) {
    if (step % kLookForStop == 0) WW_TRY(interrupted(request_));
    descent_.advance();
    bool runs = false;
    if (has_start && step >= kPatience) {
      has_start = false;
      for (const JointVector& q : later)
        if (found(q)) return okStatus();
    }
    for (int lane = 0; lane < LaneDescent::kLanes; ++lane) {
      const LaneDescent::State state = descent_.state(lane);
      if (state == LaneDescent::State::kRuns) {
        runs = true;
        continue;
      }
      const bool is_start = has_start && lane == kStartLane;
      if (state == LaneDescent::State::kArrived) {
        const JointVector q = toTree(descent_.at(lane));
        if (has_start && !is_start) later.push_back(q);
        else if (found(q)) return okStatus();
      }
      if (is_start) {
        has_start = false;
        for (const JointVector& q : later)
          if (found(q)) return okStatus();
        later.clear();
      }
      descent_.rest(lane);
      if (begun_ >= most) continue;
      descent_.put(lane, randomStart());
      runs = true;
    }
    if (!runs) return okStatus();
  }
}

}  // namespace ww::kinematics
