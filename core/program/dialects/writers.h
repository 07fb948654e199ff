// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/program/dialects/dialects.h"
#include "core/program/dialects/names.h"
#include "core/program/dialects/rules.h"

// A file each. They write what the checks have let through, and cannot fail.
namespace ww::program::dialects {

const ControllerRules& urScriptRules();
const ControllerRules& rapidRules();
const ControllerRules& krlRules();
const ControllerRules& fanucRules();

std::vector<ExportedFile> writeUrScript(const RobotProgram& program, ProgramNames names);
std::vector<ExportedFile> writeRapid(const RobotProgram& program, ProgramNames names);
std::vector<ExportedFile> writeKrl(const RobotProgram& program, ProgramNames names);
std::vector<ExportedFile> writeFanuc(const RobotProgram& program, ProgramNames names);
// Of the names they take that of the file only.
std::vector<ExportedFile> writeCsv(const RobotProgram& program, ProgramNames names);
std::vector<ExportedFile> writeJson(const RobotProgram& program, ProgramNames names);

}  // namespace ww::program::dialects
