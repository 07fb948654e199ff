// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "core/planning/types.h"

namespace ww::cli {

// `program export`: what it is told.
struct ProgramExport {
  std::string file, name, dialect, out;
  std::vector<std::string> signals, grippers;  // "gripping=3", "finger_left_joint=gripping"
  std::vector<std::string> axes;  // "joint_3=1,0,-1": sign, zero in degrees or mm, factor of the joint before
  int tool = 1, base = 1;
  double blend_share = 0.0;  // 0 to 1
};
// Checks of options, as in option_checks.h.
std::string checkSignalNumber(const std::string& text);
std::string checkGripperSignal(const std::string& text);
std::string checkAxisCount(const std::string& text);
std::string checkShare(const std::string& text);
std::vector<std::string> dialectNames();

int exportProgram(Run& run, const ProgramExport& options, const planning::PlanOptions& plan_options);

}  // namespace ww::cli
