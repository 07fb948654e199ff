// SPDX-License-Identifier: Apache-2.0
#include "core/program/dialects/posture.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace ww::program::dialects {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kSlack = 1e-8;  // radians; rounding of what should be a whole quarter or half turn

bool isBelow(double rad, double bound) { return rad < bound - kSlack; }

int quarterTurns(double rad) { return static_cast<int>(std::floor((rad + kSlack) / (kPi / 2.0))); }

// 0 from -180 to 180 degrees, both excluded; 1 from 180 to 540, and so on to both sides.
int wholeTurns(double rad) {
  const int turns = static_cast<int>(std::floor((std::abs(rad) + kPi + kSlack) / (2.0 * kPi)));
  return rad < 0.0 ? -turns : turns;
}

// Of KRL: below 0, where half a turn and more to either side counts as the other side.
bool isFlipped(double axis_5) {
  return axis_5 < 0.0 ? isBelow(axis_5, 0.0) && !isBelow(axis_5, -kPi) : !isBelow(axis_5, kPi);
}

}  // namespace

Axes controllerAxes(const RobotProgram& program, const std::vector<double>& joints) {
  Axes axes;
  double previous = 0.0;
  for (std::size_t i = 0; i < joints.size() && i < program.joints.size(); ++i) {
    const RobotJoint& joint = program.joints[i];
    const double position = joint.sign * joints[i] + joint.offset + joint.of_previous * previous;
    if (joint.external) axes.external.push_back({position, joint.slides});
    else axes.arm.push_back(previous = position);
  }
  return axes;
}

std::array<int, 4> confData(const Axes& axes, const Posture& posture) {
  const int x = 4 * (posture.shoulder < 0) + 2 * (posture.elbow < 0) + isBelow(axes.arm[4], 0.0);
  return {quarterTurns(axes.arm[0]), quarterTurns(axes.arm[3]), quarterTurns(axes.arm[5]), x};
}

int turnBits(const Axes& axes) {
  int bits = 0;
  for (std::size_t i = 0; i < axes.arm.size(); ++i) bits |= isBelow(axes.arm[i], 0.0) << i;
  return bits;
}

int statusBits(const Axes& axes, const Posture& posture) {
  return (posture.shoulder < 0) + 2 * (posture.elbow > 0) + 4 * isFlipped(axes.arm[4]);
}

std::string confWords(const Axes& axes, const Posture& posture) {
  const auto [cf1, cf4, cf6, cfx] = confData(axes, posture);
  return fmt::format("{},{},{},{}", cf1, cf4, cf6, cfx);
}

std::string statusWords(const Axes& axes, const Posture& posture) {
  return fmt::format("{},{}", statusBits(axes, posture), turnBits(axes));
}

std::string fanucConfig(const Axes& axes, const Posture& posture) {
  const bool flip = axes.arm[4] > kSlack;
  return fmt::format("{} {} {}, {}, {}, {}", flip ? 'F' : 'N', posture.elbow < 0 ? 'D' : 'U',
                     posture.shoulder < 0 ? 'B' : 'T', wholeTurns(axes.arm[0]), wholeTurns(axes.arm[3]),
                     wholeTurns(axes.arm[5]));
}

}  // namespace ww::program::dialects
