// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww {

// Gives up the upper halves of the vector registers. Whatever wrote to them last may leave them in use (texts and
// copies of the system's library do), and then every instruction that is built for all processors waits for them: on an
// Intel Xeon (Sapphire Rapids) postures took 4 times as long, sines 14 times. For whoever begins much arithmetic; costs
// some cycles, and does nothing where there are no such registers. Any thread.
void clearVectorState();

}  // namespace ww
