// SPDX-License-Identifier: Apache-2.0
#include "app/cli/last_work.h"

#include <atomic>

namespace ww::cli {
namespace {

std::atomic<bool> g_going_on{false};

}  // namespace

LastWork::LastWork() { g_going_on = true; }
bool LastWork::isGoingOn() { return g_going_on; }

}  // namespace ww::cli
