// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <string>
#include <vector>

#include "core/program/dialects/robot_program.h"

// How controllers tell the postures that reach one pose apart. The rules and where they are written down are in
// CONVENTIONS.md; angles that are 0 but for rounding count as 0.
namespace ww::program::dialects {

// Joint positions as the controller counts them: the arm's in radians, external axes in radians or metres.
struct Axes {
  struct External {
    double position = 0.0;  // rad, or m where it slides
    bool slides = false;
  };
  std::vector<double> arm;  // rad
  std::vector<External> external;
};
// `joints` has a position for each joint of the program, in joint order.
Axes controllerAxes(const RobotProgram& program, const std::vector<double>& joints);

// RAPID's cf1, cf4, cf6, cfx. The arm has six axes, here and below.
std::array<int, 4> confData(const Axes& axes, const Posture& posture);
// KRL's T: bit i is set where axis i + 1 is below 0.
int turnBits(const Axes& axes);
// KRL's S.
int statusBits(const Axes& axes, const Posture& posture);
// The same as words, and S with T: two postures with the same are one for the controller.
std::string confWords(const Axes& axes, const Posture& posture);
std::string statusWords(const Axes& axes, const Posture& posture);
// "N U T, 0, 0, 0"
std::string fanucConfig(const Axes& axes, const Posture& posture);

}  // namespace ww::program::dialects
