// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

namespace ww::io::worker {

// System calls that name files. A filter raises SIGSYS for them, and the handler asks the broker instead, so that
// libraries which open files by name go on working and see nothing but what the broker lets them see.
std::span<const int> trappedCalls();

// The handler of SIGSYS. False where this processor's registers are not known.
bool answerTrappedCalls();

}  // namespace ww::io::worker
