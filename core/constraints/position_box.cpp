// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/position_box.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/constraints/node_task.h"

namespace ww::constraints {
namespace {

// What is missing is the way into the box, along its axes.
class PositionBoxTask final : public NodeTask {
 public:
  PositionBoxTask(const model::Mechanism& mechanism, Nodes nodes, const PositionBox& c)
      : NodeTask(mechanism, std::move(nodes)), c_(c), box_t_target_(c.target_t_box.inverse()) {}

  Eigen::Index rows() const override { return 3; }
  Eigen::VectorXd missing(const Pose& t) const override {
    const Vec3 p = inBox(t);
    return Vec3(p.cwiseMax(c_.lower).cwiseMin(c_.upper) - p);
  }
  Change change(const Pose& t) const override {
    const Vec3 p = inBox(t);
    Change out = box_t_target_.q.toRotationMatrix() * pointVelocity(t, c_.p_in_moving);
    for (Eigen::Index i = 0; i < 3; ++i)
      if (p[i] > c_.lower[i] && p[i] < c_.upper[i]) out.row(i).setZero();
    return out;
  }
  Miss miss(const Pose& t) const override { return {missing(t).norm(), 0.0}; }
  Pose draw(const Unit& unit) const override {
    Vec3 p;
    for (Eigen::Index i = 0; i < 3; ++i) {
      // Without a side within a metre of the other, or of the middle.
      const double lower = std::isfinite(c_.lower[i]) ? c_.lower[i] : std::min(c_.upper[i], 1.0) - 1.0;
      const double upper = std::isfinite(c_.upper[i]) ? c_.upper[i] : std::max(lower, 0.0) + 1.0;
      p[i] = lower + (upper - lower) * unit();
    }
    return poseAt(c_.target_t_box * p, drawRotation(unit), c_.p_in_moving);
  }
  Phrase text() const override { return named(WW_TEXT("Core", "{moving} in the box of {target}")); }

 private:
  Vec3 inBox(const Pose& t) const { return box_t_target_ * (t * c_.p_in_moving); }

  PositionBox c_;
  Pose box_t_target_;
};

}  // namespace

Result<TaskPtr> makePositionBox(const model::Mechanism& mechanism, const Constraint& constraint,
                                const JointVector& start) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  static constexpr std::array kUpper{"upper_bounds.x", "upper_bounds.y", "upper_bounds.z"};
  static constexpr std::array kLower{"lower_bounds.x", "lower_bounds.y", "lower_bounds.z"};
  const auto& c = std::get<PositionBox>(constraint);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    WW_TRY(checkRange(kLower[i], c.lower[at], -kFar, std::numeric_limits<double>::max()));
    WW_TRY(checkRange(kUpper[i], c.upper[at], c.lower[at], kFar));
  }
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.target, start));
  return TaskPtr(std::make_unique<PositionBoxTask>(mechanism, std::move(nodes), c));
}

}  // namespace ww::constraints
