// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/program/dialects/robot_program.h"
#include "core/program/dialects/rules.h"

namespace ww::program::dialects {

// Words of a person as a name: letters without accents, '_' for what is none. Not shortened; `otherwise` where nothing
// is left.
std::string safeName(std::string_view words, const NameRules& rules, std::string_view otherwise);
// Whether it can stand as it is.
bool isName(std::string_view name, const NameRules& rules);

// Names within one file: none twice, no matter the case.
class UsedNames {
 public:
  explicit UsedNames(const NameRules& rules) : rules_(rules) {}
  // A name like those words, shortened, and with a number where it is taken.
  std::string take(std::string_view words, std::string_view otherwise);
  // False where it is taken already.
  bool keep(const std::string& name);

 private:
  NameRules rules_;
  std::set<std::string> used_;  // in small letters
};

struct ProgramNames {
  std::string program, tool, base;
  std::vector<std::string> steps;  // by step: the point of a move, the program that a call calls; else empty
  UsedNames used;                  // for what a writer declares besides
};

// Names of programs are only made safe, the same way on both ends of a call; those within the file are shortened and
// made unique. Fails with OUT_OF_RANGE for programs whose names are too long, FAILED_PRECONDITION for two that would
// have one name.
Result<ProgramNames> nameProgram(const RobotProgram& program, const ControllerRules& rules);

}  // namespace ww::program::dialects
