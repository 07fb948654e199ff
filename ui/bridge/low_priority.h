// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ww::ui {

// For threads whose work can wait: what is drawn and typed goes first.
inline void lowerPriorityOfThisThread() { setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 10); }

}  // namespace ww::ui
