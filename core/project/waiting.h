// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <functional>
#include <string>

namespace ww::project {

// Asked again and again, in the thread that waits, while another program holds that file: false gives up, and the work
// fails with UNAVAILABLE, as it does after some seconds anyway.
using WaitWatch = std::function<bool(const std::string& file, std::chrono::milliseconds waited)>;
// For the whole program; to be set before files are opened.
void watchWaiting(WaitWatch watch);
bool keepsWaiting(const std::string& file, std::chrono::milliseconds waited);

}  // namespace ww::project
