// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace ww::cli {

// Checks of an option's text, as CLI11 calls them: empty when it is sound, else what is wrong with it.
std::string checkSeconds(const std::string& text);  // finite and above 0
std::string checkSeed(const std::string& text);     // a whole number of 64 bits

}  // namespace ww::cli
