// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/scene/components.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

using Axes = google::protobuf::RepeatedField<double>;

struct AxisLimit {
  const char* field;
  const Axes& values;
};

// False when what follows cannot be asked.
bool isSoundList(const AxisLimit& limit, Findings& findings) {
  const arg::Words field{limit.field};
  if (limit.values.size() != 0 && limit.values.size() != 3) {
    findings.add(fail(failures::kCartesianCount,
                      {{"field", field}, {"count", arg::Count{static_cast<std::uint64_t>(limit.values.size())}}}));
    return false;
  }
  if (std::none_of(limit.values.begin(), limit.values.end(), [](double v) { return std::isnan(v); })) return true;
  findings.add(fail(failures::kCartesianNumber, {{"field", field}}));
  return false;
}

void checkSides(const AxisLimit& lower, const AxisLimit& upper, Findings& findings) {
  const bool sound = isSoundList(lower, findings);
  if (!isSoundList(upper, findings) || !sound) return;
  for (int i = 0; lower.values.size() == 3 && upper.values.size() == 3 && i < 3; ++i) {
    if (lower.values[i] <= upper.values[i]) continue;
    return findings.add(
        fail(failures::kCartesianOrder, {{"lower", arg::Words{lower.field}}, {"upper", arg::Words{upper.field}}}));
  }
}

// Lower limits above 0 and upper ones below forbid to stand still.
void checkRates(const AxisLimit& lower, const AxisLimit& upper, Findings& findings) {
  checkSides(lower, upper, findings);
  for (const auto& [limit, sign] : {std::pair(&lower, -1.0), std::pair(&upper, 1.0)}) {
    if (std::any_of(limit->values.begin(), limit->values.end(), [s = sign](double v) { return v * s < 0.0; }))
      findings.add(fail(failures::kCartesianSign, {{"field", arg::Words{limit->field}}}));
  }
}

void checkTurning(double value, const char* field, Findings& findings) {
  if (!(value >= 0.0))
    findings.add(fail(failures::kNegative, {{"field", arg::Words{field}}, {"value", arg::Number{value}}}));
}

}  // namespace

void cartesianLimits(const ObjectIndex& object, Findings& findings) {
  if (!object.object().properties().kinematics().has_limits()) return;
  const so::CartesianLimits& l = object.object().properties().kinematics().limits();
  checkSides({"min_translational_position", l.min_translational_position()},
             {"max_translational_position", l.max_translational_position()}, findings);
  checkRates({"min_translational_velocity", l.min_translational_velocity()},
             {"max_translational_velocity", l.max_translational_velocity()}, findings);
  checkRates({"min_translational_acceleration", l.min_translational_acceleration()},
             {"max_translational_acceleration", l.max_translational_acceleration()}, findings);
  checkRates({"min_translational_jerk", l.min_translational_jerk()},
             {"max_translational_jerk", l.max_translational_jerk()}, findings);
  checkTurning(l.max_rotational_velocity(), "max_rotational_velocity", findings);
  checkTurning(l.max_rotational_acceleration(), "max_rotational_acceleration", findings);
  checkTurning(l.max_rotational_jerk(), "max_rotational_jerk", findings);
}

}  // namespace ww::scene::rules
