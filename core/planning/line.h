// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "core/kinematics/ik.h"

namespace ww::planning {

// Not for use outside this folder. A straight line of a node: its origin goes straight, and it turns evenly, the
// shorter way; by half a turn as bothWays() says. Joints that are too few for that (canTurnEvenly()) turn it as they
// can, on lines that do not ask for the turn.
struct Line {
  world::NodeRef node = world::kRootObject;
  model::Mechanism::Seat tip;  // of the node; rides on a row
  Pose root_t_from, root_t_to;
  std::optional<Quat> turns_to{};  // a little before the end, of lines by half a turn: so that their way is clear
  bool turns_evenly = true;

  double metres() const { return positionDistance(root_t_from, root_t_to); }
  double radians() const { return rotationDistance(root_t_from, root_t_to); }
  Pose at(double share) const;  // 0 to 1
  // How far off the line a pose is, at the place of the line that is nearest: its share of the way, metres, radians.
  struct Off {
    double share = 0.0, metres = 0.0, radians = 0.0;
  };
  Off off(const Pose& root_t_tip) const;
};

// Half a turn is as short either way: a line for each, about the axis that points up first. Of others the line itself.
std::vector<Line> bothWays(const Line& line);

// Whether as many joints carry the node as it takes to lead it and turn it.
bool canTurnEvenly(const kinematics::JointTree& tree, const kinematics::Riding& node);

// What a motion between two waypoints on a line may be off it: metres and radians.
inline constexpr double kLineMetres = 1e-4, kLineRadians = 1e-3;
// The same of the whole, corners rounded, in metres and radians: what the judge is asked to look for.
inline constexpr double kWholeLineMetres = 5e-4, kWholeLineRadians = 5e-3;
constexpr double wholeLineRadians(bool turns_evenly) {
  return turns_evenly ? kWholeLineRadians : std::numeric_limits<double>::infinity();
}

// Joint positions that follow a line without a jump, as far as that goes.
struct LineWalk {
  std::vector<JointVector> points;  // the start first
  std::vector<double> shares;       // of the line, 0 to 1, of each
  bool whole() const { return shares.back() >= 1.0; }
};

// From a start that is at the beginning of the line. A step is taken where the motion between its ends, looked at in
// its middle and quarters, stays on the line; else a smaller one is tried. `limits` empty: none are kept. `end`: joint
// positions where the line ends, to which what the line leaves free is led. Radians or metres. Fails with what
// `interrupted` says.
Result<LineWalk> walkLine(const kinematics::JointTree& tree, const std::vector<world::JointLimits>& limits,
                          const Line& line, const JointVector& start, const std::function<Status()>& interrupted,
                          const std::optional<JointVector>& end = std::nullopt);

// Why a walk ended before the line does.
struct LineBreak {
  enum class Cause { kLimit, kSingular, kBranch, kReach };
  Cause cause = Cause::kBranch;
  int joint = -1;       // limit: that is in the way; singular: that work against each other
  int other = -1;       // index in the tree
  double needed = 0.0;  // limit: where the joint would have to go, radians or metres
};
// Radians or metres. Fails with what `interrupted` says.
Result<LineBreak> findBreak(const kinematics::JointTree& tree, const std::vector<world::JointLimits>& limits,
                            const Line& line, const LineWalk& walk, const std::function<Status()>& interrupted);

}  // namespace ww::planning
