// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "app/cli/notes.h"
#include "core/simulation/simulation.h"

namespace ww::cli {

// What entries of the script in a file had to say, by the "operations" of the answer; the same of several is told once.
Diagnostics scriptNotes(const Json& operations, const std::string& file);
// A failure with the names that there are, where one of a model is not known. Others as they are.
Status withModels(Status status, const simulation::Simulation& simulation, const std::string& file);

}  // namespace ww::cli
