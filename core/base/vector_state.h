// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww {

// Gives up the upper halves of the vector registers. Code of others may leave them in use (found after texts had been
// written; by whom is not known), and from then on arithmetic of the thread is slow: on a virtual Intel Xeon (model
// 207) postures took 4 times as long, sines 14 times. For whoever begins much arithmetic; costs some cycles, and does
// nothing where there are no such registers. Any thread.
void clearVectorState();

}  // namespace ww
