// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>

#include "core/constraints/constraint.h"
#include "core/kinematics/joint_tree.h"
#include "core/validate/kept.h"

namespace ww::planning {

// Not for use outside this folder, but for make() and held(). What has to hold along a whole motion, in parts, made
// ready for one robot. Configurations are radians or metres.
//
// A part that leaves room (a cone with an opening, a box) holds to 1e-6; ways are led a little inside of it, as a
// straight joint motion between two places on its edge may leave it. One that leaves none (an axis that points exactly
// so, a plane) holds to half of what the judge allows, 0.25 mm and 0.0025 rad.
class PathRule {
 public:
  // `start`: what relative constraints start from, radians or metres. `limits`: of the joints. Fails as
  // constraints::makeTask. The tree must outlive it.
  static Result<PathRule> make(const kinematics::JointTree& tree, const model::Constraint& constraint,
                               const JointVector& start, std::vector<world::JointLimits> limits);

  // From now on straight joint motions are looked at so closely that between two looks nothing is missed that the judge
  // would find.
  void lookCloser();

  // By how much the part is missed that is missed most, against what is allowed, as a share of that. Of configurations
  // in radians or metres.
  struct Off {
    constraints::Miss miss;
    const constraints::Task* part = nullptr;
    double share = 0.0;  // share of what the judge allows
    bool kept() const { return share <= 0.5; }
  };
  Off offAt(const JointVector& q) const;
  bool keeps(const JointVector& q) const { return offAt(q).kept(); }
  // Of the straight joint motion (radians or metres), its end included and its start not.
  bool keepsBetween(const JointVector& from, const JointVector& to) const;
  // Where the straight joint motion first breaks it, and where it is worst: shares of the way; none where it is kept.
  struct Break {
    double first = 0.0, worst = 0.0;
    Off off;  // at the worst
  };
  std::optional<Break> breakBetween(const JointVector& from, const JointVector& to) const;

  // In radians or metres. The next place on a way that keeps it, nearer to `to`; `to` itself when it can be had. None
  // where the way ends.
  std::optional<JointVector> step(const JointVector& from, const JointVector& to) const;
  // The places of the whole way (radians or metres), both ends included; straight where that keeps it.
  std::optional<std::vector<JointVector>> way(const JointVector& from, const JointVector& to) const;
  // Whether the places stand as close as those of a way that has to bend.
  bool isClose(const std::vector<JointVector>& places) const;

  // For the judge.
  const std::vector<validate::Held>& held() const { return held_; }

 private:
  explicit PathRule(const kinematics::JointTree& tree) : tree_(&tree) {}
  // Fails as make(); radians or metres.
  Status add(const model::Constraint& constraint, const JointVector& start, model::Intersection& inner, int depth);
  // On or in it, if it can be had from there; radians or metres.
  std::optional<JointVector> project(const JointVector& q) const;

  const kinematics::JointTree* tree_;
  std::vector<constraints::TaskPtr> parts_;
  std::vector<validate::Held> held_;  // of the parts
  constraints::TaskPtr inner_;        // all parts, a little tighter
  std::vector<world::JointLimits> limits_;
  double step_ = 0.0;         // radians or metres
  double look_ = 1.0 / 64.0;  // of a straight joint motion between two looks at it; radians or metres
};

}  // namespace ww::planning
