// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "app/cli/verb.h"

namespace ww::cli {

// What `program lock` and `program unlock` are told.
struct ProgramLock {
  std::string file, name;
  std::vector<std::string> steps;  // numbers from 1, or "all"
  std::string out;                 // empty: the file itself
  bool lock = true;
};
// Locks steps with the motions of the last plan or unlocks them, and saves; exit code.
int lockProgramSteps(Run& run, const ProgramLock& told);

}  // namespace ww::cli
