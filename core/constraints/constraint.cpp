// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/constraint.h"

#include <algorithm>

#include "core/constraints/intersection.h"
#include "core/constraints/joint_positions.h"
#include "core/constraints/joint_ranges.h"
#include "core/constraints/joint_sum.h"
#include "core/constraints/point_at.h"
#include "core/constraints/pose.h"
#include "core/constraints/position.h"
#include "core/constraints/position_box.h"
#include "core/constraints/position_ellipsoid.h"
#include "core/constraints/position_frustum.h"
#include "core/constraints/rotation.h"
#include "core/constraints/rotation_cone.h"

namespace ww::constraints {

std::span<const ConstraintKind> constraintKinds() {
  static constexpr ConstraintKind kKinds[] = {{"joint_positions", &makeJointPositions},
                                              {"pose", &makePose},
                                              {"position", &makePosition},
                                              {"rotation", &makeRotation},
                                              {"rotation_ball", &makeRotationBall},
                                              {"rotation_cone", &makeRotationCone},
                                              {"point_at", &makePointAt},
                                              {"position_box", &makePositionBox},
                                              {"position_ellipsoid", &makePositionEllipsoid},
                                              {"position_frustum", &makePositionFrustum},
                                              {"relative_pose", &makeRelativePose},
                                              {"relative_position", &makeRelativePosition},
                                              {"relative_rotation", &makeRelativeRotation},
                                              {"some_joint_positions", &makeSomeJointPositions},
                                              {"joint_ranges", &makeJointRanges},
                                              {"joint_sum", &makeJointSum},
                                              {"intersection", &makeIntersection}};
  static_assert(std::size(kKinds) == std::variant_size_v<Constraint>);
  return kKinds;
}

Result<TaskPtr> makeTask(const model::Mechanism& mechanism, const Constraint& constraint, const JointVector& start) {
  return constraintKinds()[constraint.index()].make(mechanism, constraint, start);
}

Result<TaskPtr> makeTask(const model::Mechanism& mechanism, const Constraint& constraint) {
  return makeTask(mechanism, constraint, mechanism.restPositions());
}

Miss worse(const Miss& a, const Miss& b) { return {std::max(a.metres, b.metres), std::max(a.radians, b.radians)}; }

}  // namespace ww::constraints
