// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "core/math/pose.h"
#include "ui/widgets/quantity.h"

namespace ww::ui {

// Ways to write an orientation. Angles in radians here, degrees on screen.
enum class Notation { kRpy, kZyx, kAxisAngle, kQuaternion };

struct NotationInfo {
  Notation notation;
  const char* id;
  std::vector<const char*> fields;  // labels of its numbers, to be translated in "Notation"
  Quantity quantity;
};
const std::vector<NotationInfo>& notations();
const NotationInfo& info(Notation notation);
QString title(Notation notation);  // for people

// The numbers of an orientation: roll pitch yaw (fixed axes x, y, z); z, y', x''; rotation vector
// (axis times angle); w x y z.
std::vector<double> toNumbers(const Quat& q, Notation notation);
// Nothing when they give no rotation (a quaternion of zeros). A quaternion is normalised.
std::optional<Quat> fromNumbers(const std::vector<double>& numbers, Notation notation);

}  // namespace ww::ui
