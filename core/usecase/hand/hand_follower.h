// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <stop_token>
#include <vector>

#include "core/collision/checker.h"
#include "core/constraints/pose.h"
#include "core/kinematics/ik.h"

namespace ww::usecase {

// What keeps a tool from where the hand is.
enum class HandStop {
  kNone,
  kLimit,    // a joint stands at its limit
  kContact,  // the robot would hit something
  kBranch,   // the way goes through a singularity, into another posture
  kNearest   // no posture near to this one brings it closer
};

// Where the robot goes for the hand.
struct HandStep {
  JointVector q;  // of the tree's size, radians or metres
  Pose root_t_tool;
  double gap_m = 0.0, gap_rad = 0.0;  // from there to the hand
  bool at_rest = false;               // asked again for the same, it would stay
  HandStop stop = HandStop::kNone;    // when it is at rest
  int joint = -1;                     // kLimit: which
  bool at_upper = false;
  std::optional<collision::Contact> contact;  // kContact: what would be hit; where it would overlap

  bool arrived() const { return at_rest && stop == HandStop::kNone; }
};

// A robot that follows a hand at its tool. Each call goes a bounded way towards the hand, by damped least squares with
// limits as active set (Wampler 1986; Nakamura, Hanafusa 1986), so that nothing ever jumps: through singular places it
// lags behind, out of reach it stretches towards the hand, at a limit the other joints go on. Holds solver state: one
// thread at a time. Same calls, same results.
class HandFollower {
 public:
  // No joint moves more in one call (radians or metres).
  static constexpr double kMostPerCall = 0.2;
  // Places along the way that are checked are so close to each other (L2 norm of radians and metres).
  static constexpr double kSpacing = 1.0 / 256.0;

  // Errors of the joint tree; INVALID_ARGUMENT for a tool that does not move with the robot.
  static Result<HandFollower> make(const collision::Scene& scene, ObjectId robot, world::NodeRef tool);

  const kinematics::JointTree& tree() const { return tree_; }
  const world::World& world() const { return checker_.scene().world(); }
  // At positions in radians or metres, in the root frame.
  Pose toolAt(const JointVector& q) const { return tree_.rootT(tip_, q); }

  // A gesture begins here (radians or metres): its branch is kept, and what overlaps here holds nothing up unless it
  // gets deeper.
  void begin(const JointVector& from);
  // From there (radians or metres) towards the hand; `keep_clear`: it stops before a collision.
  HandStep follow(const JointVector& from, const Pose& root_t_hand, bool keep_clear);
  // All the way without a jump, from positions in radians or metres, as a gesture of its own. Why it does not get
  // there: out of reach (by how much and where to), a limit, the pair that is in the way, another branch; CANCELLED.
  Result<JointVector> reach(const JointVector& from, const Pose& root_t_hand, bool keep_clear,
                            const std::stop_token& stop = {});
  // The failure that a step at rest with a gap tells; ok when it has none. Takes a few milliseconds.
  Status why(const HandStep& step, const Pose& root_t_hand, const std::stop_token& stop = {}) const;

  // A posture of the robot that has the tool at the same place.
  struct Posture {
    JointVector q;  // radians or metres
    kinematics::IkBranch branch;
    bool is_current = false;
    int joint = -1;       // beyond its limit
    double excess = 0.0;  // by so much, radians or metres
    std::optional<collision::Contact> contact;

    bool isFree() const { return joint < 0 && !contact; }
  };
  static constexpr std::size_t kMostPostures = 8;
  // By their names, so that each keeps its number as the tool moves; those without names by their distance, the
  // current one first. At most kMostPostures. Errors of the solver.
  Result<std::vector<Posture>> postures(const JointVector& now, const std::stop_token& stop = {});

 private:
  struct Walk;
  HandFollower(kinematics::JointTree tree, kinematics::Riding tip, collision::Checker checker);

  // All positions in radians or metres.
  kinematics::IkRequest request(const JointVector& start, const Pose& root_t_goal) const;
  // From there (radians or metres): fails when no posture has the tool at the goal, and says by how much.
  Status reachable(const JointVector& from, const Pose& root_t_hand, const std::stop_token& stop) const;
  std::optional<kinematics::IkBranch> branchOf(const JointVector& q) const;
  std::optional<kinematics::IkBranch> firmBranch(const JointVector& q) const;
  bool leavesBranch(const JointVector& q) const;
  int crossing(const Walk& walk) const;
  void keepBranch(const JointVector& q);
  // One step of the descent; false when it ends there. Radians or metres.
  bool advance(Walk& walk, bool keep_clear);
  bool take(Walk& walk, const JointVector& next, bool keep_clear);
  HandStep told(const Walk& walk) const;
  std::optional<collision::Contact> hit(const JointVector& q);
  // How far it gets on a straight way in joint space (radians or metres): 1 is the end.
  double freeWay(const JointVector& from, const JointVector& to, std::optional<collision::Contact>& contact);
  void judge(Posture& posture);
  const model::State& at(const JointVector& q);  // radians or metres

  kinematics::JointTree tree_;
  kinematics::Riding tip_;
  collision::Checker checker_;
  model::State state_;
  std::vector<world::JointLimits> unlimited_;
  double weight_ = 0.3;  // of rotation against position, metres per radian
  bool named_ = true;    // postures have names; found out when a gesture begins
  std::optional<kinematics::IkBranch> branch_;
  std::vector<collision::Contact> known_;  // where the gesture began
};

}  // namespace ww::usecase
