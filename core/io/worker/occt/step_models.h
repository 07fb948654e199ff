// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/io/part_mode.h"
#include "core/io/worker/occt/step_tree.h"

namespace ww::io::worker {

// What the parts of a file are told to have come from.
struct StepOrigin {
  std::string name;  // of the file, without its ending
  std::string file, sha256, resolution;
};

// The models that an assembly becomes; none when there is nothing to show. Only what is not hidden is in them.
std::vector<Model> stepModels(const StepTree& tree, PartMode mode, const StepOrigin& origin);

}  // namespace ww::io::worker
