// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/session/edit_builders.h"

namespace worldwright::v1 {
class Program;
class ProgramPlan;
}  // namespace worldwright::v1

namespace ww::session {

// Adds a program, or puts it in the place of the one of its name, or of `replaces`, which is then renamed.
EditsPtr setProgram(const worldwright::v1::Program& program, std::string replaces = {});
EditsPtr deleteProgram(std::string name);
// Keeps a plan of the program in the place of the last one.
EditsPtr setProgramPlan(std::string program, const worldwright::v1::ProgramPlan& plan);
EditsPtr forgetProgramPlan(std::string program);

}  // namespace ww::session
