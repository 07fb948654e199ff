// SPDX-License-Identifier: Apache-2.0
#include "core/base/vector_state.h"

namespace ww {

void clearVectorState() {
#if defined(__x86_64__)
  static const bool there = __builtin_cpu_supports("avx");
  // The halves are no caller's: functions may use them as they like.
  if (there) __asm__ volatile("vzeroupper");
#endif
}

}  // namespace ww
