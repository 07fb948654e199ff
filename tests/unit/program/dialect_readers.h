// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/program/dialects/dialects.h"

// Reads what the dialects write, and only that; by rotations of its own, about axes.
namespace ww::test {

struct ReadMove {
  bool linear = false;
  std::optional<Pose> base_t_tool;
  std::vector<double> joints;  // rad, as the controller counts them
};

struct ReadProgram {
  Pose flange_t_tool, robot_t_base;
  std::vector<ReadMove> moves;
};

ReadProgram readProgram(std::string_view dialect, const std::vector<program::dialects::ExportedFile>& files);

// The cells of a table as RFC 4180 has it.
std::vector<std::vector<std::string>> readCsv(const std::string& text);
std::vector<std::string> linesOf(const std::string& text);

}  // namespace ww::test
