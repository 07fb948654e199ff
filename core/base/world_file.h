// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace ww {

// The file of the world that the command line works on: texts that name no {world} of their own get it, so that the
// commands in them can be run as they are. "FILE" until it is set; set once, before other threads are started.
void setWorldFile(std::string file);
const std::string& worldFile();

}  // namespace ww
