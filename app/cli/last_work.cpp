// SPDX-License-Identifier: Apache-2.0
#include "app/cli/last_work.h"

#include <atomic>

namespace ww::cli {
namespace {

std::atomic<int> g_going_on{0};

}  // namespace

LastWork::LastWork() { ++g_going_on; }
LastWork::~LastWork() { --g_going_on; }
bool LastWork::isGoingOn() { return g_going_on > 0; }

}  // namespace ww::cli
