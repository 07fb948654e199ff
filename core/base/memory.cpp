// SPDX-License-Identifier: Apache-2.0
#include "core/base/memory.h"

#include <malloc.h>

namespace ww {

void keepFreedMemory() {
#ifdef __GLIBC__
  constexpr int kKept = 64 << 20, kBlock = 32 << 20, kStep = 1 << 20;
  mallopt(M_TRIM_THRESHOLD, kKept);
  mallopt(M_MMAP_THRESHOLD, kBlock);  // the most that it takes; blocks below come from what was kept
  mallopt(M_TOP_PAD, kStep);
#endif
}

}  // namespace ww
