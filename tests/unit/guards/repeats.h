// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tests/unit/guards/source_tree.h"

namespace ww::guards {

// Lines that two places may have in common, one after the other.
inline constexpr std::size_t kRepeatedLines = 25;

// Passages of more lines than that which stand twice, each once, with the first lines of both. Indentation,
// empty lines, comments and includes do not count.
Findings checkRepeats(const SourceTree& tree);

}  // namespace ww::guards
