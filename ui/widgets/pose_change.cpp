// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/pose_change.h"

#include <algorithm>
#include <cmath>

namespace ww::ui {
namespace {

// Metres, radians or plain: below what the fields show.
constexpr double kSame = 1e-8;

bool anySet(const auto& numbers) {
  return std::any_of(numbers.begin(), numbers.end(), [](const auto& number) { return number.has_value(); });
}

}  // namespace

bool PoseChange::empty() const { return !whole && !anySet(position) && !anySet(orientation); }

std::optional<Pose> PoseChange::of(const Pose& pose) const {
  if (whole) return whole;
  Pose out = pose;
  for (int i = 0; i < 3; ++i)
    if (const auto& number = position[static_cast<std::size_t>(i)]) out.p[i] = *number + (is_step ? pose.p[i] : 0.0);
  // Untouched numbers leave the quaternion's bits alone.
  if (!anySet(orientation)) return out;
  std::vector<double> numbers = toNumbers(pose.q, notation);
  for (std::size_t i = 0; i < numbers.size() && i < orientation.size(); ++i)
    if (orientation[i]) numbers[i] = *orientation[i] + (is_step ? numbers[i] : 0.0);
  const auto q = fromNumbers(numbers, notation);
  if (!q) return std::nullopt;
  out.q = *q;
  return out;
}

MixedNumbers MixedNumbers::none(Notation notation) {
  MixedNumbers out;
  out.orientation.assign(info(notation).fields.size(), false);
  return out;
}

MixedNumbers MixedNumbers::all(Notation notation) {
  MixedNumbers out;
  out.position.fill(true);
  out.orientation.assign(info(notation).fields.size(), true);
  return out;
}

void MixedNumbers::compare(const Pose& a, const Pose& b, Notation notation) {
  for (int i = 0; i < 3; ++i)
    if (std::abs(a.p[i] - b.p[i]) > kSame) position[static_cast<std::size_t>(i)] = true;
  if (a.q.coeffs() == b.q.coeffs()) return;
  const auto left = toNumbers(a.q, notation), right = toNumbers(b.q, notation);
  for (std::size_t i = 0; i < left.size(); ++i)
    if (std::abs(left[i] - right[i]) > kSame) orientation[i] = true;
}

bool MixedNumbers::complete() const {
  return std::all_of(position.begin(), position.end(), [](bool b) { return b; }) &&
         std::all_of(orientation.begin(), orientation.end(), [](bool b) { return b; });
}

}  // namespace ww::ui
