// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/program/dialects/robot_program.h"

// Programs in the languages of controllers, and as data. What each of them means by its figures, and where that is
// written down, is in CONVENTIONS.md.
namespace ww::program::dialects {

struct Dialect {
  std::string_view id;      // "krl", for scripts
  std::string_view name;    // "KUKA KRL", a name that needs no translation
  std::string_view suffix;  // ".src", of the file to open; others may stand beside it
};

// In the order to show them.
std::span<const Dialect> dialects();
// Whether it is the language of a controller, which moves a robot of its own; data takes what there is.
bool needsRobot(std::string_view dialect);

// Which limits of the tool on a line a language has statements for; data has room for all.
struct SaidLimits {
  bool acceleration = true, turning = true, turning_acceleration = true;
};
SaidLimits saidLimits(std::string_view dialect);

struct ExportedFile {
  std::string name;  // without a folder, letters, digits, '_' and '.' only
  std::string text;  // ASCII but for CSV and JSON, which are UTF-8
};

// Whether it rounds corners between joint moves by a radius alone, so that a share says nothing.
bool roundsJointsByRadius(std::string_view dialect);

// The program in that dialect, the same bytes for the same program. Fails with NOT_FOUND for a dialect that there is
// not, and with INVALID_ARGUMENT, FAILED_PRECONDITION or OUT_OF_RANGE where the dialect cannot say something: the
// failure names the step and what to change. Nothing is left out or changed silently but names, which each dialect
// has its rules for.
Result<std::vector<ExportedFile>> exportProgram(std::string_view dialect, const RobotProgram& program);

}  // namespace ww::program::dialects
