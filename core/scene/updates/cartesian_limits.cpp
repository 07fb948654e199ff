// SPDX-License-Identifier: Apache-2.0
#include "core/base/failure.h"
#include "core/scene/components.h"
#include "core/scene/failures.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {
namespace {

using AxisValues = google::protobuf::RepeatedField<double>;

void takeAxes(const AxisValues& given, AxisValues* limit) {
  if (!given.empty()) limit->CopyFrom(given);
}

// `sign`: -1 where a value above 0 would forbid standing still, +1 where one below would.
Status checkSigns(const AxisValues& given, double sign, const char* field) {
  for (const double v : given) {
    if (v * sign < 0.0) return fail(failures::kCartesianSign, {{"field", arg::Words{field}}});
  }
  return okStatus();
}

Status checkRates(const so::CartesianLimitsUpdate& u) {
  WW_TRY(checkSigns(u.min_translational_velocity(), -1.0, "min_translational_velocity"));
  WW_TRY(checkSigns(u.max_translational_velocity(), 1.0, "max_translational_velocity"));
  WW_TRY(checkSigns(u.min_translational_acceleration(), -1.0, "min_translational_acceleration"));
  WW_TRY(checkSigns(u.max_translational_acceleration(), 1.0, "max_translational_acceleration"));
  WW_TRY(checkSigns(u.min_translational_jerk(), -1.0, "min_translational_jerk"));
  return checkSigns(u.max_translational_jerk(), 1.0, "max_translational_jerk");
}

// Of a limit that is taken away altogether nobody here can say so: the document leaves what is unset.
Status checkRotation(bool given, double value, const char* field) {
  return given ? checkPositive(value, field) : okStatus();
}

}  // namespace

// Numbers of values and their order are rules of scene objects.
static Status changeCartesian(Draft& draft, const so::CartesianLimitsUpdate& u) {
  WW_TRY(checkRotation(u.has_max_rotational_velocity(), u.max_rotational_velocity(), "max_rotational_velocity"));
  WW_TRY(checkRotation(u.has_max_rotational_acceleration(), u.max_rotational_acceleration(),
                       "max_rotational_acceleration"));
  WW_TRY(checkRotation(u.has_max_rotational_jerk(), u.max_rotational_jerk(), "max_rotational_jerk"));
  WW_TRY(checkRates(u));
  so::CartesianLimits limits = draft.object().properties().kinematics().limits();
  takeAxes(u.min_translational_position(), limits.mutable_min_translational_position());
  takeAxes(u.max_translational_position(), limits.mutable_max_translational_position());
  takeAxes(u.min_translational_velocity(), limits.mutable_min_translational_velocity());
  takeAxes(u.max_translational_velocity(), limits.mutable_max_translational_velocity());
  takeAxes(u.min_translational_acceleration(), limits.mutable_min_translational_acceleration());
  takeAxes(u.max_translational_acceleration(), limits.mutable_max_translational_acceleration());
  takeAxes(u.min_translational_jerk(), limits.mutable_min_translational_jerk());
  takeAxes(u.max_translational_jerk(), limits.mutable_max_translational_jerk());
  if (u.has_max_rotational_velocity()) limits.set_max_rotational_velocity(u.max_rotational_velocity());
  if (u.has_max_rotational_acceleration()) limits.set_max_rotational_acceleration(u.max_rotational_acceleration());
  if (u.has_max_rotational_jerk()) limits.set_max_rotational_jerk(u.max_rotational_jerk());
  if (limits.ByteSizeLong() > 0) *draft.object().mutable_properties()->mutable_kinematics()->mutable_limits() = limits;
  return okStatus();
}

UpdateKind cartesianLimitsKind() { return kindOf<changeCartesian>(); }

}  // namespace ww::scene::updates
