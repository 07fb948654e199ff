// SPDX-License-Identifier: Apache-2.0
#include "core/model/limits.h"

#include <fmt/format.h>

#include <cmath>

namespace ww::model {

std::vector<DynamicLimit> dynamicLimits(const std::vector<world::JointLimits>& limits,
                                        const std::vector<bool>& revolute, const std::vector<std::string>& names,
                                        std::vector<std::string>* notes) {
  const auto missing = [](double v) { return !std::isfinite(v) || v <= 0.0; };
  std::vector<DynamicLimit> out;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    DynamicLimit d{limits[i].velocity, limits[i].acceleration, limits[i].jerk};
    const char* unit = revolute[i] ? "rad" : "m";
    if (missing(d.velocity)) {
      d.velocity = revolute[i] ? 1.0 : 0.25;
      if (notes)
        notes->push_back(fmt::format("{} has no velocity limit: {} {}/s is assumed", names[i], d.velocity, unit));
    }
    if (missing(d.acceleration)) {
      d.acceleration = revolute[i] ? 2.0 : 0.5;
      if (notes)
        notes->push_back(
            fmt::format("{} has no acceleration limit: {} {}/s^2 is assumed", names[i], d.acceleration, unit));
    }
    if (missing(d.jerk)) d.jerk = 25.0 * d.acceleration;
    out.push_back(d);
  }
  return out;
}

MotionLimits motionLimits(const Mechanism& mechanism, const std::vector<world::JointLimits>& others,
                          std::vector<std::string>* notes) {
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
    const double over = std::max(limits[i].lower - v, v - limits[i].upper);
    if (over > tolerance && (!out || over > out->second)) out = {static_cast<int>(i), over};
  }
  return out;
}

}  // namespace ww::model
