// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww {

// The C library gives what a large value frees back to the system at once, and asks for it again when the next one is
// made: where pages are dear (virtual machines), a world of 10,000 objects then takes three times as long. From this
// call on up to 64 MiB stay with the program. To be called before threads are started.
void keepFreedMemory();

}  // namespace ww
