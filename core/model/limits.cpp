// SPDX-License-Identifier: Apache-2.0
#include "core/model/limits.h"

#include <algorithm>
#include <cmath>

#include "core/base/finding.h"
#include "core/model/failures.h"
#include "core/scene/limits.h"

namespace ww::model {

namespace {

// What had to be assumed of joints, a note for each kind.
struct Assumed {
  const FailureRow* row = nullptr;
  FailureValue value;
  std::vector<std::string> joints;
};

void note(std::vector<Assumed>& all, const FailureRow& row, FailureValue value, const std::string& joint) {
  auto known = std::ranges::find(all, &row, &Assumed::row);
  if (known == all.end()) known = all.insert(all.end(), {&row, std::move(value), {}});
  known->joints.push_back(joint);
}

}  // namespace

std::vector<DynamicLimit> dynamicLimits(const std::vector<world::JointLimits>& limits,
                                        const std::vector<bool>& revolute, const std::vector<std::string>& names,
                                        Diagnostics* notes) {
  const auto missing = [](double v) { return !std::isfinite(v) || v <= 0.0; };
  std::vector<DynamicLimit> out;
  std::vector<Assumed> assumed;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    DynamicLimit d{limits[i].velocity, limits[i].acceleration, limits[i].jerk};
    const auto assume = [&](const FailureRow& row, double value) {
      const FailureValue shown = revolute[i] ? FailureValue(arg::Angle{value}) : FailureValue(arg::Length{value});
      note(assumed, row, shown, names[i]);
      return value;
    };
    if (missing(d.velocity))
      d.velocity = revolute[i] ? assume(failures::kTurnSpeedAssumed, 1.0) : assume(failures::kSlideSpeedAssumed, 0.25);
    if (missing(d.acceleration))
      d.acceleration = revolute[i] ? assume(failures::kTurnAccelerationAssumed, 2.0)
                                   : assume(failures::kSlideAccelerationAssumed, 0.5);
    if (missing(d.jerk)) d.jerk = 25.0 * d.acceleration;
    out.push_back(d);
  }
  for (Assumed& a : assumed)
    if (notes) notes->push_back(findingOf(fail(*a.row, {{"joints", arg::Names{a.joints}}, {"assumed", a.value}})));
  return out;
}

MotionLimits motionLimits(const Mechanism& mechanism, const std::vector<world::JointLimits>& others,
                          Diagnostics* notes) {
  const Model& model = mechanism.model();
  MotionLimits out{others, {}};
  std::vector<bool> revolute;
  std::vector<std::string> names;
  for (const BodyIndex i : mechanism.joints()) {
    if (others.empty()) out.position.push_back(model.joint(i).application);
    revolute.push_back(model.body(i).revolute);
    names.push_back(model.jointName(i));
  }
  out.dynamic = dynamicLimits(out.position, revolute, names, notes);
  return out;
}

std::optional<std::pair<int, double>> limitExcess(const std::vector<world::JointLimits>& limits, const JointVector& q,
                                                  double tolerance) {
  std::optional<std::pair<int, double>> out;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const double v = q[static_cast<Eigen::Index>(i)];
    const double over = scene::excessOf(v, limits[i]);
    if (over > tolerance && (!out || over > out->second)) out = {static_cast<int>(i), over};
  }
  return out;
}

}  // namespace ww::model
