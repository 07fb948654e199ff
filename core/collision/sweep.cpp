// SPDX-License-Identifier: Apache-2.0
#include "core/collision/sweep.h"

#include <cmath>

namespace ww::collision {
namespace {

bool collidesAt(Checker& checker, model::State& state, const Sweep& s, double t) {
  state.set(s.mechanism, t == 1.0 ? s.to : JointVector(s.from + t * (s.to - s.from)));
  state.forward(s.mechanism);
  return checker.collides(state);
}

std::uint64_t stepsOf(const Sweep& s) {
  return static_cast<std::uint64_t>(std::ceil((s.to - s.from).norm() / s.spacing));
}

}  // namespace

Result<std::optional<double>> someCollision(Checker& checker, model::State& state, const Sweep& s) {
  const std::uint64_t steps = stepsOf(s);
  if (collidesAt(checker, state, s, 1.0)) return std::optional<double>(1.0);
  if (steps <= 1) return std::optional<double>();
  // Bits reversed visit the middle first, then the quarters, and so on.
  int bits = 1;
  while ((std::uint64_t{1} << bits) < steps) ++bits;
  for (std::uint64_t k = 1; k < (std::uint64_t{1} << bits); ++k) {
    std::uint64_t i = 0;
    for (int b = 0; b < bits; ++b) i |= (k >> b & 1) << (bits - 1 - b);
    if (i >= steps) continue;
    if (s.interrupted) WW_TRY(s.interrupted());
    const double t = static_cast<double>(i) / static_cast<double>(steps);
    if (collidesAt(checker, state, s, t)) return std::optional<double>(t);
  }
  return std::optional<double>();
}

Result<std::optional<double>> firstCollision(Checker& checker, model::State& state, const Sweep& s) {
  const std::uint64_t steps = std::max<std::uint64_t>(1, stepsOf(s));
  for (std::uint64_t i = 1; i <= steps; ++i) {
    if (s.interrupted) WW_TRY(s.interrupted());
    const double t = static_cast<double>(i) / static_cast<double>(steps);
    if (collidesAt(checker, state, s, t)) return std::optional<double>(t);
  }
  return std::optional<double>();
}

}  // namespace ww::collision
