// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tests/unit/guards/source_tree.h"

namespace ww::guards {

// What the headers of core leave unsaid, each with its place:
//   "errors"  a function gives a Status or a Result, and no comment on it says when it fails
//   "unit"    a floating-point member or parameter whose name or comment names no unit
//   "frame"   a pose whose name is not a_t_b and whose comment names no frame
// A comment counts for the declarations below it down to the next empty line, and for its own line.
Findings checkHeaderWords(const SourceTree& tree);

}  // namespace ww::guards
