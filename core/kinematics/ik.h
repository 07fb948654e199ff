// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

#include "core/constraints/constraint.h"
#include "core/kinematics/branch.h"
#include "core/kinematics/joint_tree.h"

namespace ww::kinematics {

using Clock = std::chrono::steady_clock;

struct IkRequest {
  Riding tip;        // rides on a joint of the tree
  Pose root_t_goal;  // where the tip shall be
  // What shall hold instead, of the tree's mechanism; `tip` and `root_t_goal` are not read then. Null: a pose.
  std::shared_ptr<const constraints::Task> task;
  JointVector start;                       // of the tree's size; the solver starts here and sorts by distance to it
  std::vector<world::JointLimits> limits;  // empty: the tree's
  std::vector<double> weights;             // of the joints' differences in distances, per radian or metre; empty: all 1
  int max_solutions = 1;                   // distinct ones; more take longer
  bool turns = false;  // beside other postures, the same ones with joints a full turn further, where limits allow
  int max_restarts = 100;
  bool ensure_same_branch = false;  // only what can be reached from the start without leaving its branch
  bool prefer_same_branch = false;  // such a solution comes first
  // Further condition, such as freedom from collision. Refused solutions are returned apart.
  std::function<bool(const JointVector&)> accept;
  std::uint64_t seed = 1;
  std::stop_token stop;
  Clock::time_point deadline = Clock::time_point::max();
  bool diagnose = true;  // on failure, find out why (takes a few milliseconds)
};

// Why there is no solution.
struct IkDiagnosis {
  enum class Reason { kNone, kOutOfReach, kOrientation, kJointLimit, kRefused, kSameBranch, kConstraint };
  Reason reason = Reason::kNone;
  double distance_m = 0.0;             // out of reach: from the closest approach of the tip to the goal,
                                       // orientation aside
  Vec3 direction = Vec3::Zero();       // unit, in the root frame, from there to the goal
  double held_distance_m = 0.0;        // out of reach, orientation: the same with the goal's orientation held,
  Vec3 held_direction = Vec3::Zero();  // where that is farther by a centimetre at least; else 0
  double angle_rad = 0.0;              // orientation: smallest error found at the goal's position
  constraints::Miss miss;              // constraint: the smallest found
  int joint = -1;                      // joint limit: which joint, by how much (radians or metres)
  double excess = 0.0;
  JointVector nearest;  // the joints of the closest approach
  // Out of reach, orientation: how many joints move the tip, where they are too few for what is asked for; else 0.
  std::size_t few_joints = 0;
  // The reason, and after it what else is known: how far it is, and how far with the orientation held, what stands
  // against other postures. Of those that were refused their caller knows more.
  std::vector<Status> reasons;
  std::string text() const;  // all of it in one line
};

struct IkResult {
  std::vector<JointVector> solutions;  // within limits, accepted, by distance to the start
  std::vector<IkBranch> branches;      // of the solutions, one each, or none at all where postures have no names
  std::vector<JointVector> refused;    // within limits, not accepted
  IkDiagnosis why;                     // when there is no solution
  int restarts = 0;
};

// Inverse kinematics by the first solver of the table in ik/solvers.h that covers the request. Errors at solutions are
// below 1e-8 m and 1e-8 rad; a task holds to the same. INVALID_ARGUMENT for a tip that does not move, a start, limits
// or weights of the wrong size; CANCELLED, DEADLINE_EXCEEDED. No solution is not an error here: see `why`.
Result<IkResult> solveIk(const JointTree& tree, const IkRequest& request);

// Largest difference of any joint.
double jointDistance(const JointVector& a, const JointVector& b);

}  // namespace ww::kinematics
