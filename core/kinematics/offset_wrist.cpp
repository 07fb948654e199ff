// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/offset_wrist.h"

#include <algorithm>

#include "core/kinematics/ik/chain.h"
#include "core/kinematics/ik/closed_form.h"

namespace ww::kinematics {
namespace {

std::int8_t signOf(double x) { return x >= 0.0 ? 1 : -1; }

}  // namespace

std::optional<IkBranch> offsetWristNames(const JointTree& tree, const Riding& tip, const JointVector& q) {
  const auto chain = IkChain::make(tree, tip);
  if (!chain || chain->count != 6 || !std::ranges::all_of(std::span(chain->turns).first(6), std::identity()))
    return std::nullopt;
  constexpr double kSine = 0.05;  // of axes that meet at an angle
  const SixAxes arm = chain->six();
  Joints6 own;
  for (std::size_t i = 0; i < 6; ++i) own[static_cast<Eigen::Index>(i)] = q[static_cast<Eigen::Index>(chain->joint[i])];
  std::array<Screw, 6> at;
  arm.moved(own, at);
  const Vec3 &n = at[1].h, upper = at[2].p - at[1].p;
  const double length = (upper - n * n.dot(upper)).norm();
  const Crossing wrist = crossingOf(at[3], at[4], kSine);
  if (!areParallel(n, at[2].h, ClosedForm::kLoose) || areParallel(at[0].h, n, kSine) ||
      !(wrist.distance <= ClosedForm::kLoose * length))
    return std::nullopt;
  const Vec3 up = at[0].h.dot(arm.up) < -0.1 ? Vec3(-at[0].h) : at[0].h;
  IkBranch out;
  out.shoulder = signOf((wrist.point - at[0].p).dot(n.cross(up)));
  out.elbow = signOf(-out.shoulder * n.dot((wrist.point - at[1].p).cross(upper)));
  return out;
}

}  // namespace ww::kinematics
