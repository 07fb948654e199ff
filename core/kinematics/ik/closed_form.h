// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <optional>

#include "core/kinematics/branch.h"
#include "core/kinematics/ik/subproblems.h"

namespace ww::kinematics {

// Not for use outside this folder, benches and tests.

// All that reaches a pose, each within 1e-9 of it (metres, radians); angles in (-pi, pi], no two the same.
struct Postures {
  static constexpr int kMost = 16;
  std::array<Joints6, kMost> at;
  int count = 0;
};

// Inverse kinematics of six revolute joints by their geometry, chosen from the axes: no iteration but the last polish,
// and no memory from the heap.
class ClosedForm {
 public:
  enum class Family {
    kSphericalWrist,  // the last three axes meet in a point; reversed: the first three
    kThreeParallel,  // the second to the fourth are parallel and the last two meet; reversed: third to fifth, first two
    kMeetingPair,    // the last two meet, the second to the fourth leave a quadratic: a search over the first angle;
                     // reversed: over the last
  };

  // Axes count as meeting or parallel within kLoose of the arm's length and radians; what is exact only so far is an
  // approximation, whose answers are brought to the true arm by Newton's method. None for other arms.
  static constexpr double kLoose = 1e-3;
  static std::optional<ClosedForm> make(const SixAxes& arm);

  Family family() const { return family_; }
  bool isReversed() const { return reversed_; }
  // By how much the arm is not what it is taken for: of its length, or radians.
  double defect() const { return defect_; }
  // The goal is where the arm's tip shall be; `seed` stands for joints that any angle would do for.
  void solve(const Rigid& goal, const Joints6& seed, Postures& out) const;
  // How far a posture is from the singularities between branches, and on which side: shares of the arm's length, or
  // sines. Not a number where the arm has no such choice, or none that has a name.
  struct Sides {
    double shoulder = std::numeric_limits<double>::quiet_NaN(), elbow = shoulder, wrist = shoulder;
  };
  Sides sidesOf(const Joints6& q) const;
  // As far as it has names: all three of arms whose second axis is parallel to the third, with wrists at their ends;
  // that of the wrist of others. Sound between singularities, and everywhere within them the same.
  static IkBranch branchOf(const Sides& sides);
  IkBranch branchOf(const Joints6& q) const { return branchOf(sidesOf(q)); }
  // Whether two postures can be of one branch: one that stands in a singularity is of those on both sides of it.
  static bool mayBeOneBranch(const Sides& a, const Sides& b);
  bool hasNames() const { return named_; }

 private:
  struct Job;

  bool takeWrist();
  bool takeParallel();
  bool takePair();
  void setThree(std::size_t first);
  void solveWrist(const Job& job, Postures& out) const;
  void solveParallel(const Job& job, Postures& out) const;
  // Angles in radians; of the first and the last two joints.
  void addElbows(const Job& job, Joints6 q, Sines of, Postures& out) const;
  void addWrists(const Job& job, const ThreeAxes::Angles& first, Postures& out) const;
  // To a place in metres.
  ThreeAxes::Ways waysTo(const Vec3& place, const ThreeAxes::Angles& seed, const Slack& slack) const;
  bool reach(const Job& job, Joints6& q, const Sines& of) const;
  void add(const Job& job, const Joints6& q, const Sines& of, Postures& out) const;
  friend class PairSearch;

  SixAxes arm_;                // as it is
  Rigid home_inverse_;         // of the arm
  std::array<Screw, 6> axis_;  // as it is taken for, reversed where that is
  Vec3 meet_ = Vec3::Zero();   // where the wrist's axes meet, or the pair's
  ThreeAxes three_;
  bool three_backward_ = false;  // the three axes count from the third to the first
  Family family_ = Family::kSphericalWrist;
  bool reversed_ = false, named_ = false;
  double defect_ = 0.0, reach_ = 1.0;  // a share of the reach, or radians; metres
  Slack slack_, wrist_slack_;  // where the first joints are at the end of a branch, the wrist is off by their root
};

}  // namespace ww::kinematics
