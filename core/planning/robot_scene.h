// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <memory>

#include "core/base/diagnostic.h"
#include "core/collision/balls/ball_scene.h"
#include "core/collision/coverage.h"
#include "core/collision/motion_proof.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/types.h"

namespace ww::planning {

// Distance between two configurations that are checked along a path when nobody asks for another, in joint
// space (L2 norm of radians and metres).
constexpr double kFineSpacing = 1.0 / 512.0;
// Finer checks would not end, coarser ones would skip whole motions.
constexpr double kFinestSpacing = 1e-4, kCoarsestSpacing = 1.0;
// Motions between places that are asked to be so near are proven as a whole.
constexpr double kCoarsestProof = 1.0 / 128.0;
inline double clampSpacing(double spacing) { return std::clamp(spacing, kFinestSpacing, kCoarsestSpacing); }

// A robot in a snapshot of a world, ready for checks of many configurations. One thread at a time.
class RobotScene {
 public:
  // Errors of the joint tree; those of the rules when `settings` are given (null: the world's own), and
  // INVALID_ARGUMENT for a spacing that is not positive.
  static Result<RobotScene> make(const collision::Scene& scene, ObjectId robot, const SettingsPtr& settings);

  const kinematics::JointTree& tree() const { return tree_; }
  const world::World& world() const { return checker_.scene().world(); }
  // What its checks look at. Costs the world.
  collision::Coverage coverage() const {
    return collision::coverageOf(checker_.scene(), checker_.rules(), tree_.movers());
  }
  // Distance between two checks along a motion, in joint space (L2 norm of radians and metres): what the
  // collision settings ask for, else kFineSpacing.
  double spacing() const { return spacing_; }
  void setSpacing(double spacing) {
    asked_ = spacing;
    spacing_ = clampSpacing(spacing);
  }
  double askedSpacing() const { return asked_; }  // what spacing() was made of; 0: nobody asked
  // See Checker; the robot's fixed base is checked, too.
  bool collides(const JointVector& q) { return first(q).has_value(); }
  std::optional<collision::Contact> first(const JointVector& q) { return checker_.first(at(q)); }
  std::vector<collision::Contact> all(const JointVector& q, std::size_t limit = 20) {
    return checker_.all(at(q), limit);
  }
  std::optional<collision::Contact> nearest(const JointVector& q, double beyond) {
    return checker_.nearest(at(q), beyond);
  }
  std::optional<collision::Contact> between(const JointVector& q, EntityId a, EntityId b) {
    return checker_.between(at(q), a, b);
  }
  // See Checker::takeConstant(): what no motion of the robot can help does not hinder one either.
  std::vector<collision::Contact> forgetConstant() { return checker_.takeConstant(state_); }
  // Keeps all checks off obstacles by so much (metres), but for what is near at the configurations given.
  void setPadding(double metres, const std::vector<JointVector>& near);
  // What its checks look at as balls, about so many for each thing that moves, with the margins of now; see BallScene.
  std::optional<collision::BallModel> balls(std::size_t most) {
    return collision::BallScene::make(checker_, tree_.mechanism(), most);
  }
  // Places on a straight motion, at the scene's spacing or another.
  Result<std::optional<double>> someCollision(const collision::Sweep& sweep) {
    return collision::someCollision(checker_, state_, sweep);
  }
  // All of a motion, not only places on it; see proveMotion().
  template <typename Motion>
  Result<collision::MotionVerdict> prove(const Motion& motion, double finest = 1e-3) {
    return collision::proveMotion(checker_, state_, motion, finest);
  }
  // Whoever asks for few places gets no more of them.
  bool provesMotions() const { return spacing_ <= kCoarsestProof; }
  Result<std::optional<double>> firstCollision(const collision::Sweep& sweep) {
    return collision::firstCollision(checker_, state_, sweep);
  }

 private:
  RobotScene(kinematics::JointTree tree, collision::Checker checker);
  const model::State& at(const JointVector& q);

  kinematics::JointTree tree_;
  collision::Checker checker_;
  model::State state_;
  double spacing_ = kFineSpacing, asked_ = 0.0;
};

// That checks along a motion are so far apart that things fit in between, and that they are as near as can be or as
// far, and not as they were asked for.
Diagnostics spacingNotes(const RobotScene& scene);

// What overlaps wherever the robot stands, or is nearer than a margin, as a finding, and as a failure of who counts it.
// No joint positions help it: plans, postures and verdicts on trajectories are not refused for it. A check of a path
// says that there is a collision, and whether there is another.
Diagnostic tellAnywhere(const world::World& world, const collision::Contact& contact);
Status failAnywhere(const world::World& world, const collision::Contact& contact);
// " but for what overlaps wherever the robot stands" and the like, behind "valid"; empty where no note tells of such.
std::string_view butFor(const Diagnostics& notes);

}  // namespace ww::planning
